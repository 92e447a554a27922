import { Worker } from 'node:worker_threads';
import { type Clock, systemClock } from '../lib/clock.ts';
import { createWatchdog, publishedWork, watchHeartbeats } from '../lib/thread-watchdog.ts';
import type { Face, FaceIdentity, FaceOptions, FaceRenderer, OnStill } from './face.ts';
import { SLOTS, ThreadFace } from './thread-face.ts';
import type { FaceThreadReply, FaceThreadRequest } from './thread-messages.ts';

export interface FaceRendererOptions {
  /** The number of threads over which the faces are spread, 1 by default. Threads start with their first face. */
  threads?: number;
  /**
   * Called if a thread has died and its faces have been ended; `open` then starts another thread. Also called if a
   * thread hung over one face: that face has been ended, and the others are reopened in another thread.
   */
  onThreadFailure?: (error: Error) => void;
  clock?: Clock;
  /** The module that runs in the threads; tests replace it with a failing one. */
  threadModule?: URL;
}

const LARGEST_SIDE = 1920;

/** Opens faces, which are drawn in threads. */
export function startFaceRenderer(options: FaceRendererOptions = {}): FaceRenderer {
  const threads = Array.from({ length: options.threads ?? 1 }, () => new FaceThread(options));
  let closed = false;
  return {
    open(identity: FaceIdentity, faceOptions: FaceOptions, onStill, signal): Promise<Face> {
      if (closed) return Promise.reject(new Error('The face renderer has been closed.'));
      const problem = invalidOption(faceOptions);
      if (problem) return Promise.reject(new RangeError(problem));
      const leastLoaded = threads.reduce((a, b) => (b.load < a.load ? b : a));
      return leastLoaded.open(identity, faceOptions, onStill, signal);
    },
    async close(): Promise<void> {
      closed = true;
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

function invalidOption({ width, height, fps }: FaceOptions): string | undefined {
  for (const [name, side] of [
    ['width', width],
    ['height', height],
  ] as const)
    if (!Number.isInteger(side) || side % 2 !== 0 || side < 64 || side > LARGEST_SIDE)
      return `The ${name} of a face must be an even number from 64 to ${LARGEST_SIDE}, not ${side}.`;
  if (!(fps > 0 && fps <= 60))
    return `The frame rate of a face must be from 1 to 60 frames per second, not ${fps}.`;
  return undefined;
}

interface OpenFace {
  face: ThreadFace;
  openRequest: FaceThreadRequest;
  isOpen: boolean;
  opening?: { resolve(face: Face): void; reject(error: unknown): void; showStill(): void };
}

/** One worker and its faces. The worker starts with the first face and is replaced if it dies. */
class FaceThread {
  readonly #options: FaceRendererOptions;
  readonly #faces = new Map<number, OpenFace>();
  #worker: Worker | undefined;
  #stopWatching: (() => void) | undefined;
  #count = 0;

  constructor(options: FaceRendererOptions) {
    this.#options = options;
  }

  get load(): number {
    return this.#faces.size;
  }

  open(identity: FaceIdentity, options: FaceOptions, onStill?: OnStill, signal?: AbortSignal): Promise<Face> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    this.#worker ??= this.#start();
    const number = ++this.#count;
    const { width, height, fps } = options;
    const slots = Array.from({ length: SLOTS }, () => new SharedArrayBuffer(width * height * 1.5));
    // Messages to a face that is not open yet are skipped. `ThreadFace.resend` sends them once it is.
    const post = (message: FaceThreadRequest) => {
      if (message.type === 'close' || this.#faces.get(number)?.isOpen) this.#worker?.postMessage(message);
    };
    const caps = { width, height, fps };
    const face = new ThreadFace(caps, number, slots, post, () => this.#faces.delete(number));
    const giveUp = () => {
      const { opening } = this.#faces.get(number) ?? {};
      void face.close();
      opening?.reject(signal?.reason);
    };
    signal?.addEventListener('abort', giveUp);
    const opened = new Promise<Face>((resolve, reject) => {
      // A copy, because the slot is overwritten as soon as the face is open.
      const showStill = () => onStill?.(Uint8Array.from(new Uint8Array(slots[0]!)), { width, height });
      const openRequest = { type: 'open', face: number, identity, options, slots } as const;
      this.#faces.set(number, { face, openRequest, isOpen: false, opening: { resolve, reject, showStill } });
      this.#worker?.postMessage(openRequest);
    });
    return opened.finally(() => signal?.removeEventListener('abort', giveUp));
  }

  async close(): Promise<void> {
    const stopped = this.#stop();
    this.#endFaces(new Error('The face renderer has been closed.'));
    await stopped;
  }

  async #stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#stopWatching?.();
    await worker?.terminate();
  }

  #start(): Worker {
    const module = this.#options.threadModule ?? new URL('./face-thread.js', import.meta.url);
    const watchdog = createWatchdog();
    const worker = new Worker(module, { name: 'faces', workerData: watchdog });
    worker.on('message', (message: FaceThreadReply) => this.#worker === worker && this.#handle(message));
    const fail = (error: Error) => {
      if (this.#worker !== worker) return;
      void this.#stop();
      this.#endFaces(new Error(`The face renderer failed: ${error.message}`, { cause: error }));
      this.#options.onThreadFailure?.(error);
    };
    worker.on('error', fail);
    worker.on('exit', (code) => fail(new Error(`its thread ended with code ${code}`)));
    const { clock = systemClock } = this.#options;
    this.#stopWatching = watchHeartbeats(watchdog, clock, () => this.#restart(publishedWork(watchdog)));
    return worker;
  }

  /** Handles a thread that hangs over a face. If it was drawing none, those that it was opening are at fault. */
  #restart(culprit: number): void {
    void this.#stop();
    const error = new Error('The face took too long to draw.');
    for (const [number, entry] of this.#faces) {
      if (culprit === 0 ? entry.opening : number === culprit) this.#end(number, entry, error);
    }
    this.#options.onThreadFailure?.(error);
    if (this.#faces.size === 0) return;
    this.#worker = this.#start();
    for (const entry of this.#faces.values()) {
      entry.isOpen = false;
      this.#worker.postMessage(entry.openRequest);
    }
  }

  #handle(message: FaceThreadReply): void {
    const entry = this.#faces.get(message.face);
    if (!entry) return;
    switch (message.type) {
      case 'still':
        entry.opening?.showStill();
        break;
      case 'opened':
        entry.isOpen = true;
        if (message.notice) entry.face.notice = message.notice;
        entry.opening?.resolve(entry.face);
        entry.opening = undefined;
        entry.face.resend();
        break;
      case 'open_failed':
        this.#end(message.face, entry, new Error(message.message));
        break;
      case 'drawn':
        entry.face.resolveOldest(message.isInFastMotion);
        break;
      case 'draw_failed':
        entry.face.rejectOldest(new Error(message.message));
        break;
    }
  }

  #endFaces(error: Error): void {
    for (const [number, entry] of this.#faces) this.#end(number, entry, error);
  }

  #end(number: number, { face, opening }: OpenFace, error: Error): void {
    this.#faces.delete(number);
    opening?.reject(error);
    face.end(error);
  }
}
