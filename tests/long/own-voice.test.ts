import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  copyModel,
  findModels,
  findVoices,
  ModelFolder,
  type PiperVoice,
  type SpokenClause,
  startPiperVoice,
  useFolder,
} from '../support/inside.ts';
import { modelsFor } from '../support/models/test-models.ts';

const models = await modelsFor('the natural voice, with its real weights');

describe.runIf(models)('the natural voice, with its real weights', () => {
  const dataDir = useFolder();
  let voice: PiperVoice;
  let name: string;
  beforeAll(async () => {
    const folder = new ModelFolder(dataDir);
    for (const found of await findModels(models!)) await copyModel(folder, found);
    const voices = await findVoices(folder);
    expect(voices, `${models} holds no voice`).not.toEqual([]);
    voice = startPiperVoice(voices, folder.path);
    name = voice.modelFor('Puck') ? 'Puck' : 'Kore';
    await voice.load();
  });
  afterAll(() => voice?.close());

  test('gives phoneme times that match its sound', async () => {
    const spoken = await voice.speak('Six sisters see the seas, always.', { voice: name });
    // A hiss crosses zero far more often than a vowel.
    const hiss = crossings(spoken, (phone) => phone === 's');
    const vowels = crossings(spoken, (phone) => /^(?:ao|ey|iy|ih|ah)$/.test(phone));
    expect(hiss).toBeGreaterThan(2 * vowels);
    expect(spoken.phones.at(-1)!.endMs).toBeCloseTo((1000 * spoken.pcm.length) / spoken.sampleRate, 0);
  });

  test('starts and ends each clause in silence, all equally loud', async () => {
    for (const text of [
      'Tickets cost $11.50 on Nov. 3rd,',
      'and the entrance is at Harbour Street 12.',
      'Hi!',
    ]) {
      const { pcm, phones, sampleRate } = await voice.speak(text, { voice: name });
      expect(Math.abs(pcm[0]!), text).toBeLessThan(50);
      expect(Math.abs(pcm.at(-1)!), text).toBeLessThan(50);
      const end = Math.round((phones.at(-2)!.endMs * sampleRate) / 1000);
      expect(rms(pcm.subarray(0, end)), text).toBeGreaterThan(2400);
      expect(rms(pcm.subarray(0, end)), text).toBeLessThan(4800);
      expect(Math.max(...pcm.map(Math.abs)), text).toBeLessThan(32_767);
    }
  });
});

/** Returns the zero crossings per second during the wanted phonemes. */
function crossings({ pcm, sampleRate, phones }: SpokenClause, isWanted: (phone: string) => boolean): number {
  let count = 0;
  let samples = 0;
  let from = 0;
  for (const { phone, endMs } of phones) {
    const to = Math.round((endMs * sampleRate) / 1000);
    if (isWanted(phone)) {
      for (let at = from + 1; at < to; at++) if (pcm[at - 1]! < 0 !== pcm[at]! < 0) count++;
      samples += to - from;
    }
    from = to;
  }
  return (count * sampleRate) / samples;
}

function rms(pcm: Int16Array): number {
  return Math.sqrt(pcm.reduce((sum, sample) => sum + sample ** 2, 0) / pcm.length);
}
