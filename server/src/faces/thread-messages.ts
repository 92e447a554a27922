import type { FaceIdentity, FaceOptions, FrameRequest } from './face.ts';

/** Messages to the thread. `face` numbers a thread's faces from 1; its watchdog tells which one it is drawing. */
export type FaceThreadRequest =
  | { type: 'open'; face: number; identity: FaceIdentity; options: FaceOptions; slots: SharedArrayBuffer[] }
  | { type: 'frame'; face: number; request: FrameRequest; slot: number }
  | { type: 'close'; face: number };

/** Messages from the thread. */
export type FaceThreadReply =
  /** The first slot contains a frame to show until the face is open. */
  | { type: 'still'; face: number }
  | { type: 'opened'; face: number; notice?: string }
  | { type: 'open_failed'; face: number; message: string }
  | { type: 'drawn'; face: number; index: number; isInFastMotion: boolean }
  | { type: 'draw_failed'; face: number; index: number; message: string };
