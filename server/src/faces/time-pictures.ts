import type { FaceOptions, FaceRenderer, RenderedFrame } from './face.ts';

/** The frames drawn first, until the drawing code is compiled and the face's sprites are in the caches. */
const WARM_PICTURES = 12;
/** The frames timed after those. The fastest counts, because the machine may have been busy otherwise during others. */
const TIMED_PICTURES = 12;

/**
 * Draws a built-in face that nobody sees. Resolves with the CPU time in milliseconds that one frame takes on this
 * machine.
 * @param onPicture further work on each frame, which is timed too
 */
export async function timePictures(
  renderer: FaceRenderer,
  options: Omit<FaceOptions, 'seed'>,
  onPicture: (frame: RenderedFrame) => void = () => undefined,
): Promise<number> {
  const face = await renderer.open({ identity: 'maya' }, { ...options, seed: 1 });
  let frameMs = Number.POSITIVE_INFINITY;
  try {
    for (let index = 0; index < WARM_PICTURES + TIMED_PICTURES; index++) {
      const before = process.cpuUsage();
      onPicture(
        await face.requestFrame({ index, ptsMs: index * 40, state: 'speaking', visemes: null, energy: 0.5 }),
      );
      const { user, system } = process.cpuUsage(before);
      if (index >= WARM_PICTURES) frameMs = Math.min(frameMs, (user + system) / 1000);
    }
  } finally {
    await face.close();
  }
  return frameMs;
}
