import { mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '@visavis/server/dist/config.js';
import { resample } from '@visavis/server/dist/lib/resampler.js';
import { LiveConsumer } from '@visavis/tests/dist/support/live-consumer.js';
import { startService } from '@visavis/tests/dist/support/service.js';
import { startWith, stopConversation } from '../support/conversation.ts';
import type { Bench } from '../support/report.ts';
import { naturalSpeaker, SET_RATE, speak } from '../support/spoken-set.ts';

const QUESTIONS = [
  'Who are you?',
  'What can you do for me?',
  'How are you today?',
  'Could you tell me a joke, please?',
  'What time is it now?',
];
const MICROPHONE_RATE = 48_000;
/** A share of the loudest sample: softer sound is the end of the last word fading. */
const LAST_WORD = 0.05;
/** Between an answer and the next question. */
const PAUSE_MS = 1200;
const WAIT_MS = 30_000;

/**
 * `[rounds]`: the last word of a spoken question → the first audible sample of the answer, at a client in the room, with the models of
 * the data directory of the settings, no key and no network.
 */
export const run: Bench = async ([rounds = '15'], report) => {
  const models = join(readConfig().dataDir, 'models');
  const dataDir = await mkdtemp(join(tmpdir(), 'visavis-spoken-turn-'));
  await symlink(models, join(dataDir, 'models'));
  const service = await startService({ dataDir });
  const answers: number[] = [];
  try {
    const { avatars } = await service.client.get('/v1/avatars');
    // One of the installed voices is a man's.
    const avatar = avatars.find(({ name }) => name === 'Daniel') ?? avatars[0]!;
    const natural = await naturalSpeaker(dataDir, QUESTIONS);
    const spoken = (await (natural ? natural[1]() : speak(QUESTIONS, 'Kore'))).map(untilLastWord);
    const started = await startWith(service, avatar.id);
    const consumer = new LiveConsumer(started.avatarIdentity);
    await consumer.join(started.serverUrl, started.token);
    await consumer.openMicrophone();
    await consumer.hears(0, WAIT_MS);
    await consumer.silent(PAUSE_MS, WAIT_MS);
    for (let round = 0; round < Number(rounds); round++) {
      await consumer.speak(spoken[round % spoken.length]!);
      const asked = performance.now();
      answers.push((await consumer.hears(asked, WAIT_MS)) - asked);
      await consumer.silent(PAUSE_MS, WAIT_MS);
    }
    await consumer.leave();
    const { timeline } = await service.client.get('/v3/conversations/{id}', { path: { id: started.id } });
    const turns = timeline.filter(({ type }) => type === 'turn').map(({ content }) => JSON.parse(content));
    const warnings = timeline.filter(({ type }) => type === 'warning').map(({ content }) => content);
    report.heading(`A spoken turn; the user is ${natural?.[0] ?? 'Flite'}, the avatar ${avatar.name}`);
    report.measured([
      { name: 'last word → first audible sample', values: answers, unit: 'ms', target: 'median ≤ 1200' },
      {
        name: 'of it, as the timeline tells: end of speech → sound leaves the worker',
        values: turns.map((turn) => turn.latencyMs),
        unit: 'ms',
      },
      {
        name: 'end of speech → engine’s first sound',
        values: turns.map((turn) => turn.engineMs),
        unit: 'ms',
      },
    ]);
    for (const warning of new Set(warnings)) report.text(`\nWarning of the timeline: ${warning}`);
    await stopConversation(service, started.id);
  } finally {
    await service.dispose();
  }
};

function untilLastWord(sound: Float32Array): Int16Array {
  const peak = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  let end = sound.length;
  while (end > 0 && Math.abs(sound[end - 1]!) < LAST_WORD * peak) end--;
  const pcm = Int16Array.from(sound.subarray(0, end), (sample) => Math.round((sample / peak) * 11_000));
  return resample(pcm, SET_RATE, MICROPHONE_RATE);
}
