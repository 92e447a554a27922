/** A process that joins conversations as consumer, counts decoded frames and asks questions. It answers every order. */
import type { Room } from '@livekit/rtc-node';
import { LiveConsumer } from '@visavis/tests/dist/support/live-consumer.js';
import type { Joining } from './joining.ts';
import { inboundOf } from './rooms.ts';

export interface Received {
  frames: number;
  /** Milliseconds between frames. */
  gaps: number[];
  /** Milliseconds from a question to the first audio of its answer; only if the avatar was silent when it was asked. */
  replies: number[];
  /** Fraction of the played audio that the decoder concealed because it was late or lost; NaN if unknown. */
  soundMadeUp: number;
}

/** How often the avatar speaks. */
export type Talk = 'always' | 'turns' | 'never';

export type Order = { join: Joining[]; talk: Talk } | 'reset' | 'report';

/** The built-in engine repeats it to say that it has no answer, which takes more than 5 s, and about 10. */
const QUESTION = 'What would you show to somebody who has an hour for it?';
const ASK_EVERY_MS = { always: 5_000, turns: 20_000, never: Number.NaN };
const SILENT_MS = 1000;

interface Watched {
  consumer: LiveConsumer;
  replies: number[];
  /** Sample counts when the measurement began. */
  soundBefore: { madeUp: number; all: number };
}

const watched: Watched[] = [];
let since = 0;

/** `place`: 0 to 1, spreads the times at which consumers ask. */
async function join({ serverUrl, token }: Joining, talk: Talk, place: number): Promise<void> {
  const consumer = new LiveConsumer();
  const replies: number[] = [];
  watched.push({ consumer, replies, soundBefore: { madeUp: 0, all: 0 } });
  await consumer.join(serverUrl, token);
  const everyMs = ASK_EVERY_MS[talk];
  if (talk === 'never') return;
  const ask = async () => {
    const asked = performance.now();
    const isSilent = asked - (consumer.sound.at(-1) ?? 0) > SILENT_MS;
    await consumer.type(QUESTION);
    if (isSilent) replies.push((await consumer.hears(asked, everyMs)) - asked);
  };
  // A question without an answer is not counted.
  const askAgain = () => void ask().catch(() => undefined);
  const begin = () => {
    askAgain();
    setInterval(askAgain, everyMs);
  };
  setTimeout(begin, talk === 'turns' ? place * everyMs : 0);
}

/** Returns sample counts so far. Silence in a pause does not count as concealed. */
async function soundOf(room: Room): Promise<{ madeUp: number; all: number }> {
  // Its connection is being restored, or lost: the counts are unknown.
  if (!room.isConnected) return { madeUp: Number.NaN, all: Number.NaN };
  const sum = { madeUp: 0, all: 0 };
  for (const { stream, inbound } of await inboundOf(room)) {
    if (stream?.kind !== 'audio') continue;
    sum.madeUp += Number((inbound?.concealedSamples ?? 0n) - (inbound?.silentConcealedSamples ?? 0n));
    sum.all += Number(inbound?.totalSamplesReceived ?? 0n);
  }
  return sum;
}

async function reset(): Promise<void> {
  since = performance.now();
  for (const each of watched) {
    each.replies.length = 0;
    each.soundBefore = await soundOf(each.consumer.room);
  }
}

function report(): Promise<Received[]> {
  return Promise.all(
    watched.map(async ({ consumer, replies, soundBefore }) => {
      const frames = consumer.frames.filter((at) => at > since);
      const { madeUp, all } = await soundOf(consumer.room);
      return {
        frames: frames.length,
        gaps: frames.slice(1).map((at, n) => at - frames[n]!),
        replies,
        soundMadeUp: (madeUp - soundBefore.madeUp) / (all - soundBefore.all),
      };
    }),
  );
}

async function obey(order: Order): Promise<unknown> {
  if (order === 'report') return report();
  if (order === 'reset') await reset();
  else await Promise.all(order.join.map((each, i) => join(each, order.talk, i / order.join.length)));
  return 'done';
}

// The parent process has exited.
process.on('disconnect', () => process.exit());
process.on('message', (order: Order) => void obey(order).then((answer) => process.send!(answer)));
