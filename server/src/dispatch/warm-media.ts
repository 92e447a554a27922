import type { FaceOptions, FaceRenderer, RenderedFrame } from '../faces/face.ts';
import { AudioSources } from '../media/room/audio-sources.ts';
import { CHUNK_SAMPLES } from '../media/room/avatar-tracks.ts';
import { RtcTracks } from '../media/room/rtc-tracks.ts';

const WARM_VIDEO = { width: 512, height: 512, fps: 25 };

/**
 * Loads the native media library and Node's HTTP client, and renders a few frames that are not shown. Resolves with the
 * CPU time in milliseconds that one frame takes here.
 */
export async function warmMedia(renderer: FaceRenderer): Promise<number> {
  const tracks = new RtcTracks(WARM_VIDEO, new AudioSources());
  await tracks.audio.capture(new Int16Array(CHUNK_SAMPLES));
  const frameMs = await timeFrames(renderer, WARM_VIDEO, ({ index, i420 }) =>
    tracks.video.capture(i420, BigInt(index * 40_000), WARM_VIDEO),
  );
  await tracks.close();
  // Loads Node's HTTP client, which would otherwise cost the first conversation's start 12 ms.
  void new Headers();
  return frameMs;
}

/** The frames drawn first, until the drawing code is compiled and the face's sprites are in the caches. */
const WARM_UP_FRAMES = 12;
/** The frames timed after those. The fastest counts, because the machine may have been busy otherwise during others. */
const TIMED_FRAMES = 12;

/**
 * Draws a built-in face that nobody sees. Resolves with the CPU time in milliseconds that one frame takes on this
 * machine.
 * @param onFrame further work on each frame, which is timed too
 */
export async function timeFrames(
  renderer: FaceRenderer,
  options: Omit<FaceOptions, 'seed'>,
  onFrame: (frame: RenderedFrame) => void = () => undefined,
): Promise<number> {
  const face = await renderer.open({ identity: 'maya' }, { ...options, seed: 1 });
  let frameMs = Number.POSITIVE_INFINITY;
  try {
    for (let index = 0; index < WARM_UP_FRAMES + TIMED_FRAMES; index++) {
      const before = process.cpuUsage();
      onFrame(
        await face.requestFrame({ index, ptsMs: index * 40, state: 'speaking', visemes: null, energy: 0.5 }),
      );
      const { user, system } = process.cpuUsage(before);
      if (index >= WARM_UP_FRAMES) frameMs = Math.min(frameMs, (user + system) / 1000);
    }
  } finally {
    await face.close();
  }
  return frameMs;
}
