import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { type FaceBox, findFaces } from './face-cascade.ts';
import { FacePatch } from './face-patch.ts';
import { findEyes } from './find-eyes.ts';
import { findLids, type Lids } from './find-lids.ts';
import { findMouth, type Mouth } from './find-mouth.ts';
import { greyOf } from './grey-picture.ts';

export interface LocatedFace {
  /** Middles of the pupils, in pixels of the picture; left and right of the picture. */
  leftEye: [number, number];
  rightEye: [number, number];
  /** Measured along the eyes, in distances of them, from the point between them; y grows towards the chin. */
  lids: { left: Lids; right: Lids };
  mouth: Mouth;
}

/**
 * The longer side of the picture as it is searched, in pixels: first for a face as large as most portraits have, then,
 * at four times the cost, for one down to a sixteenth of the picture.
 */
const SEARCHED = [200, 400] as const;
/** Around the picture, as a part of its longer side, so that a face that its border cuts is found too. */
const MARGIN = 0.2;
/** Pixels of the square in which the eyes are looked for, and of an eye distance where mouth and lids are. */
const SQUARE = 96;
const UNIT = 64;
/** A face with so many windows is certain; with fewer windows the eyes must be found with more certainty. */
const CLEAR_VOTES = 8;
const LEAST_CERTAINTY = 0.2;

/**
 * The one frontal face of a picture, seen from the front and upright to about 15 degrees, or the clearest of several.
 * Takes some tens of milliseconds.
 */
export function locateFace(picture: Canvas): LocatedFace | undefined {
  for (const searched of SEARCHED) {
    for (const box of searchBoxes(picture, searched)) {
      const face = inspect(picture, box);
      if (face) return face;
    }
  }
  return undefined;
}

/** The face in a square that may hold one; it must have two eyes. */
function inspect(picture: Canvas, box: FaceBox): LocatedFace | undefined {
  const scale = SQUARE / box.size;
  const square = cut(picture, SQUARE, SQUARE, {
    scale,
    angle: 0,
    fromX: box.x,
    fromY: box.y,
    toX: 0,
    toY: 0,
  });
  const eyes = findEyes(greyOf(square, SQUARE, SQUARE));
  const trust = Math.min(1, box.votes / CLEAR_VOTES);
  if (!eyes || eyes.certainty * trust < LEAST_CERTAINTY) return undefined;
  const inPicture = ({ x, y }: { x: number; y: number }): [number, number] => [
    box.x + (x + 0.5) / scale,
    box.y + (y + 0.5) / scale,
  ];
  return describeFace(picture, inPicture(eyes.left), inPicture(eyes.right));
}

/** Where a face may be, in pixels of the picture, the most likely first. */
function searchBoxes(picture: Canvas, searched: number): FaceBox[] {
  const scale = searched / Math.max(picture.width, picture.height);
  const margin = Math.round(searched * MARGIN);
  const width = Math.round(picture.width * scale) + 2 * margin;
  const height = Math.round(picture.height * scale) + 2 * margin;
  const rgba = cut(picture, width, height, { scale, angle: 0, fromX: 0, fromY: 0, toX: margin, toY: margin });
  return findFaces(greyOf(rgba, width, height))
    .filter(({ votes }) => votes > 1)
    .map(({ x, y, size, votes }) => ({
      x: (x - margin) / scale,
      y: (y - margin) / scale,
      size: size / scale,
      votes,
    }));
}

function describeFace(picture: Canvas, left: [number, number], right: [number, number]): LocatedFace {
  const [width, height, toX, toY] = [UNIT * 2.25, UNIT * 2.8, UNIT * 1.125, UNIT * 0.625];
  const rgba = cut(picture, width, height, {
    scale: UNIT / Math.hypot(right[0] - left[0], right[1] - left[1]),
    angle: Math.atan2(right[1] - left[1], right[0] - left[0]),
    fromX: (left[0] + right[0]) / 2,
    fromY: (left[1] + right[1]) / 2,
    toX,
    toY,
  });
  const patch = new FacePatch(rgba, width, height, UNIT, toX, toY);
  return {
    leftEye: left,
    rightEye: right,
    lids: { left: findLids(patch, -0.5), right: findLids(patch, 0.5) },
    mouth: findMouth(patch),
  };
}

/** RGBA of a part of the picture, turned back by `angle`; the pixel `from` of the picture lands on `to`. */
function cut(
  picture: Canvas,
  width: number,
  height: number,
  view: { scale: number; angle: number; fromX: number; fromY: number; toX: number; toY: number },
): Uint8Array {
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = '#808080';
  ctx.fillRect(0, 0, width, height);
  ctx.imageSmoothingQuality = 'high';
  ctx.translate(view.toX, view.toY);
  ctx.rotate(-view.angle);
  ctx.scale(view.scale, view.scale);
  ctx.drawImage(picture, -view.fromX, -view.fromY);
  return canvas.data();
}
