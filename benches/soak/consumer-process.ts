/**
 * A consumer in a process of its own: receives sound and pictures, has a microphone open, sends texts, and reports what
 * the avatar does.
 */
import {
  AudioFrame,
  AudioSource,
  AudioStream,
  LocalAudioTrack,
  Room,
  RoomEvent,
  TrackKind,
  TrackPublishOptions,
  TrackSource,
  VideoStream,
} from '@livekit/rtc-node';
import type { Started } from '../support/conversation.ts';

export type Order = { join: Started } | { say: string } | 'interrupt' | 'measure';

export type Told = { state: string } | { measured: Measured };

export interface Measured {
  frames: number;
  soundMs: number;
  /** How much later the picture plays than the sound, as the receiver believes; undefined before it knows. */
  believedOffsetMs: number | undefined;
}

const SAMPLES_PER_MS = 48;
const room = new Room();
let frames = 0;
let soundMs = 0;
const tell = (told: Told) => process.send!(told);

room.registerTextStreamHandler('lk.transcription', (reader) => {
  reader.readAll().catch(() => undefined);
});
room.on(RoomEvent.TrackSubscribed, (track) => {
  if (track.kind === TrackKind.KIND_VIDEO) void watch(new VideoStream(track));
  else void listen(new AudioStream(track, SAMPLES_PER_MS * 1000, 1));
});
room.on(RoomEvent.ParticipantAttributesChanged, (changed) => {
  const state = changed['lk.agent.state'];
  if (state) tell({ state });
});

async function watch(stream: VideoStream): Promise<void> {
  for await (const _frame of stream) frames++;
}

async function listen(stream: AudioStream): Promise<void> {
  for await (const { samplesPerChannel } of stream) soundMs += samplesPerChannel / SAMPLES_PER_MS;
}

/** A listening user: the microphone is open, and there is a little noise in the room. */
async function openMicrophone(): Promise<void> {
  const rate = SAMPLES_PER_MS * 1000;
  const source = new AudioSource(rate, 1, 40);
  const track = LocalAudioTrack.createAudioTrack('microphone', source);
  const options = new TrackPublishOptions({ source: TrackSource.SOURCE_MICROPHONE });
  await room.localParticipant!.publishTrack(track, options);
  while (room.isConnected) {
    const noise = Int16Array.from({ length: 10 * SAMPLES_PER_MS }, () => 40 * (Math.random() - 0.5));
    await source.captureFrame(new AudioFrame(noise, rate, 1, noise.length));
  }
}

async function believedOffsetMs(): Promise<number | undefined> {
  const { subscriberStats } = await room.getRtcStats();
  const played = (kind: string) => {
    for (const { stats } of subscriberStats) {
      if (stats.case === 'inboundRtp' && stats.value.stream?.kind === kind)
        return stats.value.inbound?.estimatedPlayoutTimestamp || undefined;
    }
    return undefined;
  };
  const [audio, video] = [played('audio'), played('video')];
  return audio && video ? audio - video : undefined;
}

async function obey(order: Order): Promise<void> {
  if (order === 'measure') {
    tell({ measured: { frames, soundMs, believedOffsetMs: await believedOffsetMs() } });
  } else if (order === 'interrupt') {
    const [avatar] = room.remoteParticipants.keys();
    await room.localParticipant!.performRpc({
      destinationIdentity: avatar!,
      method: 'visavis.interrupt',
      payload: '',
    });
  } else if ('join' in order) {
    await room.connect(order.join.serverUrl, order.join.token, { autoSubscribe: true, dynacast: false });
    openMicrophone().catch((error: unknown) => {
      process.stderr.write(`the microphone: ${String(error)}\n`);
    });
  } else await room.localParticipant!.sendText(order.say, { topic: 'lk.chat' });
}

// The parent process is gone.
process.on('disconnect', () => process.exit());
process.on('message', (order: Order) => {
  obey(order).catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
    process.exit(1);
  });
});
