import type { Face, FrameRequest } from '../../faces/face.ts';
import type { Clock } from '../../lib/clock.ts';
import { toError } from '../../lib/to-error.ts';
import { blackFrame, type FrameSize, type VideoSink } from '../room/avatar-tracks.ts';
import { FaceRequests } from './face-requests.ts';
import { FrameGrid } from './frame-grid.ts';

/**
 * A frame is requested this long before it is due: when the audio of the same moment leaves, which the frame follows by
 * `FRAME_DELAY_MS`. So nothing has to be predicted, and a busy machine has all of that time to draw it.
 */
const FRAME_LEAD_MS = 40;
/**
 * No frame's timestamp is older than this, however late the frame is sent. rtc-node translates timestamps with WebRTC's
 * `TimestampAligner`, which follows the mean lateness and clips timestamps in the future; each clip is subtracted from
 * every later timestamp and never taken back. So a few late frames (at the start, under load) would make all later ones
 * look 30 ms or more older than they are, and receivers would delay the audio by as much.
 */
const MAX_TIMESTAMP_AGE_MS = 5;

export interface FrameStats {
  sent: number;
  /** Frames that were not ready in time: the last one was repeated. Calm or unseen faces do not count. */
  late: number;
  /** Grid points that were missed because the process itself was delayed. */
  skipped: number;
}

/** How many frames are needed: all, fewer for a calm face, or none because nobody receives them. */
export type Pace = 'full' | 'calm' | 'unseen';

export interface FramePumpOptions {
  clock: Clock;
  sink: VideoSink;
  width: number;
  height: number;
  fps: number;
  /** Approximate frames per second while the face is calm and the machine is busy; each is at a point of the grid. */
  idleFps: number;
  /** Position of the grid's points within a period, 0 to 1; see `FramePhases`. */
  phase: number;
  /** Returns the state, mouth and loudness that the face should show at that time. */
  appearanceAt: (ptsMs: number) => Omit<FrameRequest, 'index' | 'ptsMs'>;
  pace: (ptsMs: number) => Pace;
  /** Called when the first frame of a face (not the placeholder) was sent. */
  onFirstFrame: () => void;
  /** Called when the face gives no more frames; the last one is repeated until another face is set. */
  onFaceFailed: (error: Error) => void;
  /** Called when the sink is broken; the pump has stopped. */
  onFailed: (error: Error) => void;
}

/**
 * Sends frames on a fixed grid of the media clock, whatever the face does. While the face is calm on a busy machine,
 * some points are left out; speech uses the next point, so its first frame is never later than without this.
 */
export class FramePump {
  readonly stats: FrameStats = { sent: 0, late: 0, skipped: 0 };
  readonly #options: FramePumpOptions;
  readonly #grid: FrameGrid;
  readonly #cancels = new Set<() => void>();
  #requests: FaceRequests | undefined;
  /** The frame that is shown now. It may come from an earlier face of another size. */
  #shown: { readonly i420: Uint8Array; readonly size: FrameSize };
  #isBlack = true;
  #running = false;
  /** Whether no point is scheduled, because nobody watches or it has not started. */
  #isIdle = true;
  #firstFrameSent = false;
  /** Whether `#shown` is from before a time in which nobody watched: the face has to be drawn anew. */
  #isStale = false;
  #savesInSilence = true;
  /** Consecutive points of the grid that were left out since the last frame. */
  #skippedPoints = 0;

  constructor(options: FramePumpOptions) {
    this.#options = options;
    this.#grid = new FrameGrid(options.fps, options.phase);
    const { width, height } = options;
    this.#shown = { i420: blackFrame(width, height), size: { width, height } };
  }

  start(): void {
    this.#running = true;
    this.resume();
  }

  /** Call this when the pace is no longer `unseen`: until then no frame is due, and nothing wakes the thread. */
  resume(): void {
    if (!this.#running || !this.#isIdle) return;
    this.#isIdle = false;
    this.#grid.start(this.#options.clock.now() + FRAME_LEAD_MS);
    this.#scheduleRequest();
  }

  stop(): void {
    this.#running = false;
    this.#isIdle = true;
    for (const cancel of this.#cancels) cancel();
    this.#cancels.clear();
  }

  /** Shows this frame until there is a face. Does nothing if another frame was shown already. */
  showStill(i420: Uint8Array, size: FrameSize): void {
    if (!this.#isBlack) return;
    this.#shown = { i420, size };
    this.#isBlack = false;
  }

  setFace(face: Face): void {
    this.#requests?.close();
    this.#requests = new FaceRequests(face, this.#options.clock, (error) => this.#fail(error));
  }

  /** Takes effect with the next frame. `savesInSilence`: a calm face sends fewer frames. */
  setRate(fps: number, savesInSilence: boolean): void {
    this.#savesInSilence = savesInSilence;
    this.#grid.setRate(fps);
  }

  #scheduleRequest(): void {
    const { clock } = this.#options;
    const behindMs = clock.now() - (this.#grid.dueMs - FRAME_LEAD_MS);
    const missed = Math.floor(behindMs / this.#grid.periodMs);
    if (behindMs > this.#grid.periodMs) {
      this.#grid.advance(missed);
      this.stats.skipped += missed;
    }
    const ptsMs = this.#grid.dueMs;
    this.#after(ptsMs - FRAME_LEAD_MS - clock.now(), () => {
      const pace = this.#pace(ptsMs);
      if (pace === 'unseen') {
        this.#isStale = true;
        this.#isIdle = true;
        return;
      }
      if (!this.#skipsPoint(pace)) {
        this.#requests?.request(ptsMs, () => this.#options.appearanceAt(ptsMs));
        this.#after(ptsMs - clock.now(), () => this.#send(ptsMs, pace));
      }
      this.#grid.advance();
      this.#scheduleRequest();
    });
  }

  /** Called at every point, because that is how the caller notices how long the face has been calm. */
  #pace(ptsMs: number): Pace {
    const pace = this.#options.pace(ptsMs);
    if (!this.#firstFrameSent || (pace === 'calm' && this.#requests?.isInFastMotion === true)) return 'full';
    return pace;
  }

  #skipsPoint(pace: Pace): boolean {
    const everyNth = Math.max(1, Math.round(1000 / this.#grid.periodMs / this.#options.idleFps));
    const savesHere = pace === 'calm' && this.#savesInSilence;
    this.#skippedPoints = savesHere && this.#skippedPoints + 1 < everyNth ? this.#skippedPoints + 1 : 0;
    return this.#skippedPoints > 0;
  }

  #send(ptsMs: number, pace: Pace): void {
    const drawn = this.#requests?.take();
    if (drawn) {
      this.#shown = drawn;
      this.#isBlack = false;
    } else if (this.#isStale && this.#requests) return;
    else if (this.#requests && pace === 'full') this.stats.late++;
    this.#isStale = false;
    const stampMs = Math.max(ptsMs, this.#options.clock.now() - MAX_TIMESTAMP_AGE_MS);
    try {
      this.#options.sink.capture(this.#shown.i420, BigInt(Math.round(stampMs * 1000)), this.#shown.size);
    } catch (error) {
      this.stop();
      this.#options.onFailed(toError(error));
      return;
    }
    this.stats.sent++;
    if (drawn && !this.#firstFrameSent) {
      this.#firstFrameSent = true;
      this.#options.onFirstFrame();
    }
  }

  #fail(error: Error): void {
    if (!this.#running) return;
    this.#requests?.close();
    this.#requests = undefined;
    // The renderer may reuse or free its buffers: keep a copy of the last frame.
    this.#shown = { ...this.#shown, i420: Uint8Array.from(this.#shown.i420) };
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
