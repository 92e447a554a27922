import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { installPythonAgents, startModelsOfAgents } from '../support/callers.ts';
import { enterDispatchedRoom } from '../support/dispatched-room.ts';
import { findBlock, readGuide } from '../support/guide.ts';
import { useFolder } from '../support/inside.ts';
import { LiveConsumer } from '../support/live-consumer.ts';
import { startLivekitServer } from '../support/livekit-server.ts';
import { needs } from '../support/needs.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { characterLines, untilConversation, untilEnded } from '../support/service-client.ts';
import { StartedPrograms } from '../support/started-programs.ts';
import { useService, useStarted } from '../support/use-service.ts';

const GREETING = 'Hello, it is good to see you.';

// The TypeScript of the guides is in agents-plugin/examples; agents-plugin.test.ts runs it.
needs('Python', 'livekit-server').describe('the Python of the guides', () => {
  const service = useService(() => ({ env: { VISAVIS_PRIVATE_ADDRESSES: 'true' } }));
  const livekit = useStarted(startLivekitServer, (it) => it.close());
  const openai = useStarted(startModelsOfAgents, (it) => it.stop());
  let python: string;
  const folder = useFolder();
  let avatarId: string;
  const programs = new StartedPrograms();

  beforeAll(async () => {
    python = await installPythonAgents();
    const { avatars } = await service.client.get('/v1/avatars');
    avatarId = avatars[0]!.id;
  }, 600_000);

  async function start(guide: string, args: string[], settings: Record<string, string> = {}) {
    const script = join(folder, `${guide}.py`);
    await writeFile(script, findBlock(readGuide(guide), 'LiveKit Agents for Python', 'python').code);
    return programs.start(python, [script, ...args], {
      VISAVIS_URL: service.url,
      VISAVIS_API_KEY: TEST_API_KEY,
      VISAVIS_AVATAR_ID: avatarId,
      OPENAI_BASE_URL: openai.baseUrl,
      OPENAI_API_KEY: 'sk-local',
      ...settings,
    });
  }

  /** Checks a conversation: the avatar greets and answers, the consumer hangs up, and the conversation ends. */
  async function talk(consumer: LiveConsumer): Promise<void> {
    const said = () => [...consumer.segments.values()].map(({ text }) => text.trim());
    const { conversations } = await service.client.get('/v3/conversations', { query: { take: 1 } });
    const { id } = conversations[0]!;
    // A consumer who joins during the greeting misses part of it or all of it. The record has all of it.
    await untilConversation(service, id, 'the greeting', (it) => characterLines(it).includes(GREETING));
    await consumer.silent(500);
    openai.replies.push({ say: 'From seven to ten.' });
    const askedAt = performance.now();
    await consumer.type('When is breakfast?');
    await consumer.hears(askedAt);
    await consumer.until('the answer', () => said().includes('From seven to ten.'));
    await untilConversation(service, id, 'the record', (it) =>
      it.transcript.some(({ content }) => content === 'When is breakfast?'),
    );
    await consumer.leave();
    expect((await untilEnded(service, id)).status).toBe('ended');
  }

  test('own-agent.md: an agent in a room of the service', async () => {
    const agent = await start('own-agent', []);
    const [url, token] = (await agent.line(/^ws:\S+ \S+$/)).split(' ');
    const consumer = new LiveConsumer();
    programs.endWith(() => consumer.leave());
    await consumer.join(url!, token!);
    await talk(consumer);
    // Not the exit code: LiveKit's native library may abort Python if a callback waits for the interpreter at exit.
    await agent.exited;
    expect(agent.lines.filter((line) => line.startsWith('Traceback'))).toEqual([]);
  }, 400_000);

  test('own-room.md: a worker in a LiveKit room of the caller', async () => {
    const { url, apiKey, apiSecret } = livekit.target;
    const settings = { LIVEKIT_URL: url, LIVEKIT_API_KEY: apiKey, LIVEKIT_API_SECRET: apiSecret };
    const startWorker = () => start('own-room', ['dev'], settings);
    await talk(
      await enterDispatchedRoom(livekit.target, startWorker, 'visavis-avatar', (consumer) =>
        programs.endWith(() => consumer.leave()),
      ),
    );
  }, 400_000);
});
