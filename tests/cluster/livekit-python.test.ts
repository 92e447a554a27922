import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findPython } from '../support/callers.ts';
import { startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { findLivekitServer, startLivekitServer } from '../support/livekit-server.ts';
import {
  type PythonSuite,
  preparePythonSuite,
  type ReadyPythonSuite,
  runPythonSuite,
} from '../support/python-suite.ts';
import type { RoomTarget } from '../support/room-target.ts';

/**
 * The tests in the source package of LiveKit's SDK for Python that need a server, unmodified; beside them `utils.py`,
 * which the package leaves out, and its repository's end-to-end tests, which it leaves out as well, in our own words.
 */
const suite: PythonSuite = {
  package: 'livekit',
  version: '1.2.1',
  files: [
    'test_basic.py',
    'test_dc.py',
    'test_audio.py',
    'test_video.py',
    'test_change_video_quality.py',
    'test_e2ee_shared_key.py',
    'test_e2ee_per_participant.py',
  ],
  beside: 'python-rtc',
};
const TIMEOUT_SECONDS = 400;
const FURTHER_TRIES = 2;

const missing =
  findPython() === undefined
    ? 'no Python 3.10 with venv'
    : findLivekitServer() === undefined
      ? 'no livekit-server'
      : undefined;
const title = `LiveKit's SDK for Python ${suite.version}`;

if (missing !== undefined) {
  console.warn(`SKIPPED: ${title}: ${missing}`);
  test(title, (context) => context.skip(missing));
} else {
  describe(title, () => {
    let ready: ReadyPythonSuite;
    const servers: { close(): Promise<void> }[] = [];
    beforeAll(async () => {
      ready = await preparePythonSuite(suite);
    }, 600_000);
    afterAll(async () => {
      for (const server of servers) await server.close();
      await ready?.close();
    });

    const failed = (results: ReadonlyMap<string, boolean>) =>
      [...results].filter(([, passed]) => !passed).map(([name]) => name);

    const play = async ({ url, apiKey, apiSecret }: RoomTarget) => {
      const env = { LIVEKIT_URL: url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret };
      const results = await runPythonSuite(ready, { timeoutSeconds: TIMEOUT_SECONDS, env });
      // Some of them give encoders and decoders a fixed time: on a busy machine a failed test is tried again, alone.
      for (let tries = 0; tries < FURTHER_TRIES; tries++) {
        const again = failed(results);
        if (again.length === 0) break;
        const names = again.map((name) => name.split('::').at(-1)!.split('[')[0]!);
        const only = ['-k', [...new Set(names)].join(' or ')];
        for (const [name, passed] of await runPythonSuite(ready, {
          only,
          timeoutSeconds: TIMEOUT_SECONDS,
          env,
        }))
          if (passed) results.set(name, true);
      }
      return results;
    };

    test('has the same results against the embedded room server as against LiveKit', {
      timeout: 2 * (1 + FURTHER_TRIES) * TIMEOUT_SECONDS * 1000,
    }, async () => {
      const livekit = await startLivekitServer();
      servers.push(livekit);
      const there = await play(livekit.target);
      const embedded = await startEmbeddedRooms();
      servers.push(embedded);
      const here = await play(embedded.target);
      console.log(
        `${title}: LiveKit ${there.size - failed(there).length} of ${there.size}, ` +
          `embedded ${here.size - failed(here).length} of ${here.size}`,
      );
      expect(failed(there), 'what LiveKit itself does not pass').toEqual([]);
      expect([...here.keys()].sort(), 'what was run').toEqual([...there.keys()].sort());
      expect(failed(here), 'what differs from LiveKit').toEqual([]);
    });
  });
}
