import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas';
import type { Box } from '../warp/frame-target.ts';

/** The pixels of a frame. */
export interface Photo {
  width: number;
  height: number;
  /** Premultiplied RGBA; opaque if nothing lies behind it. */
  pixels: Uint8Array;
}

/** A picture cropped to the frame. */
export interface FramedPhoto extends Photo {
  /** The part of the picture that the frame shows, as fractions of its width and height; it may exceed the picture. */
  shown: { left: number; top: number; width: number; height: number };
}

/** Returns the offset of a pixel in `pixels`; outside the picture, of the nearest one. */
export function pixelAt({ width, height }: Photo, x: number, y: number): number {
  const inside = (value: number, limit: number) => Math.max(0, Math.min(limit - 1, Math.floor(value)));
  return (inside(y, height) * width + inside(x, width)) * 4;
}

/** Cuts a box out of the frame's pixels. */
export function cutBox({ width, height }: Photo, pixels: Uint8ClampedArray, box: Box): Canvas {
  const whole = createCanvas(width, height);
  whole.getContext('2d').putImageData(new ImageData(pixels, width, height), 0, 0);
  const canvas = createCanvas(box.width, box.height);
  canvas.getContext('2d').drawImage(whole, -box.x, -box.y);
  return canvas;
}

/** Two points in pixels of the picture. */
export interface EyePair {
  left: readonly [number, number];
  right: readonly [number, number];
}

/** The minimum eye distance as a fraction of the frame's shorter side; below it, a mouth is too small to read. */
const MIN_EYES = 0.165;
/** The maximum; above it, chin or hair would be cut off in a frame lower than the picture. */
const MAX_EYES = 0.28;
const EYES_FROM_TOP = 0.4;
/** The maximum number of frame pixels per picture pixel. */
const LARGEST_ZOOM = 4;

/**
 * Crops a picture to the frame. If it has a face, the face is in the middle and large enough to be read, as far as the
 * picture permits. Otherwise the picture covers the frame, with the upper part of a tall picture.
 */
export function framePhoto(
  picture: Canvas,
  eyes: EyePair | undefined,
  width: number,
  height: number,
): FramedPhoto {
  const cover = Math.max(width / picture.width, height / picture.height);
  const whole = height / picture.height;
  const scale = eyes ? scaleFor(eyes, cover, whole, Math.min(width, height)) : cover;
  const shownWidth = width / scale;
  const shownHeight = height / scale;
  const middleX = eyes ? (eyes.left[0] + eyes.right[0]) / 2 : picture.width / 2;
  const eyesY = eyes ? (eyes.left[1] + eyes.right[1]) / 2 : 0;
  const wantedTop = eyes ? eyesY - shownHeight * EYES_FROM_TOP : (picture.height - shownHeight) * 0.15;
  const left = within(middleX - shownWidth / 2, picture.width - shownWidth);
  const top = within(wantedTop, picture.height - shownHeight);

  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  const place = [-left * scale, -top * scale, picture.width * scale, picture.height * scale] as const;
  if (scale < cover) paintBehind(canvas, picture, cover);
  ctx.imageSmoothingQuality = 'high';
  ctx.drawImage(scale < cover ? fadeSides(picture) : picture, ...place);
  // Painted behind the transparent parts of a cut-out.
  ctx.globalCompositeOperation = 'destination-over';
  const backdrop = ctx.createLinearGradient(0, 0, 0, height);
  backdrop.addColorStop(0, '#dfe5e6');
  backdrop.addColorStop(1, '#aab6b9');
  ctx.fillStyle = backdrop;
  ctx.fillRect(0, 0, width, height);
  return {
    width,
    height,
    pixels: new Uint8Array(canvas.data()),
    shown: {
      left: left / picture.width,
      top: top / picture.height,
      width: shownWidth / picture.width,
      height: shownHeight / picture.height,
    },
  };
}

/** `cover` is the scale that leaves no border, `whole` the one that shows the picture's full height. */
function scaleFor(eyes: EyePair, cover: number, whole: number, side: number): number {
  const apart = Math.hypot(eyes.right[0] - eyes.left[0], eyes.right[1] - eyes.left[1]);
  const minCover = (side * MIN_EYES) / apart;
  if (cover < minCover) return Math.max(cover, Math.min(minCover, LARGEST_ZOOM));
  return Math.min(cover, Math.max((side * MAX_EYES) / apart, whole));
}

/** Limits a value to 0..`room`, or returns the middle if the picture is smaller than the frame. */
function within(value: number, room: number): number {
  return room < 0 ? room / 2 : Math.max(0, Math.min(value, room));
}

/** Fills the frame beside a narrower picture with the picture itself, enlarged and blurred. */
function paintBehind(canvas: Canvas, picture: Canvas, cover: number): void {
  const ctx = canvas.getContext('2d');
  const [width, height] = [picture.width * cover * 1.1, picture.height * cover * 1.1];
  ctx.filter = `blur(${Math.round(canvas.height / 18)}px) brightness(0.8)`;
  ctx.drawImage(picture, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
  ctx.filter = 'none';
}

/** Returns the picture with its left and right borders faded out. */
function fadeSides(picture: Canvas): Canvas {
  const faded = createCanvas(picture.width, picture.height);
  const ctx = faded.getContext('2d');
  ctx.drawImage(picture, 0, 0);
  const fade = ctx.createLinearGradient(0, 0, picture.width, 0);
  for (const [at, alpha] of [
    [0, 0],
    [0.08, 1],
    [0.92, 1],
    [1, 0],
  ] as const)
    fade.addColorStop(at, `rgba(0,0,0,${alpha})`);
  ctx.globalCompositeOperation = 'destination-in';
  ctx.fillStyle = fade;
  ctx.fillRect(0, 0, picture.width, picture.height);
  return faded;
}
