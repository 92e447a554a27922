/** An avatar that stays black for longer is shown anyway. */
const LONGEST_BLACK_MS = 8_000;
/** Colour values (0 to 255) below this count as black; encoders make black slightly uneven. */
const NEARLY_BLACK = 12;
const SIDE = 8;

/** Calls `tell` once the video shows something: avatars send black frames until their face is drawn. */
export function awaitPicture(video: HTMLVideoElement, tell: () => void): void {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE;
  canvas.height = SIDE;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const tellsOfFrames: boolean = 'requestVideoFrameCallback' in video;
  let firstMs: number | undefined;
  const look = (nowMs: number): unknown => {
    firstMs ??= nowMs;
    if (nowMs - firstMs >= LONGEST_BLACK_MS || !isBlack()) return tell();
    return tellsOfFrames ? video.requestVideoFrameCallback(look) : requestAnimationFrame(look);
  };
  const isBlack = (): boolean => {
    if (!context) return false;
    context.drawImage(video, 0, 0, SIDE, SIDE);
    const { data } = context.getImageData(0, 0, SIDE, SIDE);
    return data.every((value, at) => at % 4 === 3 || value < NEARLY_BLACK);
  };
  if (tellsOfFrames) video.requestVideoFrameCallback(look);
  else video.addEventListener('playing', () => requestAnimationFrame(look), { once: true });
}
