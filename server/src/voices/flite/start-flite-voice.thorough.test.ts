import type { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../lib/seeded-random.ts';
import { splitClauses } from '../clauses.ts';
import type { SpokenClause, Voice } from '../voice.ts';
import { startFliteVoice } from './start-flite-voice.ts';

const NAMES =
  'Puck Charon Kore Fenrir Aoede Leda Orus Zephyr Sulafat Sadachbia Sadaltager Vindemiatrix Zubenelgenubi Achird Pulcherrima Gacrux Schedar Alnilam Achernar Laomedeia Rasalgethi Algenib Erinome Despina Algieba Umbriel Iapetus Enceladus Autonoe Callirrhoe'.split(
    ' ',
  );
const HOSTILE_CHARACTERS = 100_000;

let voice: Voice;
beforeAll(async () => {
  voice = await startFliteVoice();
});
afterAll(() => voice.close());

const durationMs = (clause: SpokenClause) => (1000 * clause.pcm.length) / clause.sampleRate;

function level(pcm: Int16Array): number {
  return Math.sqrt(pcm.reduce((sum, sample) => sum + sample * sample, 0) / pcm.length);
}

describe('the flite voice', () => {
  it('speaks under its names, each in its own way', async () => {
    const heard = new Map<string, SpokenClause>();
    for (const name of NAMES)
      heard.set(name, await voice.speak('I am happy to help you with that.', { voice: name }));
    for (const [name, clause] of heard) {
      expect(clause.pcm.length, name).toBeGreaterThan(clause.sampleRate);
      expect(level(clause.pcm), name).toBeGreaterThan(2000);
      expect(level(clause.pcm), name).toBeLessThan(5000);
    }
    // No two voices sound the same.
    const prints = new Set([...heard.values()].map((clause) => clause.pcm.slice(4000, 12_000).join()));
    expect(prints.size).toBe(heard.size);
  });

  it('starts each clause in the same state, even after a very long one', async () => {
    const speak = async () => [...(await voice.speak('How may I help you?', { voice: 'Kore' })).pcm];
    const before = await speak();
    await voice.speak('one more word '.repeat(10), { voice: 'Puck' });
    expect(await speak()).toEqual(before);
  });

  it('gives the phonemes in order, from the first sample to the last', async () => {
    const clause = await voice.speak('Hello there, my friend.', { voice: 'Kore' });
    expect(clause.text).toBe('Hello there, my friend.');
    expect(clause.phones.map(({ phone }) => phone).join(' ')).toBe(
      'pau hh ax l ow dh eh r pau m ay f r eh n d pau',
    );
    let previous = 0;
    for (const { endMs } of clause.phones) {
      expect(endMs).toBeGreaterThan(previous);
      previous = endMs;
    }
    expect(previous).toBeCloseTo(durationMs(clause), 3);
  });

  it.each(['Kore', 'Puck', 'Charon', 'Sadaltager'])(
    'times the phonemes of %s as they sound',
    async (name) => {
      const clause = await voice.speak('See Tom pass sad papa.', { voice: name });
      let start = 0;
      const levels: Record<string, number[]> = {};
      for (const { phone, endMs } of clause.phones) {
        const part = clause.pcm.subarray((start * 16_000) / 1000, (endMs * 16_000) / 1000);
        levels[phone] ??= [];
        levels[phone].push(level(part));
        start = endMs;
      }
      const mean = (list: number[]) => list.reduce((sum, x) => sum + x, 0) / list.length;
      // Stops are only quieter than vowels if the times are right.
      expect(mean(levels.p!)).toBeLessThan(0.6 * mean(levels.aa!));
      expect(mean(levels.t!)).toBeLessThan(0.6 * mean(levels.aa!));
    },
  );

  it('starts with the sound and ends with the pause that the punctuation requires', async () => {
    for (const name of NAMES) {
      const clause = await voice.speak('Hello,', { voice: name });
      const first = clause.pcm.findIndex((sample) => Math.abs(sample) > 600);
      expect(first / clause.sampleRate, name).toBeLessThan(0.1);
    }
    const pauses = [];
    for (const text of ['Good morning', 'Good morning,', 'Good morning.']) {
      const clause = await voice.speak(text, { voice: 'Orus' });
      pauses.push(durationMs(clause) - clause.phones.at(-2)!.endMs);
    }
    expect(pauses[0]).toBeCloseTo(110, 0);
    expect(pauses[1]).toBeCloseTo(140, 0);
    expect(pauses[2]).toBeCloseTo(250, 0);
  });

  it('speaks urgent clauses before others that wait, in the order of the calls', async () => {
    const order: string[] = [];
    const say = async (text: string, urgent: boolean) => {
      order.push((await voice.speak(text, { voice: 'Puck', urgent })).text);
    };
    await Promise.all([
      say('Being made.', false),
      say('The rest of an answer.', false),
      say('An answer.', true),
      say('Another answer.', true),
    ]);
    expect(order).toEqual(['Being made.', 'An answer.', 'Another answer.', 'The rest of an answer.']);
  });

  it('drops queued clauses when the signal fires, and stays usable', async () => {
    const controller = new AbortController();
    const clauses = Array.from({ length: 20 }, (_, i) =>
      voice.speak(
        `This is the rather long clause with the number ${i}, which takes its time.`,
        { voice: 'Kore' },
        controller.signal,
      ),
    );
    const outcomes = Promise.allSettled(clauses);
    const other = voice.speak('Meanwhile.', { voice: 'Kore' });
    await clauses[0];
    controller.abort();
    const rejected = (await outcomes).filter((outcome) => outcome.status === 'rejected');
    expect(rejected.length).toBeGreaterThan(10);
    for (const outcome of rejected) expect(outcome.reason).toMatchObject({ name: 'AbortError' });
    expect((await other).pcm.length).toBeGreaterThan(8000);
    await expect(voice.speak('Late.', { voice: 'Kore' }, controller.signal)).rejects.toMatchObject({
      name: 'AbortError',
    });
  });

  it.each(['🙂', '', '\u0000\u0001'])('gives an empty sound for %j', async (text) => {
    expect(await voice.speak(text, { voice: 'Puck' })).toMatchObject({
      text,
      phones: [],
      pcm: { length: 0 },
    });
  });

  it.each([
    '%s %d %n -voice kal -o /x',
    'it\'s "quoted" (and) bracketed!',
    'zzzzxqwrtpsdfghjklmnbvcx',
    'A.B.C.D.E.F.G.',
    'naïve café 🙂 Привет',
    '<speak>hi</speak>',
    '9'.repeat(20),
  ])('speaks %j', async (text) => {
    const clause = await voice.speak(text, { voice: 'Fenrir' });
    expect(clause.pcm.length).toBeGreaterThan(1000);
    expect(clause.phones.length).toBeGreaterThan(2);
  });

  it('refuses text that is not a clause', () =>
    expect(voice.speak('word '.repeat(20_000), { voice: 'Puck' })).rejects.toThrow(RangeError));

  it(`speaks the clauses of a hostile text of ${HOSTILE_CHARACTERS} characters`, async () => {
    const characters = Array.from('etaoin shrdlu ,.;:!?\n*_`|#$%&@<>()[]{}"\'/\\0123456789éßЖ你🙂\u0000');
    const random = seededRandom(7);
    const pick = () => characters[Math.floor(random() * characters.length)];
    const clauses = splitClauses(Array.from({ length: HOSTILE_CHARACTERS }, pick).join(''));
    expect(clauses.length).toBeGreaterThan(0.003 * HOSTILE_CHARACTERS);
    for (const clause of clauses.filter((_, i) => i % 40 === 0))
      expect((await voice.speak(clause, { voice: 'Sadaltager' })).pcm.length).toBeGreaterThan(0);
  });

  it('starts a new thread when the old one dies, and still speaks the clause in progress', async () => {
    // Node emits this event for every thread that is created.
    const thread = new Promise<Worker>((resolve) => process.once('worker', resolve));
    const fragile = await startFliteVoice();
    try {
      const clauses = ['One is the first of all the clauses.', 'Two.', 'Three.'].map((text) =>
        fragile.speak(text, { voice: 'Kore' }),
      );
      await (await thread).terminate();
      for (const clause of await Promise.all(clauses)) expect(clause.pcm.length).toBeGreaterThan(5000);
    } finally {
      await fragile.close();
    }
  });

  it('rejects open requests when it is closed, and all later ones', async () => {
    const brief = await startFliteVoice();
    const open = brief.speak('Never heard.', { voice: 'Kore' });
    const outcome = expect(open).rejects.toThrow('closed');
    await brief.close();
    await outcome;
    await expect(brief.speak('Too late.', { voice: 'Kore' })).rejects.toThrow('closed');
    await brief.close();
  });
});
