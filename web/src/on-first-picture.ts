/** An avatar that stays black for longer is shown anyway. */
const MAX_BLACK_MS = 8_000;
/** Colour values (0 to 255) below this count as black; encoders make black slightly uneven. */
const BLACK_LEVEL = 12;
const SAMPLE_SIDE = 8;

/** Calls `onPicture` once the video shows something: avatars send black frames until their face is rendered. */
export function onFirstPicture(video: HTMLVideoElement, onPicture: () => void): void {
  const canvas = document.createElement('canvas');
  canvas.width = SAMPLE_SIDE;
  canvas.height = SAMPLE_SIDE;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const hasFrameCallback: boolean = 'requestVideoFrameCallback' in video;
  let startMs: number | undefined;
  const check = (nowMs: number): unknown => {
    startMs ??= nowMs;
    if (nowMs - startMs >= MAX_BLACK_MS || !isBlack()) return onPicture();
    return hasFrameCallback ? video.requestVideoFrameCallback(check) : requestAnimationFrame(check);
  };
  const isBlack = (): boolean => {
    if (!context) return false;
    context.drawImage(video, 0, 0, SAMPLE_SIDE, SAMPLE_SIDE);
    const { data } = context.getImageData(0, 0, SAMPLE_SIDE, SAMPLE_SIDE);
    return data.every((value, at) => at % 4 === 3 || value < BLACK_LEVEL);
  };
  if (hasFrameCallback) video.requestVideoFrameCallback(check);
  else video.addEventListener('playing', () => requestAnimationFrame(check), { once: true });
}
