import { join } from 'node:path';
import { dispose } from '@livekit/rtc-node';
import { afterAll, beforeAll, expect } from 'vitest';
import { AGENTS_PLUGIN, installNodeAgents } from '../support/callers.ts';
import { runCommand } from '../support/command.ts';
import { enterDispatchedRoom } from '../support/dispatched-room.ts';
import { LiveConsumer } from '../support/live-consumer.ts';
import { startLivekitServer } from '../support/livekit-server.ts';
import { MouthWatch } from '../support/mouth-watch.ts';
import { needs } from '../support/needs.ts';
import type { Program } from '../support/program.ts';
import { PipelineServer } from '../support/providers/pipeline-server.ts';
import { type Service, startService, TEST_API_KEY } from '../support/service.ts';
import { timelineOf, untilConversation, untilEnded } from '../support/service-client.ts';
import { StartedPrograms } from '../support/started-programs.ts';

const { test } = needs('livekit-server');
const WAIT_MS = 60_000;
const GREETING = 'Hello, it is good to see you.';

let service: Service;
let livekit: Awaited<ReturnType<typeof startLivekitServer>>;
let openai: PipelineServer;
const programs = new StartedPrograms();

beforeAll(async () => {
  await installNodeAgents();
  [service, livekit, openai] = await Promise.all([
    startService({ env: { VISAVIS_PRIVATE_ADDRESSES: 'true' } }),
    startLivekitServer(),
    new PipelineServer('sk-local').listen(),
  ]);
  openai.strictTurns = false;
}, 600_000);
afterAll(async () => {
  await service?.dispose();
  await livekit?.close();
  await openai?.stop();
  await dispose();
});

function start(script: string, args: string[] = [], settings: Record<string, string> = {}): Program {
  return programs.start(process.execPath, [join(AGENTS_PLUGIN, 'dist', script), ...args], {
    VISAVIS_URL: service.url,
    VISAVIS_API_KEY: TEST_API_KEY,
    OPENAI_BASE_URL: openai.baseUrl,
    OPENAI_API_KEY: 'sk-local',
    ...settings,
  });
}

async function enter(avatar: string, url: string, token: string) {
  const consumer = new LiveConsumer(avatar);
  programs.endWith(() => consumer.leave());
  const mouth = new MouthWatch(consumer);
  await consumer.join(url, token);
  return { consumer, mouth };
}

const newest = async () => {
  const { conversations } = await service.client.get('/v3/conversations', { query: { take: 1 } });
  return conversations[0]!;
};

/** It greets, with moving lips; what is typed is answered; what is typed into an answer stops it. */
async function talk(consumer: LiveConsumer, mouth: MouthWatch, id: string): Promise<void> {
  const said = () => [...consumer.segments.values()].map(({ text }) => text.trim());
  const heardAt = await consumer.hears(0, WAIT_MS);
  await consumer.until('the greeting', () => said().includes(GREETING), WAIT_MS);
  await consumer.silent(500, WAIT_MS);
  await mouth.opens(heardAt);
  await mouth.rests();

  openai.replies.push({ say: Array.from({ length: 40 }, (_, n) => `word${n}`).join(' ') });
  const askedAt = performance.now();
  await consumer.type('Tell me everything.');
  await consumer.hears(askedAt, WAIT_MS);
  await consumer.until('some of it', () => said().some((text) => text.startsWith('word0 word1')), WAIT_MS);
  openai.replies.push({ say: 'As you like.' });
  await consumer.type('Be brief.');
  await consumer.until('the second answer', () => said().includes('As you like.'), WAIT_MS);
  await consumer.silent(500, WAIT_MS);
  const record = await untilConversation(
    service,
    id,
    'the interruption and both turns',
    (it) => timelineOf(it, 'interruption').length === 1 && timelineOf(it, 'turn').length === 2,
  );
  expect(record.transcript.map(({ author, content }) => `${author}: ${content}`)).toEqual(
    expect.arrayContaining([
      `character: ${GREETING}`,
      'user: Tell me everything.',
      'user: Be brief.',
      'character: As you like.',
    ]),
  );
  expect(timelineOf(record, 'warning').join()).not.toMatch(/agent|token/i);
}

test('the example of an own agent in a room of the service', async () => {
  const agent = start('examples/own-agent.js');
  const { serverUrl, consumerAccessToken } = JSON.parse(await agent.line(/^\{"serverUrl"/)) as {
    serverUrl: string;
    consumerAccessToken: string;
  };
  const { id, avatarIdentity } = await newest();
  const { consumer, mouth } = await enter(avatarIdentity!, serverUrl, consumerAccessToken);
  await talk(consumer, mouth, id);
  // The consumer hangs up, the agent's session closes, and with it the avatar's.
  await consumer.leave();
  const record = await untilEnded(service, id, WAIT_MS);
  expect(record.status).toBe('ended');
  expect(await agent.exited).toBe(0);
}, 400_000);

test('the example of an own LiveKit room: a worker of LiveKit Agents brings the avatar along', async () => {
  const { url, apiKey, apiSecret } = livekit.target;
  const settings = { LIVEKIT_URL: url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret };
  const startWorker = async () => start('examples/own-room.js', ['dev'], settings);
  let mouth: MouthWatch;
  const consumer = await enterDispatchedRoom(livekit.target, startWorker, 'visavis-avatar', (entering) => {
    programs.endWith(() => entering.leave());
    mouth = new MouthWatch(entering);
  });
  const { id } = await newest();
  await talk(consumer, mouth!, id);
  await consumer.leave();
  const record = await untilEnded(service, id, WAIT_MS);
  expect(record).toMatchObject({ status: 'ended' });
}, 400_000);

test('the example of a worker that the service starts by its name', async () => {
  const { stdout } = await runCommand(['rooms'], { VISAVIS_DATA_DIR: service.dataDir });
  const credentials = Object.fromEntries(
    stdout
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s)),
  );
  const ask = (agentName: string, identity: string) =>
    service.client.post('/v1/sessions', {
      body: {
        name: 'Named worker',
        avatar: { identity: 'maya', name: 'Maya' },
        remoteAgentConnectingIdentity: { identity, agentName },
        consumerIdentity: { identity: 'ada', name: 'Ada' },
      },
    });
  await expect(ask('guide', 'too-early')).rejects.toMatchObject({
    status: 422,
    errors: [
      { path: 'remoteAgentConnectingIdentity.agentName', message: expect.stringContaining('"guide"') },
    ],
  });
  const worker = start('examples/named-worker.js', ['dev'], credentials);
  await worker.line(/registered worker/);
  await expect(ask('nobody', 'guide-1')).rejects.toMatchObject({ status: 422 });

  const { session, consumerAccessToken } = await ask('guide', 'guide-1');
  expect(session.remoteAgentIdentity).toMatchObject({ identity: 'guide-1' });
  const { consumer, mouth } = await enter(
    session.avatar!.identity,
    session.host.serverUrl,
    consumerAccessToken!,
  );
  await talk(consumer, mouth, session.id);
  expect(consumer.room.remoteParticipants.get('guide-1')!.attributes).toMatchObject({
    'lk.agent_name': 'guide',
  });
  await consumer.leave();
  expect(await untilEnded(service, session.id, WAIT_MS)).toMatchObject({ status: 'ended' });
  // Refused conversations leave nothing behind.
  const { total } = await service.client.get('/v3/conversations', { query: { status: 'running' } });
  expect(total).toBe(0);
}, 400_000);

test('two rooms in one process', async () => {
  const program = start('callers/two-rooms.js');
  for (const name of ['first', 'second']) {
    const { told } = JSON.parse(await program.line(new RegExp(`^\\{"name":"${name}"`)));
    expect(told).toEqual([
      { position: expect.closeTo(1, 1), interrupted: false },
      { position: expect.closeTo(0.5, 1), interrupted: false },
    ]);
  }
  expect(await program.exited).toBe(0);
});

test('errors name the cause', async () => {
  const refused = start('examples/own-agent.js', [], { VISAVIS_API_KEY: 'vv_nobody_knows_this_key_at_all' });
  await refused.line(/VisavisApiError: The API key is not known/);
  expect(await refused.exited).toBe(1);
  const nobody = start('examples/own-agent.js', [], { VISAVIS_URL: 'http://127.0.0.1:9' });
  await nobody.line(/VisavisConnectionError: The service at http:\/\/127\.0\.0\.1:9 cannot be reached/);
});
