import { afterEach, expect, test } from 'vitest';
import { useApi } from '../support/api-harness.ts';
import { PEOPLE } from '../support/inside.ts';
import { medianPitch } from '../support/median-pitch.ts';
import { startPlainSampler } from '../support/speech.ts';
import { useStarted } from '../support/use-service.ts';

/** A pitch ratio of nearly two semitones. */
const APART = 1.11;

const plain = useStarted(startPlainSampler, (it) => it.close());
const api = useApi({
  wrapPorts: (ports) => ({
    ...ports,
    builtInFaces: PEOPLE,
    voiceSampler: { ...ports.voiceSampler, say: (text, voice) => plain.say(text, voice) },
  }),
});
afterEach(() => api.configuredEngines.clear());

const galleryOf = async (key: string) => (await api.call('GET', '/v1/avatars', { key })).body.avatars;

test.each([
  { provider: 'gemini', voices: PEOPLE.length },
  // OpenAI has five female voices, and the gallery six women, so two share a voice.
  { provider: 'openai', voices: PEOPLE.length - 1 },
] as const)(
  'with $provider, every gallery avatar has an agent that knows its name, a greeting and a fitting voice',
  async ({ provider, voices }) => {
    api.configuredEngines.set(provider, provider);
    const { key } = await api.createOrganization();
    const gallery = await galleryOf(key);
    expect(gallery.map(({ name }: { name: string }) => name)).toEqual(PEOPLE.map(({ name }) => name));
    const own = { id: new Set(), greetingMsg: new Set(), instructions: new Set() };
    const heard = new Set<string>();
    for (const { id, name, agent } of gallery) {
      expect(agent).toMatchObject({
        provider,
        name,
        greetingMsg: expect.stringContaining(`I am ${name}`),
        instructions: expect.stringContaining(`You are ${name}.`),
      });
      for (const [field, values] of Object.entries(own)) values.add(agent[field]);
      heard.add(agent.voice);
      // This also checks the voice: a voice of another provider would be refused.
      const body = { name: 'Talk', avatar: { id }, consumerIdentity: { identity: 'u' } };
      expect((await api.call('POST', '/v1/sessions', { key, body })).status).toBe(201);
      expect(api.dispatched.at(-1)!.engine).toMatchObject({
        voice: agent.voice,
        greeting: agent.greetingMsg,
      });
    }
    for (const values of Object.values(own)) expect(values.size).toBe(PEOPLE.length);
    expect(heard.size).toBe(voices);
  },
);

test('without a key, all gallery avatars sound different: their pitches are nearly two semitones apart', async () => {
  const pitches = new Map<string, number>();
  for (const { identity, agent } of await galleryOf(api.key)) {
    const query = `provider=${agent.provider}&voice=${agent.voice}`;
    const { body } = await api.call('GET', `/v3/voice-samples?${query}`);
    const wav = Buffer.from(body.audio, 'base64');
    const pcm = new Int16Array(wav.buffer.slice(wav.byteOffset + 44, wav.byteOffset + wav.length));
    pitches.set(identity, medianPitch(pcm, wav.readUInt32LE(24)));
  }
  const low = [...pitches].sort(([, a], [, b]) => a - b);
  expect(low.map(([identity]) => identity)).toEqual(
    `daniel tomas mateo kenji ada priya maya amara leila ines`.split(/\s+/),
  );
  for (const [n, [identity, pitch]] of low.entries())
    if (n > 0) expect(pitch / low[n - 1]![1], identity).toBeGreaterThan(APART);
});

test('a character that names neither a face nor a voice is the first gallery person, with a fitting voice', async () => {
  const [first] = await galleryOf(api.key);
  const { body } = await api.call('POST', '/v3/characters', { body: { name: 'Guide' } });
  expect(body).toMatchObject({ face: { identity: first.identity }, voice: { identity: first.agent.voice } });
});
