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
/** The end of speech in the timeline and the last word of a round are the same end, if they are this near. */
const NEAR_MS = 2000;
const STEPS = [
  'last word → its words are in the room (pause of 200 ms, end of turn asked, transcribed)',
  'words → the turn is over',
  'turn over → first sound of the answer (thought, first clause spoken)',
  'first sound → sent',
  'sent → heard by the client',
];

/** When each step of a turn was over, on the clock of `performance`. */
interface Steps {
  asked: number;
  /** The first words of the question came in the room: the pause was noticed and its sound transcribed. */
  words?: number;
  /** The question came as final: the turn was over. */
  over?: number;
  heard: number;
}

/**
 * `[rounds]`: the last word of a spoken question → the first audible sample of the answer, step by step, at a client in the room, with the models of
 * the data directory of the settings, no key and no network.
 */
export const run: Bench = async ([rounds = '15'], report) => {
  const models = join(readConfig().dataDir, 'models');
  const dataDir = await mkdtemp(join(tmpdir(), 'visavis-spoken-turn-'));
  await symlink(models, join(dataDir, 'models'));
  const service = await startService({ dataDir });
  const rows: Steps[] = [];
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
      const row: Steps = { asked: performance.now(), heard: Number.NaN };
      const before = questionsOf(consumer).length;
      const note = (step: 'words' | 'over', isDone: (segment: { final: boolean }) => boolean) =>
        consumer
          .until(step, () => questionsOf(consumer).slice(before).some(isDone), WAIT_MS)
          .then(
            () => (row[step] = performance.now()),
            // A question that was not understood has no such step.
            () => undefined,
          );
      const noted = Promise.all([note('words', () => true), note('over', ({ final }) => final)]);
      row.heard = await consumer.hears(row.asked, WAIT_MS);
      await noted;
      rows.push(row);
      await consumer.silent(PAUSE_MS, WAIT_MS);
    }
    await consumer.leave();
    const { timeline } = await service.client.get('/v3/conversations/{id}', { path: { id: started.id } });
    const turns = timeline.filter(({ type }) => type === 'turn').map(({ content }) => JSON.parse(content));
    const warnings = timeline.filter(({ type }) => type === 'warning').map(({ content }) => content);
    report.heading(`A spoken turn; the user is ${natural?.[0] ?? 'Flite'}, the avatar ${avatar.name}`);
    report.measured([
      {
        name: 'last word → first audible sample',
        values: rows.map(({ asked, heard }) => heard - asked),
        unit: 'ms',
        target: 'median ≤ 1200',
      },
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
    report.heading('Where the time goes, in this order');
    report.measured(stepsOf(rows, turns).map(([name, values]) => ({ name, values, unit: 'ms' })));
    for (const warning of new Set(warnings)) report.text(`\nWarning of the timeline: ${warning}`);
    await stopConversation(service, started.id);
  } finally {
    await service.dispose();
  }
};

/** What the user said, as the room shows it. */
function questionsOf({ segments }: LiveConsumer): { final: boolean }[] {
  return [...segments].filter(([id]) => id.startsWith('u')).map(([, segment]) => segment);
}

interface Turn {
  userEndedAt: number;
  engineMs: number;
  latencyMs: number;
}

/** The time of each step in each round; the steps of the worker come from the timeline. */
function stepsOf(rows: readonly Steps[], turns: readonly Turn[]): [name: string, ms: number[]][] {
  const toWall = performance.timeOrigin;
  const rounds = rows.map((row) => {
    const turn = turns.find(({ userEndedAt }) => Math.abs(userEndedAt - toWall - row.asked) < NEAR_MS);
    const made = turn && turn.userEndedAt + turn.engineMs - toWall;
    const sent = turn && turn.userEndedAt + turn.latencyMs - toWall;
    return [row.asked, row.words, row.over, made, sent, row.heard];
  });
  return STEPS.map((name, n) => [
    name,
    rounds.map((times) => (times[n + 1] ?? Number.NaN) - (times[n] ?? Number.NaN)),
  ]);
}

function untilLastWord(sound: Float32Array): Int16Array {
  const peak = sound.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  let end = sound.length;
  while (end > 0 && Math.abs(sound[end - 1]!) < LAST_WORD * peak) end--;
  const pcm = Int16Array.from(sound.subarray(0, end), (sample) => Math.round((sample / peak) * 11_000));
  return resample(pcm, SET_RATE, MICROPHONE_RATE);
}
