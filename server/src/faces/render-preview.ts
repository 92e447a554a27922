import { setImmediate } from 'node:timers/promises';
import { createCanvas, ImageData } from '@napi-rs/canvas';
import { Director } from './director/director.ts';
import { REST_POSE } from './director/face-pose.ts';
import type { FacePicture, FrameRequest } from './face.ts';
import type { FaceDrawer, PictureFace } from './face-drawer.ts';
import { openDrawer } from './open-drawer.ts';

/** What is said at one picture of a clip. */
export type PreviewMoment = Pick<FrameRequest, 'visemes' | 'energy'>;

export interface PreviewOrder {
  /** None: no clip. */
  moments: PreviewMoment[];
  /** Pictures a second. */
  rate: number;
  /** Width and height of a picture in pixels; even. */
  side: number;
}

export interface DrawnPreview {
  /** What the picture is moved by; empty where no face was found. */
  points: Record<string, [number, number]>;
  faces: readonly PictureFace[];
  notice?: string;
  /** All pictures in rows, as JPEG. */
  sheet?: { jpeg: Uint8Array; columns: number };
}

const SEED = 1;
const JPEG_QUALITY = 82;

/**
 * How a picture would be moved, and the pictures of it as it speaks. It runs on the calling thread.
 * @throws RigError where the points make no face; Error where the picture cannot be used
 */
export async function renderPreview(picture: FacePicture, order: PreviewOrder): Promise<DrawnPreview> {
  const drawer = await openDrawer(picture, order.side, order.side);
  if (drawer.rigError) throw drawer.rigError;
  return {
    points: drawer.points ?? {},
    faces: drawer.faces ?? [],
    ...(drawer.notice && { notice: drawer.notice }),
    ...(order.moments.length > 0 && { sheet: await drawSheet(drawer, order) }),
  };
}

async function drawSheet(drawer: FaceDrawer, { moments, rate, side }: PreviewOrder) {
  const columns = Math.ceil(Math.sqrt(moments.length));
  const canvas = createCanvas(columns * side, Math.ceil(moments.length / columns) * side);
  const ctx = canvas.getContext('2d');
  const director = new Director(SEED);
  drawer.draw(REST_POSE);
  for (const [index, moment] of moments.entries()) {
    drawer.draw(director.pose({ ...moment, ptsMs: (index * 1000) / rate, state: 'speaking' }));
    const [x, y] = [(index % columns) * side, Math.floor(index / columns) * side];
    ctx.putImageData(new ImageData(drawer.copyPixels(), side, side), x, y);
    // What a picture used is freed between turns of the event loop.
    await setImmediate();
  }
  return { jpeg: await canvas.encode('jpeg', JPEG_QUALITY), columns };
}
