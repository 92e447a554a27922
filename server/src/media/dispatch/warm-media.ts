import type { FaceRenderer } from '../../faces/face.ts';
import { timePictures } from '../../faces/time-pictures.ts';
import { CHUNK_SAMPLES } from '../avatar/playout.ts';
import { AudioSources } from '../room/audio-sources.ts';
import { RtcTracks } from '../room/rtc-tracks.ts';

const WARM = { width: 512, height: 512, fps: 25 };

/**
 * Loads the native media library and draws a few frames that are not shown.
 * Resolves with the processor time in milliseconds that one picture takes here.
 */
export async function warmMedia(renderer: FaceRenderer): Promise<number> {
  const tracks = new RtcTracks(WARM, new AudioSources());
  await tracks.audio.capture(new Int16Array(CHUNK_SAMPLES));
  const pictureMs = await timePictures(renderer, WARM, ({ index, i420 }) =>
    tracks.video.capture(i420, BigInt(index * 40_000), WARM),
  );
  await tracks.close();
  return pictureMs;
}
