/**
 * The contract of a face: it is asked for the frame of a moment, and answers with it in I420. The conversation owns the
 * only clock; a face never waits, plays or drops anything by itself.
 */

/** The fifteen visemes (Oculus/ARKit naming), in the order of a weight vector. */
export const VISEMES = [
  'sil',
  'PP',
  'FF',
  'TH',
  'DD',
  'kk',
  'CH',
  'SS',
  'nn',
  'RR',
  'aa',
  'E',
  'I',
  'O',
  'U',
] as const;
export type Viseme = (typeof VISEMES)[number];

export const EMOTIONS = ['neutral', 'happy', 'sad', 'surprised', 'concerned', 'angry', 'thinking'] as const;
export type Emotion = (typeof EMOTIONS)[number];

export type FaceState = 'idle' | 'listening' | 'thinking' | 'speaking';

export interface FaceCaps {
  /** In pixels; even numbers. */
  width: number;
  height: number;
  fps: number;
}

export interface FrameRequest {
  /** Increases by one per frame, and identifies the frame in the answer. */
  index: number;
  /** The media time of the frame. Gaps in it advance the idle movements of the face. */
  ptsMs: number;
  state: FaceState;
  emotion?: { name: Emotion; weight: number };
  /** 15 weights in the order of `VISEMES`, or `null` for a mouth at rest. */
  visemes: Float32Array | null;
  /** The loudness of the speech at this moment, 0 to 1, which moves head and brows. */
  energy: number;
  /** Whether the last words of a question are being spoken. */
  isQuestionEnd?: boolean;
}

export interface RenderedFrame {
  index: number;
  /**
   * I420, `width * height * 1.5` bytes, alone in its buffer (rtc-node ignores `byteOffset`).
   * Valid until four further frames have been requested.
   */
  i420: Uint8Array;
  /** Whether a blink, a glance or a nod is in progress, which would look like a jump at a low frame rate. */
  isInFastMotion?: boolean;
}

export interface Face {
  readonly caps: FaceCaps;
  /** A one-sentence notice for the owner about how this face can be shown. */
  readonly notice?: string;
  /** Resolves when the frame is drawn. Rejects if the face is closed or its renderer has failed. */
  requestFrame(request: FrameRequest): Promise<RenderedFrame>;
  close(): Promise<void>;
}

/** An uploaded picture, as the bytes of its file. */
export interface FacePicture {
  image: Uint8Array;
  /** Points of the face in the picture, as fractions from the top left. */
  rig?: Record<string, [number, number]>;
  /**
   * The result of an earlier search for the face (`FaceDrawer.packedFaces`). If it is of another version, the search is
   * repeated.
   */
  mesh?: Uint8Array;
  /** The owner of the picture. Owners take turns at decoding. */
  owner?: string;
}

/** A built-in person, or a picture. `open-drawer.ts` opens what draws it. */
export type FaceIdentity = { identity: string } | FacePicture;

export interface FaceOptions extends FaceCaps {
  /** The same seed yields the same blinks and glances. */
  seed: number;
}

/** Called with an I420 frame to show immediately if a face takes long to open. The callee may keep it. */
export type OnStill = (i420: Uint8Array, size: { width: number; height: number }) => void;

/** Opens faces of one kind, usually in threads of its own, several faces per thread. */
export interface FaceRenderer {
  /** `signal` cancels an opening that is no longer wanted. */
  open(identity: FaceIdentity, options: FaceOptions, onStill?: OnStill, signal?: AbortSignal): Promise<Face>;
  close(): Promise<void>;
}
