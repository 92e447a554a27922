/**
 * The least that an answer can take: a participant that sends sound with the avatar's own settings, silence at first. A text
 * makes it send a tone at once, and the avatar's interruption call makes it stop.
 */
import { Room } from '@livekit/rtc-node';
import { INTERRUPT_RPC } from '@visavis/contracts';
import { PLAYOUT_RATE } from '@visavis/server/dist/lib/sample-rates.js';
import { CHUNK_SAMPLES } from '@visavis/server/dist/media/avatar/playout.js';
import { AudioSources } from '@visavis/server/dist/media/room/audio-sources.js';
import { RtcTracks } from '@visavis/server/dist/media/room/rtc-tracks.js';
import type { Joining } from '../density/painted-publisher.ts';

const TONE_HZ = 440;
const TONE_CHUNKS = 300;
const AMPLITUDE = 8000;
/** Of the tracks that it could publish; it sends no pictures. */
const NO_PICTURES = { width: 64, height: 64, fps: 1 };

/** Chunks of the tone that are still to be sent. */
let left = 0;

async function answer({ serverUrl, token }: Joining): Promise<void> {
  const room = new Room();
  const tracks = new RtcTracks(NO_PICTURES, new AudioSources());
  room.registerTextStreamHandler('lk.chat', (reader) => {
    reader.readAll().then(() => {
      left = TONE_CHUNKS;
      // Queued silence would only delay the tone.
      tracks.audio.clear();
      process.send!({ answeredAt: performance.timeOrigin + performance.now() });
    }, console.error);
  });
  await room.connect(serverUrl, token, { autoSubscribe: false, dynacast: false });
  const local = room.localParticipant!;
  local.registerRpcMethod(INTERRUPT_RPC, () => {
    left = 0;
    tracks.audio.clear();
    return Promise.resolve('');
  });
  await local.publishTrack(tracks.audioTrack, tracks.audioOptions);
  void send(tracks);
}

async function send({ audio }: RtcTracks): Promise<void> {
  for (let chunk = 0; ; chunk++) {
    const pcm = new Int16Array(CHUNK_SAMPLES);
    if (left > 0) {
      left--;
      for (let i = 0; i < CHUNK_SAMPLES; i++) {
        pcm[i] = AMPLITUDE * Math.sin((2 * Math.PI * TONE_HZ * (chunk * CHUNK_SAMPLES + i)) / PLAYOUT_RATE);
      }
    }
    await audio.capture(pcm);
  }
}

// The parent process is gone.
process.on('disconnect', () => process.exit());
process.on('message', (joining: Joining) => {
  void answer(joining).then(() => process.send!('joined'));
});
