import { describe, expect, it } from 'vitest';
import { decodeMuLaw, encodeMuLaw } from './mu-law.ts';
import { concatPcm, durationMs, pcmFromBase64, pcmToBase64 } from './pcm.ts';
import { encodeWav, readWavHeader } from './wav.ts';

describe('µ-law', () => {
  it('knows the values of G.711', () => {
    expect([...decodeMuLaw(Uint8Array.from([0xff, 0x7f, 0x80, 0x00]))].map((value) => value + 0)).toEqual([
      0, 0, 32_124, -32_124,
    ]);
  });

  it('returns every code unchanged, except for the two zeros', () => {
    const codes = Uint8Array.from({ length: 256 }, (_, i) => i);
    const again = encodeMuLaw(decodeMuLaw(codes));
    for (const code of codes) if (code !== 0x7f) expect(again[code]).toBe(code);
  });

  it('stays within 4% of loud samples and clips the loudest', () => {
    const pcm = Int16Array.from([-32_768, -20_000, -1000, 1000, 12_345, 32_767]);
    const again = decodeMuLaw(encodeMuLaw(pcm));
    for (const [i, sample] of pcm.entries())
      expect(Math.abs(again[i]! - sample) / Math.abs(sample)).toBeLessThan(0.04);
  });
});

it('PCM: survives base64, including odd bytes and views', () => {
  const whole = Int16Array.from([1, -2, 32_767, -32_768, 5]);
  expect(pcmFromBase64(pcmToBase64(whole.subarray(1, 4)))).toEqual(Int16Array.from([-2, 32_767, -32_768]));
  expect(pcmFromBase64(Buffer.from([1, 0, 9]).toString('base64'))).toEqual(Int16Array.from([1]));
  expect(concatPcm([whole.subarray(0, 2), whole.subarray(2)])).toEqual(whole);
  expect(durationMs(48_000, 24_000)).toBe(2000);
});

describe('WAVE', () => {
  it('is read as it was written', () => {
    const wav = encodeWav(Int16Array.from([1, 2, 3]), 22_050);
    expect(readWavHeader(wav)).toEqual({ sampleRate: 22_050, channels: 1, encoding: 'pcm16', dataAt: 44 });
    expect(wav.length).toBe(50);
  });

  it('is read once its header is complete, past irrelevant chunks', () => {
    const wav = Buffer.from(encodeWav(new Int16Array(4), 16_000));
    const list = Buffer.concat([Buffer.from('LIST'), Buffer.from([5, 0, 0, 0]), Buffer.from('abcde\0')]);
    const longer = Buffer.concat([wav.subarray(0, 12), list, wav.subarray(12)]);
    expect(readWavHeader(longer)).toMatchObject({ sampleRate: 16_000, dataAt: 58 });
    for (let length = 0; length < 58; length++)
      expect(readWavHeader(longer.subarray(0, length))).toBeUndefined();
  });

  it('is refused if its header is endless', () => {
    const head = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE'), Buffer.alloc(8 * 100)]);
    expect(() => readWavHeader(head)).toThrow('does not end');
  });

  it('is refused if it is another format', () => {
    expect(() => readWavHeader(Buffer.from('ID3\u0004 an MP3 file'))).toThrow('not a WAVE file');
    const wav = encodeWav(new Int16Array(4), 16_000);
    // WAVE_FORMAT_EXTENSIBLE with 32 bits: the sub-format decides between float and integer, not the width.
    const extensible = Buffer.concat([wav.subarray(0, 36), Buffer.alloc(24), wav.subarray(36)]);
    extensible.writeUInt32LE(40, 16);
    extensible.writeUInt16LE(0xfffe, 20);
    extensible.writeUInt16LE(32, 34);
    extensible.writeUInt16LE(3, 44);
    expect(readWavHeader(extensible)).toMatchObject({ encoding: 'float32', dataAt: 68 });
    extensible.writeUInt16LE(1, 44);
    expect(() => readWavHeader(extensible)).toThrow('encoding 1 with 32 bits');
    wav[34] = 8;
    expect(() => readWavHeader(wav)).toThrow('encoding 1 with 8 bits');
  });

  it.each([
    [24, 0, 'at 0 Hz'],
    [24, 0xffffffff, 'at 4294967295 Hz'],
    [22, 0x1ffff, 'of 65535 channels'],
    // Overwrites the length of the first chunk.
    [16, 0x7fffffff, 'does not end'],
  ])('is refused if its header is inconsistent', (at, value, says) => {
    const wav = Buffer.from(encodeWav(new Int16Array(40_000), 16_000));
    wav.writeUInt32LE(value, at);
    expect(() => readWavHeader(wav)).toThrow(says);
  });
});
