import type { FaceRenderer } from '../../faces/face.ts';
import { CHUNK_SAMPLES } from '../avatar/playout.ts';
import { AudioSources } from '../room/audio-sources.ts';
import { RtcTracks } from '../room/rtc-tracks.ts';

const WARM = { width: 512, height: 512, fps: 25 };
/** Frames until the drawing code is compiled and the sprites of the default face are in the caches. */
const WARM_FRAMES = 12;

/** Then these are timed; the cheapest counts, since others were drawn while something else came up. */
const TIMED_FRAMES = 12;

/**
 * Loads the native media library and draws a few frames for nobody.
 * Resolves with the processor time in milliseconds that one picture takes here.
 */
export async function warmMedia(renderer: FaceRenderer): Promise<number> {
  const tracks = new RtcTracks(WARM, new AudioSources());
  await tracks.audio.capture(new Int16Array(CHUNK_SAMPLES));
  const face = await renderer.open({ kind: 'illustrated', identity: 'maya' }, { ...WARM, seed: 1 });
  let pictureMs = Number.POSITIVE_INFINITY;
  for (let index = 0; index < WARM_FRAMES + TIMED_FRAMES; index++) {
    const before = process.cpuUsage();
    const look = { state: 'speaking', visemes: null, energy: 0.5 } as const;
    const { i420 } = await face.requestFrame({ index, ptsMs: index * 40, ...look });
    tracks.video.capture(i420, BigInt(index * 40_000), WARM);
    const { user, system } = process.cpuUsage(before);
    if (index >= WARM_FRAMES) pictureMs = Math.min(pictureMs, (user + system) / 1000);
  }
  await face.close();
  await tracks.close();
  return pictureMs;
}
