import type { FaceRenderer } from '../faces/face.ts';
import { timePictures } from '../faces/time-pictures.ts';
import { AudioSources } from '../media/room/audio-sources.ts';
import { CHUNK_SAMPLES } from '../media/room/avatar-tracks.ts';
import { RtcTracks } from '../media/room/rtc-tracks.ts';

const WARM = { width: 512, height: 512, fps: 25 };

/**
 * Loads the native media library and Node's HTTP client, and renders a few frames that are not shown. Resolves with the
 * CPU time in milliseconds that one frame takes here.
 */
export async function warmMedia(renderer: FaceRenderer): Promise<number> {
  const tracks = new RtcTracks(WARM, new AudioSources());
  await tracks.audio.capture(new Int16Array(CHUNK_SAMPLES));
  const frameMs = await timePictures(renderer, WARM, ({ index, i420 }) =>
    tracks.video.capture(i420, BigInt(index * 40_000), WARM),
  );
  await tracks.close();
  // Loads Node's HTTP client, which would otherwise cost the first conversation's start 12 ms.
  void new Headers();
  return frameMs;
}
