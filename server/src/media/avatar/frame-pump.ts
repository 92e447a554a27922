import type { Face, FrameRequest } from '../../faces/face.ts';
import { STANDSTILL_MS } from '../../lib/after-silence.ts';
import type { Clock } from '../../lib/clock.ts';

/**
 * A frame is asked for this long before it is due: when the sound of the same moment leaves, which a picture follows by
 * `PICTURE_DELAY_MS`. So nothing is guessed, and a busy machine has the whole of that time to draw it.
 */
const FRAME_LEAD_MS = 40;
/** With more unanswered requests than this no further ones are made: a slot of the face stays valid for four requests. */
const MAX_UNANSWERED = 2;
/** Pictures a second that nobody receives: enough that the face goes on living. */
const UNSEEN_FPS = 4;
/** A face that has not answered for this long has failed. */
const UNANSWERED_MS = 2000;

/**
 * No picture is stamped older than this, however late it is sent. rtc-node translates stamps with WebRTC's
 * `TimestampAligner`, which follows the mean lateness and clips stamps in the future; each clip is subtracted from every
 * later stamp and never taken back. So a few late pictures (at the start, under load) would make all later ones look 30 ms
 * and more older than they are, and receivers would delay the sound by as much.
 */
const OLDEST_STAMP_MS = 5;

export interface PictureSize {
  /** Pixels. */
  width: number;
  height: number;
}

/** Where pictures go: I420 of this size, and the moment they belong to in microseconds of the media clock. */
export interface VideoSink {
  capture(i420: Uint8Array, timestampUs: bigint, size: PictureSize): void;
}

export interface FrameStats {
  sent: number;
  /** Frames that were not ready in time; the last picture was sent again. Those of a calm face, or one that nobody receives, do not count. */
  late: number;
  /** Grid points that were missed because the process itself was delayed. */
  skipped: number;
}

/** How many pictures a moment needs: all, those of a face that says and does nothing, or next to none because nobody is there. */
export type Pace = 'full' | 'calm' | 'unseen';

export interface FramePumpOptions {
  clock: Clock;
  sink: VideoSink;
  width: number;
  height: number;
  fps: number;
  /** Pictures a second while it is calm, about: each picture is sent at a point of the grid. */
  idleFps: number;
  /** Position of the grid's points within a period, 0 to 1; see `FramePhases`. */
  phase: number;
  /** What the face should show at that moment. */
  look: (ptsMs: number) => Omit<FrameRequest, 'index' | 'ptsMs'>;
  pace: (ptsMs: number) => Pace;
  /** The first picture of a face (not the placeholder) was sent. */
  onFirstFrame: () => void;
  /** The face gives no more pictures; the last one is repeated until another face is set. */
  onFaceFailed: (error: Error) => void;
  /** The sink is broken; the pump has stopped. */
  onFailed: (error: Error) => void;
}

/**
 * Sends pictures on a fixed grid of the media clock, whatever the face does. While the face is calm some points of the grid are
 * left out; the next one is used as soon as it is not, so the first picture of speech is never later than it would have been.
 */
export class FramePump {
  readonly stats: FrameStats = { sent: 0, late: 0, skipped: 0 };
  readonly #options: FramePumpOptions;
  #periodMs: number;
  readonly #cancels = new Set<() => void>();
  #face: Face | undefined;
  #picture: Uint8Array;
  /** Size of that picture: a face of another size may replace the one that drew it. */
  #size: PictureSize;
  #isBlack = true;
  /** Pictures that came late and are newer than the one shown. */
  #ready: { index: number; i420: Uint8Array; size: PictureSize } | undefined;
  /** When each open request was made, by its index. */
  #unanswered = new Map<number, number>();
  #askedLastAt = 0;
  #index = 0;
  #originMs = 0;
  #grid = 0;
  #running = false;
  #firstFrameSent = false;
  /** Points of the grid that were left out since the last picture. */
  #leftOut = 0;
  /** The newest picture of the face shows a quick movement. */
  #quick = false;

  constructor(options: FramePumpOptions) {
    this.#options = options;
    this.#periodMs = 1000 / options.fps;
    this.#picture = blackPicture(options.width, options.height);
    this.#size = { width: options.width, height: options.height };
  }

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#originMs = this.#gridPointAfter(this.#options.clock.now() + FRAME_LEAD_MS);
    this.#grid = 0;
    this.#scheduleRequest();
  }

  stop(): void {
    this.#running = false;
    for (const cancel of this.#cancels) cancel();
    this.#cancels.clear();
  }

  /** Shown until there is a face. Does nothing where another picture was sent already. */
  showStill(i420: Uint8Array, size: PictureSize): void {
    if (!this.#isBlack) return;
    this.#picture = i420;
    this.#size = size;
    this.#isBlack = false;
  }

  setFace(face: Face): void {
    this.#face = face;
    this.#quick = false;
    this.#unanswered = new Map();
    this.#ready = undefined;
  }

  /** Takes effect with the next picture. */
  setRate(fps: number): void {
    const periodMs = 1000 / fps;
    if (periodMs === this.#periodMs) return;
    const nextMs = this.#dueMs(this.#grid);
    this.#periodMs = periodMs;
    // The next picture has been scheduled: the new grid begins with the one after it.
    this.#originMs = this.#gridPointAfter(nextMs + periodMs / 2);
    this.#grid = -1;
  }

  #gridPointAfter(timeMs: number): number {
    const { phase } = this.#options;
    return (Math.ceil(timeMs / this.#periodMs - phase) + phase) * this.#periodMs;
  }

  #scheduleRequest(): void {
    const { clock } = this.#options;
    const behindMs = clock.now() - (this.#dueMs(this.#grid) - FRAME_LEAD_MS);
    if (behindMs > this.#periodMs) {
      const missed = Math.floor(behindMs / this.#periodMs);
      this.#grid += missed;
      this.stats.skipped += missed;
    }
    const ptsMs = this.#dueMs(this.#grid);
    this.#after(ptsMs - FRAME_LEAD_MS - clock.now(), () => {
      const pace = this.#pace(ptsMs);
      if (!this.#leavesOut(pace)) {
        this.#request(ptsMs);
        this.#after(ptsMs - clock.now(), () => this.#release(ptsMs, pace));
      }
      this.#grid++;
      this.#scheduleRequest();
    });
  }

  /** Asked at every point, because the caller notices by it how long the face has been calm. */
  #pace(ptsMs: number): Pace {
    const pace = this.#options.pace(ptsMs);
    if (!this.#firstFrameSent || (pace === 'calm' && this.#quick)) return 'full';
    return pace;
  }

  #leavesOut(pace: Pace): boolean {
    const fps = pace === 'unseen' ? UNSEEN_FPS : this.#options.idleFps;
    const everyNth = Math.max(1, Math.round(1000 / this.#periodMs / fps));
    this.#leftOut = pace !== 'full' && this.#leftOut + 1 < everyNth ? this.#leftOut + 1 : 0;
    return this.#leftOut > 0;
  }

  #dueMs(grid: number): number {
    return this.#originMs + grid * this.#periodMs;
  }

  #request(ptsMs: number): void {
    const face = this.#face;
    if (!face) return;
    const now = this.#options.clock.now();
    // After a standstill of this process what the face answered has not been read yet: its time begins anew.
    if (now - this.#askedLastAt > STANDSTILL_MS) {
      for (const index of this.#unanswered.keys()) this.#unanswered.set(index, now);
    }
    this.#askedLastAt = now;
    for (const askedAt of this.#unanswered.values()) {
      if (now - askedAt > UNANSWERED_MS) {
        this.#fail(face, new Error(`the face has not answered for ${UNANSWERED_MS} ms`));
        return;
      }
    }
    if (this.#unanswered.size >= MAX_UNANSWERED) return;
    const index = this.#index++;
    const unanswered = this.#unanswered;
    unanswered.set(index, now);
    face.requestFrame({ index, ptsMs, ...this.#options.look(ptsMs) }).then(
      (frame) => {
        unanswered.delete(index);
        if (face !== this.#face || (this.#ready && frame.index <= this.#ready.index)) return;
        this.#ready = { ...frame, size: face.caps };
        this.#quick = frame.quick ?? false;
      },
      (error: unknown) => this.#fail(face, error instanceof Error ? error : new Error(String(error))),
    );
  }

  #release(ptsMs: number, pace: Pace): void {
    const drawn = this.#ready;
    this.#ready = undefined;
    if (drawn) {
      this.#picture = drawn.i420;
      this.#size = drawn.size;
      this.#isBlack = false;
    } else if (this.#face && pace === 'full') this.stats.late++;
    const stampMs = Math.max(ptsMs, this.#options.clock.now() - OLDEST_STAMP_MS);
    try {
      this.#options.sink.capture(this.#picture, BigInt(Math.round(stampMs * 1000)), this.#size);
    } catch (error) {
      this.stop();
      this.#options.onFailed(error instanceof Error ? error : new Error(String(error)));
      return;
    }
    this.stats.sent++;
    if (drawn && !this.#firstFrameSent) {
      this.#firstFrameSent = true;
      this.#options.onFirstFrame();
    }
  }

  #fail(face: Face, error: Error): void {
    if (face !== this.#face || !this.#running) return;
    this.#face = undefined;
    this.#quick = false;
    // The renderer may reuse or free its buffers: keep a copy of the last picture.
    this.#picture = Uint8Array.from(this.#picture);
    this.#options.onFaceFailed(error);
  }

  #after(delayMs: number, callback: () => void): void {
    const cancel = this.#options.clock.after(delayMs, () => {
      this.#cancels.delete(cancel);
      if (this.#running) callback();
    });
    this.#cancels.add(cancel);
  }
}

export function blackPicture(width: number, height: number): Uint8Array {
  const i420 = new Uint8Array((width * height * 3) / 2).fill(128);
  i420.fill(16, 0, width * height);
  return i420;
}
