import { join } from 'node:path';
import type { Conversation } from '@visavis/client';
import { beforeAll, expect } from 'vitest';
import { AGENTS_PLUGIN, installNodeAgents, startModelsOfAgents } from '../support/callers.ts';
import { runCommand } from '../support/command.ts';
import { enterDispatchedRoom } from '../support/dispatched-room.ts';
import { LiveConsumer } from '../support/live-consumer.ts';
import { startLivekitServer } from '../support/livekit-server.ts';
import { MouthWatch } from '../support/mouth-watch.ts';
import { needs } from '../support/needs.ts';
import type { Program } from '../support/program.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { characterLines, timelineOf, untilConversation, untilEnded } from '../support/service-client.ts';
import { StartedPrograms } from '../support/started-programs.ts';
import { useService, useStarted } from '../support/use-service.ts';

const { test } = needs('livekit-server');
const GREETING = 'Hello, it is good to see you.';

const service = useService(() => ({ env: { VISAVIS_PRIVATE_ADDRESSES: 'true' } }));
const livekit = useStarted(startLivekitServer, (it) => it.close());
const openai = useStarted(startModelsOfAgents, (it) => it.stop());
const programs = new StartedPrograms();

beforeAll(installNodeAgents, 600_000);

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

/** Checks that the avatar greets, answers typed text with moving lips, and stops when more is typed. */
async function talk(consumer: LiveConsumer, mouth: MouthWatch, id: string): Promise<void> {
  const said = () => [...consumer.segments.values()].map(({ text }) => text.trim());
  const until = (what: string, accept: (it: Conversation) => boolean) =>
    untilConversation(service, id, what, accept);
  // The agent greets at once, so a participant whose media connects later misses some of it. The record has all of it.
  await until('the greeting', (it) => characterLines(it).includes(GREETING));
  await consumer.silent(500);

  // Long enough to be interrupted.
  openai.replies.push({ say: Array.from({ length: 120 }, (_, n) => `word${n}`).join(' ') });
  await consumer.type('Tell me everything.');
  const spoken = await until('the first answer to be spoken', (it) => timelineOf(it, 'turn').length === 1);
  const spokenAt = performance.now();
  await consumer.hears(spokenAt);
  await mouth.opens(spokenAt);
  await consumer.until('some of it', () => said().some((text) => text.startsWith('word0 word1')));
  openai.replies.push({ say: 'As you like.' });
  await consumer.type('Be brief.');
  await consumer.until('the second answer', () => said().includes('As you like.'));
  // On a slow machine the greeting may have been interrupted as well.
  const interruptions = (it: Conversation) => timelineOf(it, 'interruption').length;
  const record = await until(
    'the interruption, both turns and the second answer',
    (it) =>
      interruptions(it) === interruptions(spoken) + 1 &&
      timelineOf(it, 'turn').length === 2 &&
      characterLines(it).includes('As you like.'),
  );
  await consumer.silent(500);
  await mouth.rests();
  const typed = record.transcript.filter(({ author }) => author === 'user').map(({ content }) => content);
  expect(typed).toEqual(['Tell me everything.', 'Be brief.']);
  expect(timelineOf(record, 'warning').join()).not.toMatch(/agent|token/i);
}

test('the example of an own agent in a room of the service works', async () => {
  const agent = start('examples/own-agent.js');
  const { serverUrl, consumerAccessToken } = JSON.parse(await agent.line(/^\{"serverUrl"/)) as {
    serverUrl: string;
    consumerAccessToken: string;
  };
  const { id, avatarIdentity } = await newest();
  const { consumer, mouth } = await enter(avatarIdentity!, serverUrl, consumerAccessToken);
  await talk(consumer, mouth, id);
  // When the consumer hangs up, the agent's session closes, and with it the avatar's.
  await consumer.leave();
  const record = await untilEnded(service, id);
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
  const record = await untilEnded(service, id);
  expect(record).toMatchObject({ status: 'ended' });
}, 400_000);

test('the example of a worker that the service starts by name works', async () => {
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
  expect(await untilEnded(service, session.id)).toMatchObject({ status: 'ended' });
  // Conversations that were refused leave nothing behind.
  const { total } = await service.client.get('/v3/conversations', { query: { status: 'running' } });
  expect(total).toBe(0);
}, 400_000);

test('one process can use two rooms', async () => {
  const program = start('callers/two-rooms.js');
  for (const name of ['first', 'second']) {
    const { reports } = JSON.parse(await program.line(new RegExp(`^\\{"name":"${name}"`)));
    expect(reports).toEqual([
      { position: expect.closeTo(1, 1), interrupted: false },
      { position: expect.closeTo(0.5, 1), interrupted: false },
    ]);
  }
  expect(await program.exited).toBe(0);
});

test('errors state the cause', async () => {
  const refused = start('examples/own-agent.js', [], { VISAVIS_API_KEY: 'vv_nobody_knows_this_key_at_all' });
  await refused.line(/VisavisApiError: The API key is not valid/);
  expect(await refused.exited).toBe(1);
  const nobody = start('examples/own-agent.js', [], { VISAVIS_URL: 'http://127.0.0.1:9' });
  await nobody.line(/VisavisConnectionError: The service at http:\/\/127\.0\.0\.1:9 cannot be reached/);
});
