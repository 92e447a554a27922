import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Voice } from '../voice.ts';
import { OccasionalVoice } from './occasional-voice.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function scripted(failures = 0) {
  const told: string[] = [];
  const start = async (): Promise<Voice> => {
    told.push('start');
    if (told.length <= failures) throw new Error('no thread');
    return {
      speak: async (text) => ({ text, pcm: new Int16Array(1), sampleRate: 16_000, phones: [] }),
      close: async () => void told.push('close'),
    };
  };
  return { voice: new OccasionalVoice(start, 1_000), told };
}

it('starts for the first sentence, and is closed after a time without requests', async () => {
  const { voice, told } = scripted();
  expect(told).toEqual([]);
  await Promise.all([voice.say('one', 'Puck'), voice.say('two', 'Puck')]);
  await vi.advanceTimersByTimeAsync(900);
  await voice.say('three', 'Puck');
  await vi.advanceTimersByTimeAsync(900);
  expect(told).toEqual(['start']);
  await vi.advanceTimersByTimeAsync(200);
  expect(told).toEqual(['start', 'close']);
  await voice.say('four', 'Puck');
  await voice.close();
  expect(told).toEqual(['start', 'close', 'start', 'close']);
});

it('is started again after a failed start', async () => {
  const { voice, told } = scripted(1);
  await expect(voice.say('one', 'Puck')).rejects.toThrow('no thread');
  await voice.say('two', 'Puck');
  expect(told).toEqual(['start', 'start']);
});
