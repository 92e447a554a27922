/** Tests the plugins of `python/`, installed as from a package index, with the real LiveKit Agents and Pipecat. */
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { installPythonAgents, installPythonPackages, startModelsOfAgents } from '../support/callers.ts';
import { startEmbeddedRooms } from '../support/embedded-room-server.ts';
import { ROOT } from '../support/guide.ts';
import { useFolder } from '../support/inside.ts';
import { LiveConsumer } from '../support/live-consumer.ts';
import { needs } from '../support/needs.ts';
import { Program } from '../support/program.ts';
import { PythonPackages } from '../support/python-packages.ts';
import { mintToken } from '../support/room-target.ts';
import { TEST_API_KEY } from '../support/service.ts';
import { readConversation, timelineTypes, untilEnded } from '../support/service-client.ts';
import { useService, useStarted } from '../support/use-service.ts';

needs('Python').describe('the Python packages', () => {
  const packages = new PythonPackages(useFolder());
  const service = useService(() => ({ env: { VISAVIS_PRIVATE_ADDRESSES: 'true' } }));
  const openai = useStarted(startModelsOfAgents, (it) => it.stop());
  const rooms = useStarted(startEmbeddedRooms, (it) => it.close());
  const scripts: Program[] = [];
  afterAll(() => {
    for (const script of scripts) script.signal('SIGKILL');
  });

  const start = (
    interpreter: string,
    script: string,
    path: string,
    args: string[],
    env: Record<string, string>,
  ) => {
    const settings = {
      PYTHONPATH: path,
      VISAVIS_URL: service.url,
      VISAVIS_API_KEY: TEST_API_KEY,
      OPENAI_BASE_URL: openai.baseUrl,
      OPENAI_API_KEY: 'sk-local',
      ...env,
    };
    const file = join(ROOT, 'tests/cluster/python', script);
    const started = new Program(interpreter, [file, ...args], settings, undefined, 'pipe');
    scripts.push(started);
    return started;
  };

  test('livekit-plugins-visavis: the avatar speaks the agent’s words in the room of the agent', async () => {
    const interpreter = await installPythonAgents();
    const path = await packages.install(interpreter, 'livekit-plugins-visavis');
    const { target } = rooms;
    const consumer = new LiveConsumer('visavis-avatar');
    await consumer.join(target.url, await mintToken(target, 'python', 'ada'));
    const token = await mintToken(target, 'python', 'agent', {}, { kind: 'agent' });
    const agent = start(interpreter, 'livekit_agent.py', path, [target.url, token], {
      LIVEKIT_URL: target.url,
      LIVEKIT_API_KEY: target.apiKey,
      LIVEKIT_API_SECRET: target.apiSecret,
    });
    expect(await agent.nextEvent('refused')).toMatchObject({ status: 401 });
    const { session_id: id, ...joined } = await agent.nextEvent('joined');
    expect(joined).toEqual({ event: 'joined', provider: 'visavis', identity: 'visavis-avatar' });
    await consumer.hears(0);
    await consumer.until('a picture', () => consumer.frames.length > 0);
    expect(await agent.nextEvent('said')).toMatchObject({ interrupted: false });
    expect(await agent.endInput()).toBe(0);
    expect(await untilEnded(service, String(id))).toMatchObject({ endReason: 'stopped' });
    await consumer.leave();
  }, 600_000);

  test('livekit-plugins-visavis: a room of the service, without a LiveKit server', async () => {
    const interpreter = await installPythonAgents();
    const path = await packages.install(interpreter, 'livekit-plugins-visavis');
    const agent = start(interpreter, 'livekit_agent.py', path, [], {});
    const { url, token } = await agent.nextEvent('opened');
    const { session_id: id, identity } = await agent.nextEvent('joined');
    const consumer = new LiveConsumer(String(identity));
    await consumer.join(String(url), String(token));
    expect(await agent.nextEvent('said')).toMatchObject({ interrupted: false });
    await consumer.until('a picture', () => consumer.frames.length > 0);
    expect(await agent.endInput()).toBe(0);
    expect(await untilEnded(service, String(id))).toMatchObject({ endReason: 'stopped' });
    await consumer.leave();
  }, 600_000);

  /** Starts a Pipecat bot in a room of its own; the avatar's media is published as the bot's tracks. */
  async function bot(room: string, env: Record<string, string> = {}): Promise<[Program, LiveConsumer]> {
    const requirements = join(ROOT, 'tests/cluster/python/pipecat-requirements.txt');
    const interpreter = await installPythonPackages('pipecat', requirements);
    const path = await packages.install(interpreter, 'pipecat-visavis');
    const { target } = rooms;
    const consumer = new LiveConsumer('bot');
    await consumer.join(target.url, await mintToken(target, room, 'ada'));
    const token = await mintToken(target, room, 'bot', {}, { kind: 'agent' });
    return [start(interpreter, 'pipecat_bot.py', path, [target.url, room, token], env), consumer];
  }

  test('pipecat-visavis: the bot has the avatar’s face, stops when interrupted, and finishes its last words', async () => {
    const [script, consumer] = await bot('pipecat');
    script.tell('say Hello from Pipecat.');
    expect(await script.nextEvent('picture')).toMatchObject({ format: 'RGB' });
    await script.nextEvent('started');
    await consumer.hears(0);
    // Pipecat's transport sends black frames until it gets a picture.
    const shades = () => new Set(consumer.picture?.luma).size;
    await consumer.until('the face', () => shades() > 20);
    await script.nextEvent('stopped');
    script.tell('session');
    const { id } = await script.nextEvent('session');

    const askedAt = performance.now();
    const heard = () => consumer.sound.filter((at) => at > askedAt).length / 100;
    // Half a minute of speech.
    script.tell(`say ${'This goes on and on and on. '.repeat(20)}`);
    await consumer.until('three seconds of it', () => heard() > 3);
    script.tell('interrupt');
    await consumer.silent(1000);
    script.tell('say These are my last words.');
    expect(await script.endInput()).toBe(0);
    const record = await untilEnded(service, String(id));
    expect(record).toMatchObject({ endReason: 'stopped' });
    const stored = await readConversation(service, String(id));
    expect(timelineTypes(stored)).toContain('interruption');
    // Pipecat reports either all words of interrupted speech or none, because this TTS returns no word timestamps.
    const said = stored.transcript.map(({ author, content }) => [author, content]);
    expect(said.at(0)).toEqual(['character', 'Hello from Pipecat.']);
    expect(said.at(-1)).toEqual(['character', 'These are my last words.']);
    await consumer.leave();
  }, 600_000);

  test('pipecat-visavis: if no avatar joins, an error says so and the voice continues', async () => {
    const [script, consumer] = await bot('faceless', { VISAVIS_API_KEY: 'vv_wrong_key_of_nobody' });
    script.tell('say Hello without a face.');
    expect((await script.nextEvent('error')).message).toContain('Visavis answered 401');
    await script.nextEvent('started');
    await consumer.hears(0);
    await script.nextEvent('stopped');
    expect(await script.endInput()).toBe(0);
    await consumer.leave();
  }, 600_000);
});
