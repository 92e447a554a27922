import { afterAll, beforeAll, expect, test } from 'vitest';
import { startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { type BuiltSuite, buildGoSuite, type GoSuite, runGoSuite } from '../support/go-suite.ts';
import { startLivekitServer } from '../support/livekit-server.ts';
import { needs } from '../support/needs.ts';
import type { RoomTarget } from '../support/room-target.ts';

interface PlayedSuite extends GoSuite {
  readonly name: string;
  /** Tests that cannot run against an external server, and tests that need several servers. */
  readonly skip: string;
  /** Tests that hang when they fail: each runs alone, for a few seconds. */
  readonly waiting: readonly string[];
  /** Tests that LiveKit passes and the embedded room server does not, with the reason. */
  readonly different: Readonly<Record<string, string>>;
  /** Tests that LiveKit's server only passes if it was started for them; the embedded server must pass them anyway. */
  readonly unsteady: readonly string[];
  env(target: RoomTarget): Record<string, string>;
}

const portOf = ({ url }: RoomTarget) => new URL(url).port;

/**
 * LiveKit's own tests of its server, which use the port of a running server instead of starting one. Not run: those
 * that need Redis (several nodes), that need other settings (no rooms made by tokens, slow subscribers, TURN, data
 * blobs, webhooks), or that look into the server's memory (connection statistics).
 */
const serverTests: PlayedSuite = {
  name: 'livekit-server',
  module: 'github.com/livekit/livekit-server',
  version: 'v1.13.3',
  folder: 'test',
  patches: [
    {
      file: 'test/integration_helpers.go',
      from: /func setupSingleNodeTest\([\s\S]*?\n}\n/,
      to: `func setupSingleNodeTest(name string) (*service.LivekitServer, func()) {
	roomClient = livekit.NewRoomServiceJSONClient(fmt.Sprintf("http://localhost:%d", defaultServerPort), &http.Client{})
	_, _ = roomClient.DeleteRoom(contextWithToken(createRoomToken()), &livekit.DeleteRoomRequest{Room: testRoom})
	return nil, func() {}
}

var defaultServerPort = func() int {
	port, _ := strconv.Atoi(os.Getenv("LIVEKIT_PORT"))
	return port
}()

var testApiKey, testApiSecret = os.Getenv("LIVEKIT_API_KEY"), os.Getenv("LIVEKIT_API_SECRET")
`,
      times: 1,
    },
    {
      file: 'test/integration_helpers.go',
      from: /\ttestApiKey +=.*\n\ttestApiSecret +=.*\n|\tdefaultServerPort = 7880\n/,
      to: '',
      times: 2,
    },
    {
      file: 'test/integration_helpers.go',
      from: /\t"net\/http"\n/,
      to: '\t"net/http"\n\t"os"\n\t"strconv"\n',
      times: 1,
    },
    {
      file: 'test/integration_helpers.go',
      from: /guid.New\(nodeID1\), defaultServerPort/,
      to: 'guid.New(nodeID1), uint32(defaultServerPort)',
      times: 1,
    },
    {
      file: 'test/agent_test.go',
      from: /agentToken\(\), defaultServerPort/,
      to: 'agentToken(), uint32(defaultServerPort)',
      times: 10,
    },
    // This part reads from the server's memory whether a subscriber is gone.
    {
      file: 'test/singlenode_test.go',
      from: /\t\t\ttestutils\.WithTimeout\(t, func\(\) string {\n\t\t\t\troom := s\.RoomManager\(\)[\s\S]*?\n\t\t\t}\)\n/,
      to: '',
      times: 2,
    },
    { file: 'test/singlenode_test.go', from: /s\.HTTPPort\(\)/, to: 'defaultServerPort', times: 2 },
    {
      file: 'test/singlenode_test.go',
      from: /s, finish := setupSingleNodeTest\("(?=TestSinglePublisher|TestSingleNode)/,
      to: '_, finish := setupSingleNodeTest("',
      times: 4,
    },
  ],
  skip: '^(TestMulti.*|TestAgentMultiNode|TestConnectWithoutCreation|TestCloseDisconnected.*|TestAutoCreate|TestDataPublishSlowSubscriber|TestTurn.*|TestSingleNodeDataBlob.*|TestWebhooks|TestConnectionStats)$',
  waiting: [],
  // The server remembers for a while which agents existed, and the previous test used different ones.
  unsteady: ['TestAgentNamespaces'],
  different: {
    TestSingleNodeCORS:
      'pages of other origins are answered by the public port of the service, which is not in front here',
    ...Object.fromEntries(
      ['v0', 'v0-single-peer-connection', 'v1'].map((path) => [
        `TestDeviceCodecOverride/testRTCServicePath=${path}`,
        'no list of devices whose H264 is broken: their clients must not offer it',
      ]),
    ),
  },
  env: (target) => ({
    LIVEKIT_PORT: portOf(target),
    LIVEKIT_API_KEY: target.apiKey,
    LIVEKIT_API_SECRET: target.apiSecret,
  }),
};

/** The tests of LiveKit's SDK for Go that need a server. Not run: TestForceTLS, which needs TURN over TLS. */
const sdkTests: PlayedSuite = {
  name: 'server-sdk-go',
  module: 'github.com/livekit/server-sdk-go/v2',
  version: 'v2.18.1',
  folder: '.',
  patches: [
    {
      file: 'integration_test.go',
      from: /const \(\n\thost = "ws:\/\/localhost:7880"\n\)/,
      to: 'var host = os.Getenv("LIVEKIT_URL")',
      times: 1,
    },
  ],
  skip: '^TestForceTLS$',
  waiting: ['TestSimulcastCodec/video', 'TestSimulcastCodec/audio'],
  unsteady: [],
  different: { 'TestSimulcastCodec/audio': 'sound is Opus alone' },
  env: ({ url, apiKey, apiSecret }) => ({ LIVEKIT_URL: url, LIVEKIT_KEYS: `${apiKey}: ${apiSecret}` }),
};
const integrationTests =
  '^(TestJoin.*|TestPublishRequiresSinglePC|TestPubSub|TestResume|TestSubscribeMutedTrack|TestLimitPayloadSize|TestE2EE_H264RoundTrip|TestDynacastRepublish)$';

for (const [suite, pattern] of [
  [serverTests, '.'],
  [sdkTests, integrationTests],
] as const) {
  const title = `LiveKit's own suite ${suite.name} ${suite.version}`;
  needs('Go', 'livekit-server').describe(title, () => {
    let built: BuiltSuite;
    beforeAll(async () => {
      built = await buildGoSuite(suite);
    }, 20 * 60_000);

    const servers: { close(): Promise<void> }[] = [];
    afterAll(async () => {
      for (const server of servers) await server.close();
    });

    const failed = (results: ReadonlyMap<string, boolean>) =>
      [...results].filter(([, passed]) => !passed).map(([name]) => name);

    const play = async (target: RoomTarget) => {
      const env = suite.env(target);
      const results = await runGoSuite(built, { pattern, skip: suite.skip, timeoutSeconds: 300, env });
      // Some tests race with their own server, so each failed test is run again, alone.
      for (const name of new Set(failed(results).map((full) => full.split('/')[0]!))) {
        const again = await runGoSuite(built, { pattern: `^${name}$`, timeoutSeconds: 120, env });
        for (const [full, passed] of again) if (passed) results.set(full, true);
      }
      for (const name of suite.waiting) {
        const pattern = name.replaceAll(/[^/]+/g, '^$&$');
        const alone = await runGoSuite(built, { pattern, timeoutSeconds: 15, env });
        results.set(name, alone.size > 0 && [...alone.values()].every(Boolean));
      }
      return results;
    };

    test('runs against LiveKit, then against the embedded room server, with only the known differences', {
      timeout: 20 * 60_000,
    }, async () => {
      const livekit = await startLivekitServer();
      servers.push(livekit);
      const there = await play(livekit.target);
      const embedded = await startEmbeddedRooms();
      servers.push(embedded);
      // Connected directly, not through the service's public port.
      const here = await play({ ...embedded.target, url: `ws://127.0.0.1:${embedded.server.port}` });
      console.log(
        `${title}: LiveKit ${there.size - failed(there).length} of ${there.size}, ` +
          `embedded ${here.size - failed(here).length} of ${here.size}`,
      );
      const unexpected = failed(there).filter((name) => !suite.unsteady.includes(name.split('/')[0]!));
      expect(unexpected, 'what LiveKit itself does not pass').toEqual([]);
      expect([...here.keys()].sort(), 'what was run').toEqual([...there.keys()].sort());
      expect(failed(here).sort(), 'what differs from LiveKit').toEqual(Object.keys(suite.different).sort());
    });
  });
}
