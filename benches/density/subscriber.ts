/** Joins every conversation as its consumer, counts decoded frames, and asks questions. */
import { AudioStream, Room, RoomEvent, TrackKind, VideoStream } from '@livekit/rtc-node';
import type { Joining } from './painted-publisher.ts';

export interface Received {
  frames: number;
  /** Milliseconds between frames. */
  gaps: number[];
  /** Milliseconds from a question to the first sound of its answer; only where the avatar is silent when it is asked. */
  replies: number[];
  /** Of the sound that was played, the share that the decoder had to make up because it was late or lost; null where the connection
   * was lost. */
  soundMadeUp: number | null;
}

interface Sound {
  madeUp: number;
  all: number;
}

/** How much of the time the avatar speaks. */
export type Talk = 'always' | 'turns' | 'never';

/** An answer takes longer than 5 s, and about 10. */
const ASK_EVERY_MS: Record<Talk, number | undefined> = { always: 5_000, turns: 20_000, never: undefined };
/** Of 32,767. */
const AUDIBLE = 300;
const received: Received[] = [];
const rooms: Room[] = [];
/** Of each room, as the measurement began. */
let soundBefore: Sound[] = [];

/** `place`: 0 to 1, so that not all ask at the same moment. */
async function join({ serverUrl, token }: Joining, talk: Talk, place: number): Promise<void> {
  const own: Received = { frames: 0, gaps: [], replies: [], soundMadeUp: 0 };
  received.push(own);
  const room = new Room();
  rooms.push(room);
  const answer = new AwaitedAnswer(own.replies);
  room.registerTextStreamHandler('lk.transcription', (reader) => {
    reader.readAll().catch(() => undefined);
  });
  room.on(RoomEvent.TrackSubscribed, (track) => {
    if (track.kind === TrackKind.KIND_VIDEO) void count(new VideoStream(track), own);
    else if (talk === 'turns') void answer.listen(new AudioStream(track));
  });
  await room.connect(serverUrl, token, { autoSubscribe: true, dynacast: false });
  const askEveryMs = ASK_EVERY_MS[talk];
  if (askEveryMs === undefined) return;
  const ask = () => {
    answer.await();
    room.localParticipant!.sendText('What can you do?', { topic: 'lk.chat' }).catch(() => undefined);
  };
  setTimeout(
    () => {
      ask();
      setInterval(ask, askEveryMs);
    },
    talk === 'turns' ? place * askEveryMs : 0,
  );
}

/** Waits for sound after a question that was asked in silence. */
class AwaitedAnswer {
  readonly #replies: number[];
  #askedAt: number | undefined;
  #soundAt = Number.NEGATIVE_INFINITY;

  constructor(replies: number[]) {
    this.#replies = replies;
  }

  await(): void {
    const now = performance.now();
    this.#askedAt = now - this.#soundAt > 1000 ? now : undefined;
  }

  async listen(stream: AudioStream): Promise<void> {
    for await (const { data } of stream) {
      if (!data.some((sample) => Math.abs(sample) > AUDIBLE)) continue;
      this.#soundAt = performance.now();
      if (this.#askedAt !== undefined) this.#replies.push(this.#soundAt - this.#askedAt);
      this.#askedAt = undefined;
    }
  }
}

async function count(stream: VideoStream, own: Received): Promise<void> {
  let last: number | undefined;
  for await (const _frame of stream) {
    const now = performance.now();
    own.frames++;
    if (last !== undefined) own.gaps.push(now - last);
    last = now;
  }
}

/** Samples so far. Silence that fills a pause in nobody's words is not counted as made up. */
async function soundOf(room: Room): Promise<Sound> {
  const sum = { madeUp: 0, all: 0 };
  // Its connection is being restored, or gone: nothing is known of it.
  if (!room.isConnected) return { madeUp: Number.NaN, all: Number.NaN };
  // Where one connection serves both directions, what is received counts to the publisher's.
  const { publisherStats, subscriberStats } = await room.getRtcStats();
  for (const { stats } of [...publisherStats, ...subscriberStats]) {
    if (stats.case !== 'inboundRtp' || stats.value.stream?.kind !== 'audio') continue;
    const {
      concealedSamples = 0n,
      silentConcealedSamples = 0n,
      totalSamplesReceived = 0n,
    } = stats.value.inbound ?? {};
    sum.madeUp += Number(concealedSamples - silentConcealedSamples);
    sum.all += Number(totalSamplesReceived);
  }
  return sum;
}

async function reset(): Promise<void> {
  for (const each of received) {
    each.frames = 0;
    each.gaps.length = 0;
    each.replies.length = 0;
  }
  soundBefore = await Promise.all(rooms.map(soundOf));
}

async function report(): Promise<void> {
  const sound = await Promise.all(rooms.map(soundOf));
  sound.forEach(({ madeUp, all }, i) => {
    const before = soundBefore[i] ?? { madeUp: 0, all: 0 };
    const share = (madeUp - before.madeUp) / (all - before.all);
    received[i]!.soundMadeUp = Number.isFinite(share) ? share : null;
  });
  process.send!(received);
}

// The parent process is gone.
process.on('disconnect', () => process.exit());
process.on('message', (message: { join: Joining[]; talk?: Talk } | 'reset' | 'report') => {
  if (message === 'reset') void reset();
  else if (message === 'report') void report();
  else {
    const { join: all, talk = 'always' } = message;
    void Promise.all(all.map((each, i) => join(each, talk, i / all.length))).then(() =>
      process.send!('joined'),
    );
  }
});
