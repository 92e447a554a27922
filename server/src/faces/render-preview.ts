import { setImmediate } from 'node:timers/promises';
import { createCanvas, ImageData } from '@napi-rs/canvas';
import { Director } from './director/director.ts';
import { REST_POSE } from './director/face-pose.ts';
import type { FacePicture, FrameRequest } from './face.ts';
import type { FaceDrawer, PictureFace } from './face-drawer.ts';
import { openDrawer } from './open-drawer.ts';

/** The mouth and the loudness at one frame of a clip. */
export type PreviewFrame = Pick<FrameRequest, 'visemes' | 'energy'>;

export interface PreviewRequest {
  /** The frames of the clip; if empty, there is no clip. */
  frames: PreviewFrame[];
  /** Frames per second. */
  fps: number;
  /** The width and height of a frame in pixels; even. */
  sidePx: number;
}

export interface DrawnPreview {
  /** The points that animate the picture; empty if no face was found. */
  points: Record<string, [number, number]>;
  faces: readonly PictureFace[];
  notice?: string;
  /** All frames, in rows, as JPEG. */
  sheet?: { jpeg: Uint8Array; columns: number };
}

const SEED = 1;
const JPEG_QUALITY = 82;

/**
 * Returns the points that would animate a picture, and frames of it speaking. Runs on the calling thread.
 * @throws RigError if the points do not form a face; Error if the picture cannot be used
 */
export async function renderPreview(picture: FacePicture, order: PreviewRequest): Promise<DrawnPreview> {
  const drawer = await openDrawer(picture, order.sidePx, order.sidePx);
  if (drawer.rigError) throw drawer.rigError;
  return {
    points: drawer.points ?? {},
    faces: drawer.faces ?? [],
    ...(drawer.notice && { notice: drawer.notice }),
    ...(order.frames.length > 0 && { sheet: await drawSheet(drawer, order) }),
  };
}

async function drawSheet(drawer: FaceDrawer, { frames, fps, sidePx }: PreviewRequest) {
  const columns = Math.ceil(Math.sqrt(frames.length));
  const canvas = createCanvas(columns * sidePx, Math.ceil(frames.length / columns) * sidePx);
  const ctx = canvas.getContext('2d');
  const director = new Director(SEED);
  drawer.draw(REST_POSE);
  for (const [index, frame] of frames.entries()) {
    drawer.draw(director.pose({ ...frame, ptsMs: (index * 1000) / fps, state: 'speaking' }));
    const [x, y] = [(index % columns) * sidePx, Math.floor(index / columns) * sidePx];
    ctx.putImageData(new ImageData(drawer.copyPixels(), sidePx, sidePx), x, y);
    // The memory of a frame is freed between iterations of the event loop.
    await setImmediate();
  }
  return { jpeg: await canvas.encode('jpeg', JPEG_QUALITY), columns };
}
