/** Joins every conversation as its consumer, counts decoded frames, and keeps the avatar speaking. */
import { Room, RoomEvent, TrackKind, VideoStream } from '@livekit/rtc-node';
import type { Joining } from './painted-publisher.ts';

export interface Received {
  frames: number;
  /** Milliseconds between frames. */
  gaps: number[];
}

const SPEAK_EVERY_MS = 5_000;
const received: Received[] = [];

async function join({ serverUrl, token }: Joining): Promise<void> {
  const own: Received = { frames: 0, gaps: [] };
  received.push(own);
  const room = new Room();
  room.registerTextStreamHandler('lk.transcription', (reader) => {
    reader.readAll().catch(() => undefined);
  });
  room.on(RoomEvent.TrackSubscribed, (track) => {
    if (track.kind === TrackKind.KIND_VIDEO) void count(new VideoStream(track), own);
  });
  await room.connect(serverUrl, token, { autoSubscribe: true, dynacast: false });
  const speak = () => {
    room.localParticipant!.sendText('What can you do?', { topic: 'lk.chat' }).catch(() => undefined);
  };
  speak();
  setInterval(speak, SPEAK_EVERY_MS);
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

// The parent process is gone.
process.on('disconnect', () => process.exit());
process.on('message', (message: { join: Joining[] } | 'reset' | 'report') => {
  if (message === 'reset') {
    for (const each of received) {
      each.frames = 0;
      each.gaps = [];
    }
  } else if (message === 'report') process.send!(received);
  else void Promise.all(message.join.map(join)).then(() => process.send!('joined'));
});
