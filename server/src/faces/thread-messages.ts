import type { FaceIdentity, FaceOptions, FrameRequest } from './face.ts';

/** To the thread. `face` numbers the faces of a thread, from 1 on; its heart tells at which of them it draws. */
export type ToThread =
  | { type: 'open'; face: number; identity: FaceIdentity; options: FaceOptions; slots: SharedArrayBuffer[] }
  | { type: 'frame'; face: number; request: FrameRequest; slot: number }
  | { type: 'close'; face: number };

/** From the thread. */
export type FromThread =
  /** The first slot holds a picture to show until the face is open. */
  | { type: 'still'; face: number }
  | { type: 'opened'; face: number; notice?: string }
  | { type: 'open_failed'; face: number; message: string }
  | { type: 'drawn'; face: number; index: number; quick: boolean }
  | { type: 'draw_failed'; face: number; index: number; message: string };
