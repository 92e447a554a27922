/**
 * A process that publishes in rooms with the avatar's own settings, as a baseline. It replies once it sends.
 *
 * `painted`: the minimum cost of a talking picture. It encodes and sends pre-rendered frames and audio, and pauses and
 * resumes on request. `answering`: the minimum response time. It is silent at first; a text makes it send a tone at
 * once and report the time, and the avatar's interruption call makes it stop.
 */
import { Room } from '@livekit/rtc-node';
import { INTERRUPT_RPC } from '@visavis/contracts';
import { resample } from '@visavis/server/dist/audio/resampler.js';
import { PLAYOUT_RATE } from '@visavis/server/dist/audio/sample-rates.js';
import { Director } from '@visavis/server/dist/faces/director/director.js';
import { VISEMES } from '@visavis/server/dist/faces/face.js';
import { openDrawer } from '@visavis/server/dist/faces/open-drawer.js';
import { createLipTrack } from '@visavis/server/dist/lips/create-lip-track.js';
import { AudioSources } from '@visavis/server/dist/media/room/audio-sources.js';
import { CHUNK_SAMPLES } from '@visavis/server/dist/media/room/avatar-tracks.js';
import { RtcTracks } from '@visavis/server/dist/media/room/rtc-tracks.js';
import { startFliteVoice } from '@visavis/server/dist/voices/flite/start-flite-voice.js';
import type { Joining } from './joining.ts';

export type Publishing = 'painted' | 'answering';
export type PublisherOrder = { join: Joining[]; as: Publishing } | { sends: boolean };

const SIZE = { width: 512, height: 512, fps: 25 };
const FRAME_MS = 1000 / SIZE.fps;
const TEXT =
  'I answer questions from the documents that I was given, and I say so where I did not find an answer in them. ' +
  'Ask me about opening hours, about prices, or how to find us.';
const TONE_HZ = 440;
const TONE_CHUNKS = 300;
const AMPLITUDE = 8000;

/** Resolved while it sends; pending while it is paused. */
let sending = Promise.resolve();
let goOn: () => void = () => undefined;

/** Returns speech in chunks, as they are played. */
async function speakText(): Promise<Int16Array[]> {
  const voice = await startFliteVoice();
  const { pcm, sampleRate } = await voice.speak(TEXT, { voice: 'Kore' });
  await voice.close();
  const samples = resample(pcm, sampleRate, PLAYOUT_RATE);
  return Array.from({ length: Math.floor(samples.length / CHUNK_SAMPLES) }, (_, n) =>
    samples.slice(n * CHUNK_SAMPLES, (n + 1) * CHUNK_SAMPLES),
  );
}

async function paintFrames(sound: readonly Int16Array[]): Promise<Uint8Array[]> {
  const lips = createLipTrack();
  for (const chunk of sound) lips.append(chunk, PLAYOUT_RATE);
  const drawer = await openDrawer({ identity: 'maya' }, SIZE.width, SIZE.height);
  const director = new Director(1);
  const frames: Uint8Array[] = [];
  const lengthMs = (sound.length * CHUNK_SAMPLES * 1000) / PLAYOUT_RATE;
  for (let ptsMs = 0; ptsMs < lengthMs; ptsMs += FRAME_MS) {
    const weights = new Float32Array(VISEMES.length);
    const visemes = lips.visemesAt(ptsMs, weights) ? weights : null;
    drawer.draw(director.pose({ ptsMs, state: 'speaking', visemes, energy: lips.energyAt(ptsMs) }));
    const i420 = new Uint8Array((SIZE.width * SIZE.height * 3) / 2);
    drawer.convert(i420);
    frames.push(i420);
  }
  return frames;
}

/** Sends what `soundAt` returns for each audio chunk, and the frames, if there are any. */
async function publish(
  { serverUrl, token }: Joining,
  soundAt: (chunk: number) => Int16Array<ArrayBuffer>,
  frames: readonly Uint8Array[] = [],
  phase = 0,
): Promise<{ room: Room; tracks: RtcTracks }> {
  const room = new Room();
  await room.connect(serverUrl, token, { autoSubscribe: false, dynacast: false });
  const tracks = new RtcTracks(SIZE, new AudioSources());
  const local = room.localParticipant!;
  await Promise.all([
    local.publishTrack(tracks.audioTrack, tracks.audioOptions),
    frames.length > 0 && local.publishTrack(tracks.videoTrack, tracks.videoOptions),
  ]);
  const sendSound = async () => {
    for (let chunk = 0; ; chunk++) {
      await sending;
      await tracks.audio.capture(soundAt(chunk));
    }
  };
  void sendSound();
  if (frames.length > 0) sendFrames(tracks, frames, phase);
  return { room, tracks };
}

/** Sends the frames in a loop, at fixed times. */
function sendFrames(tracks: RtcTracks, frames: readonly Uint8Array[], phase: number): void {
  const originMs = now() + phase * FRAME_MS;
  let grid = 0;
  const send = async () => {
    await sending;
    tracks.video.capture(frames[grid % frames.length]!, BigInt(Math.round(now() * 1000)), SIZE);
    grid = Math.max(grid + 1, Math.floor((now() - originMs) / FRAME_MS));
    setTimeout(() => void send(), originMs + grid * FRAME_MS - now());
  };
  void send();
}

function now(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}

async function answer(place: Joining): Promise<void> {
  /** Number of tone chunks still to be sent. */
  let left = 0;
  const { room, tracks } = await publish(place, (chunk) => {
    const pcm = new Int16Array(CHUNK_SAMPLES);
    if (left-- <= 0) return pcm;
    const turnsAt = (i: number) => (TONE_HZ * (chunk * CHUNK_SAMPLES + i)) / PLAYOUT_RATE;
    return pcm.map((_, i) => AMPLITUDE * Math.sin(2 * Math.PI * turnsAt(i)));
  });
  const sendNow = (chunks: number) => {
    left = chunks;
    // Queued audio would only delay it.
    tracks.audio.clear();
  };
  room.registerTextStreamHandler('lk.chat', (reader) => {
    reader.readAll().then(() => {
      sendNow(TONE_CHUNKS);
      process.send!({ answeredAt: performance.timeOrigin + performance.now() });
    }, console.error);
  });
  room.localParticipant!.registerRpcMethod(INTERRUPT_RPC, () => {
    sendNow(0);
    return Promise.resolve('');
  });
}

async function paint(places: readonly Joining[]): Promise<void> {
  const sound = await speakText();
  const frames = await paintFrames(sound);
  const soundAt = (chunk: number) => Int16Array.from(sound[chunk % sound.length]!);
  await Promise.all(places.map((place, i) => publish(place, soundAt, frames, i / places.length)));
}

// The parent process has exited.
process.on('disconnect', () => process.exit());
process.on('message', (order: PublisherOrder) => {
  if ('join' in order) {
    const joined = order.as === 'painted' ? paint(order.join) : Promise.all(order.join.map(answer));
    void joined.then(() => process.send!('joined'));
  } else if (order.sends) goOn();
  else
    sending = new Promise((resolve) => {
      goOn = resolve;
    });
});
