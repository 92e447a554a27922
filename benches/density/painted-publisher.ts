/**
 * The least that a talking picture can cost: frames that were painted and sound that was spoken beforehand, encoded and
 * sent by rtc-node with the avatar's own settings. It is a process of its own, so that its processor time can be
 * measured.
 */
import { Room } from '@livekit/rtc-node';
import { Director } from '@visavis/server/dist/faces/director/director.js';
import { openDrawer } from '@visavis/server/dist/faces/open-drawer.js';
import { resample } from '@visavis/server/dist/lib/resampler.js';
import { PLAYOUT_RATE } from '@visavis/server/dist/lib/sample-rates.js';
import { createLipTrack } from '@visavis/server/dist/lips/create-lip-track.js';
import { CHUNK_SAMPLES } from '@visavis/server/dist/media/avatar/playout.js';
import { AudioSources } from '@visavis/server/dist/media/room/audio-sources.js';
import { RtcTracks } from '@visavis/server/dist/media/room/rtc-tracks.js';
import { startFliteVoice } from '@visavis/server/dist/voices/flite/start-flite-voice.js';

export interface Joining {
  serverUrl: string;
  token: string;
}

const SIZE = { width: 512, height: 512, fps: 25 };
const FRAME_MS = 1000 / SIZE.fps;
const TEXT =
  'I answer questions from the documents that I was given, and I say so where I did not find an answer in them. ' +
  'Ask me about opening hours, about prices, or how to find us.';

async function speakText(): Promise<Int16Array[]> {
  const voice = await startFliteVoice();
  const { pcm, sampleRate } = await voice.speak(TEXT, { voice: 'Kore' });
  await voice.close();
  const samples = resample(pcm, sampleRate, PLAYOUT_RATE);
  const chunks: Int16Array[] = [];
  for (let at = 0; at + CHUNK_SAMPLES <= samples.length; at += CHUNK_SAMPLES) {
    chunks.push(Int16Array.from(samples.subarray(at, at + CHUNK_SAMPLES)));
  }
  return chunks;
}

async function paintFrames(sound: readonly Int16Array[]): Promise<Uint8Array[]> {
  const lips = createLipTrack();
  for (const chunk of sound) lips.append(chunk, PLAYOUT_RATE);
  const drawer = await openDrawer({ identity: 'maya' }, SIZE.width, SIZE.height);
  const director = new Director(1);
  const frames: Uint8Array[] = [];
  const lengthMs = (sound.length * CHUNK_SAMPLES * 1000) / PLAYOUT_RATE;
  for (let ptsMs = 0; ptsMs < lengthMs; ptsMs += FRAME_MS) {
    const visemes = new Float32Array(15);
    const speaks = lips.visemesAt(ptsMs, visemes);
    drawer.draw(
      director.pose({
        ptsMs,
        state: 'speaking',
        visemes: speaks ? visemes : null,
        energy: lips.energyAt(ptsMs),
      }),
    );
    const i420 = new Uint8Array((SIZE.width * SIZE.height * 3) / 2);
    drawer.convert(i420);
    frames.push(i420);
  }
  return frames;
}

async function publish(
  { serverUrl, token }: Joining,
  frames: readonly Uint8Array[],
  sound: readonly Int16Array[],
  phase: number,
): Promise<void> {
  const room = new Room();
  await room.connect(serverUrl, token, { autoSubscribe: false, dynacast: false });
  const tracks = new RtcTracks(SIZE, new AudioSources());
  const local = room.localParticipant!;
  await Promise.all([
    local.publishTrack(tracks.audioTrack, tracks.audioOptions),
    local.publishTrack(tracks.videoTrack, tracks.videoOptions),
  ]);
  void sendSound(tracks, sound);
  sendFrames(tracks, frames, phase);
}

/** Settled while it sends; pending while it rests. */
let sending = Promise.resolve();
let goOn: () => void = () => undefined;

function rest(): void {
  sending = new Promise((resolve) => {
    goOn = resolve;
  });
}

async function sendSound(tracks: RtcTracks, sound: readonly Int16Array[]): Promise<void> {
  for (let at = 0; ; at = (at + 1) % sound.length) {
    await sending;
    await tracks.audio.capture(Int16Array.from(sound[at]!));
  }
}

/** On a grid of its own, from first to last and again. */
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

process.on('disconnect', () => process.exit());
/** Joins these rooms, and answers once it sends; later it rests, and goes on. */
export type ToPublisher = { join: Joining[] } | { sends: boolean };

process.on('message', (message: ToPublisher) => {
  if ('sends' in message) {
    if (message.sends) goOn();
    else rest();
    return;
  }
  const { join } = message;
  void (async () => {
    const sound = await speakText();
    const frames = await paintFrames(sound);
    await Promise.all(join.map((each, i) => publish(each, frames, sound, i / join.length)));
    process.send!('joined');
  })();
});
