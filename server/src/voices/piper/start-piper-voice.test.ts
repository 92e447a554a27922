import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useFolder } from '../../lib/testing/use-folder.ts';
import type { InstalledVoice } from './piper-messages.ts';
import { type PiperVoice, startPiperVoice } from './start-piper-voice.ts';
import { installToneRuntime, installVoice } from './testing/tone-runtime.ts';

let man: InstalledVoice;
let woman: InstalledVoice;
let voice: PiperVoice | undefined;

const folder = useFolder();
beforeAll(async () => {
  await installToneRuntime(folder);
  man = await installVoice(folder, 'Joe, a man');
  woman = await installVoice(folder, 'Ann, a woman');
});
afterEach(() => voice?.close());

function start(...models: InstalledVoice[]): PiperVoice {
  voice = startPiperVoice(models, folder);
  return voice;
}

describe('the voice of Piper', () => {
  it('speaks a clause, and returns the end of each of its sounds', async () => {
    const { text, pcm, sampleRate, phones } = await start(man).speak('Come in at 5!', { voice: 'Charon' });
    // The words as written, not as spoken.
    expect(text).toBe('Come in at 5!');
    expect(phones.map(({ phone }) => phone).join(' ')).toBe('pau k ah m ih n ae t f ay v pau');
    const ends = phones.map(({ endMs }) => endMs);
    expect(ends).toEqual(ends.toSorted((a, b) => a - b));
    expect(ends.at(-1)).toBeCloseTo((1000 * pcm.length) / sampleRate, 1);
    expect(Math.abs(pcm[0]!)).toBeLessThan(10);
    expect(Math.abs(pcm.at(-1)!)).toBeLessThan(10);
    const loud = pcm.subarray(pcm.length / 4, pcm.length / 2);
    expect(Math.sqrt(loud.reduce((sum, sample) => sum + sample ** 2, 0) / loud.length)).toBeCloseTo(3600, -3);
  });

  it('gives people of the same sex different voices, and each a voice of their own sex', async () => {
    const piper = start(man, woman);
    expect(piper.modelFor('Puck')).toBe(man);
    expect(piper.modelFor('Kore')).toBe(woman);
    expect(start(man).modelFor('Kore')).toBeUndefined();
    const [puck, charon] = await Promise.all(
      ['Puck', 'Charon'].map((name) => piper.speak('Hello there.', { voice: name })),
    );
    expect(puck!.sampleRate).not.toBe(charon!.sampleRate);
  });

  it('makes no sound for text that cannot be pronounced, and refuses text that is not a clause', async () => {
    const piper = start(man);
    expect((await piper.speak('🙂', { voice: 'Puck' })).pcm).toHaveLength(0);
    await expect(piper.speak('word '.repeat(2000), { voice: 'Puck' })).rejects.toThrow(RangeError);
  });

  it('describes what is wrong with a model in one line', async () => {
    const broken = await installVoice(folder, 'Broken, a man', 'broken');
    await expect(start(broken).load()).rejects.toThrow(
      /^the model cannot be opened: Unsupported model IR version: 99, max supported IR version: 10$/,
    );
    const german = await installVoice(
      folder,
      'German, a man',
      '',
      '{"audio":{"sample_rate":22050},"espeak":{"voice":"de"},"phoneme_id_map":{"_":[0],"^":[1],"$":[2]}}',
    );
    await voice!.close();
    await expect(start(german).load()).rejects.toThrow(
      'the voice speaks "de", but this service supports only English Piper voices',
    );
  });
});
