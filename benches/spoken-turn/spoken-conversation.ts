import type { VisavisClient } from '@visavis/client';
import type { TurnMeasure } from '@visavis/server/dist/media/turn/turn-clock.js';
import { LiveConsumer } from '@visavis/tests/dist/support/live-consumer.js';
import { startConversation, stopConversation, timelineOf, turnsOf } from '../support/conversation.ts';

/** Pause between an answer and the next question. */
const PAUSE_MS = 1200;
const WAIT_MS = 60_000;
/** If they are this close, the end of speech in the timeline and the last word of a round are the same end. */
const NEAR_MS = 2000;
export const STEPS = [
  'last word → it has reached the worker (microphone, network, jitter buffer)',
  'there → its words are in the room (a silence of 96 ms, transcribed)',
  'words → the turn is over',
  'turn over → first sound of the answer (thought, first clause spoken)',
  'first sound → sent',
  'sent → heard by the client',
] as const;

/** When each step of a turn ended, on the clock of `performance`. */
interface Round {
  asked: number;
  /** The first words of the question arrived in the room: the pause was detected and its audio transcribed. */
  words?: number;
  /** The question arrived as final: the turn was over. */
  over?: number;
  heard: number;
  /** The last audio of the answer. */
  silent: number;
}

export interface Conversed {
  /** Milliseconds from the last word to the first audible sample. */
  latencies: number[];
  turns: TurnMeasure[];
  /** Milliseconds by step number. */
  steps: number[][];
  /** Frame rate while the avatar speaks, for each answer. */
  pictures: number[];
  warnings: string[];
}

/** Holds a conversation in which a client plays the recorded questions in turn (mono, 48 kHz), `rounds` in all. */
export async function converse(
  client: VisavisClient,
  avatarId: string,
  questions: readonly Int16Array[],
  rounds: number,
): Promise<Conversed> {
  const started = await startConversation(client, avatarId);
  const consumer = new LiveConsumer(started.avatarIdentity);
  await consumer.join(started.serverUrl, started.token);
  await consumer.openMicrophone();
  await consumer.hears(0, WAIT_MS);
  await consumer.silent(PAUSE_MS, WAIT_MS);
  const all: Round[] = [];
  for (let n = 0; n < rounds; n++) all.push(await ask(consumer, questions[n % questions.length]!));
  await consumer.leave();
  const turns = await turnsOf(client, started.id);
  const timeline = await timelineOf(client, started.id);
  await stopConversation(client, started.id);
  return {
    latencies: all.map(({ asked, heard }) => heard - asked),
    turns,
    steps: stepsOf(all, turns),
    pictures: all.map((round) => picturesOf(consumer, round)),
    warnings: timeline.filter(({ type }) => type === 'warning').map(({ content }) => content),
  };
}

async function ask(consumer: LiveConsumer, question: Int16Array): Promise<Round> {
  await consumer.speak(question);
  const round: Round = { asked: performance.now(), heard: Number.NaN, silent: Number.NaN };
  const before = questionsOf(consumer).length;
  const note = (step: 'words' | 'over', isDone: (segment: { final: boolean }) => boolean) =>
    consumer
      .until(step, () => questionsOf(consumer).slice(before).some(isDone), WAIT_MS)
      .then(
        () => (round[step] = performance.now()),
        // A question that was not understood has no such step.
        () => undefined,
      );
  const noted = Promise.all([note('words', () => true), note('over', ({ final }) => final)]);
  round.heard = await consumer.hears(round.asked, WAIT_MS);
  await noted;
  round.silent = await consumer.silent(PAUSE_MS, WAIT_MS);
  return round;
}

/** Returns the user's words as shown in the room. */
function questionsOf({ segments }: LiveConsumer): { final: boolean }[] {
  return [...segments].filter(([id]) => id.startsWith('u')).map(([, segment]) => segment);
}

/** Returns the duration of each step in each round; the worker's steps come from the timeline. */
function stepsOf(rounds: readonly Round[], turns: readonly TurnMeasure[]): number[][] {
  const toWall = performance.timeOrigin;
  const times = rounds.map((round) => {
    const turn = turns.find(({ userEndedAt }) => Math.abs(userEndedAt - toWall - round.asked) < NEAR_MS);
    const ended = turn && turn.userEndedAt - toWall;
    const made = turn && ended! + turn.engineMs;
    const sent = turn && ended! + turn.latencyMs;
    return [round.asked, ended, round.words, round.over, made, sent, round.heard];
  });
  return STEPS.map((_, n) => times.map((each) => (each[n + 1] ?? Number.NaN) - (each[n] ?? Number.NaN)));
}

function picturesOf({ frames }: LiveConsumer, { heard, silent }: Round): number {
  const shown = frames.filter((at) => at >= heard && at <= silent).length;
  return (1000 * shown) / (silent - heard);
}
