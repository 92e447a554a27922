import { Worker } from 'node:worker_threads';
import type { Face, FaceIdentity, FaceOptions, FaceRenderer, OnStill } from './face.ts';
import { SLOTS, ThreadFace } from './thread-face.ts';
import type { FromThread, ToThread } from './thread-messages.ts';

export interface FaceRendererOptions {
  /** How many threads the faces are spread over; 1 by default. Threads start with their first face. */
  threads?: number;
  /** A thread died; its faces have been ended. `open` starts another. */
  onThreadFailure?: (error: Error) => void;
  /** The module that runs in the threads; tests put a failing one here. */
  threadModule?: URL;
}

const LARGEST_SIDE = 1920;

/** Opens illustrated and photo faces, drawn in threads of their own. */
export function startFaceRenderer(options: FaceRendererOptions = {}): FaceRenderer {
  const threads = Array.from({ length: options.threads ?? 1 }, () => new FaceThread(options));
  let closed = false;
  return {
    open(identity: FaceIdentity, faceOptions: FaceOptions, onStill): Promise<Face> {
      if (closed) return Promise.reject(new Error('The face renderer has been closed.'));
      const problem = refusal(faceOptions);
      if (problem) return Promise.reject(new RangeError(problem));
      const calmest = threads.reduce((a, b) => (b.load < a.load ? b : a));
      return calmest.open(identity, faceOptions, onStill);
    },
    async close(): Promise<void> {
      closed = true;
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

function refusal({ width, height, fps }: FaceOptions): string | undefined {
  for (const [name, side] of [
    ['width', width],
    ['height', height],
  ] as const)
    if (!Number.isInteger(side) || side % 2 !== 0 || side < 64 || side > LARGEST_SIDE)
      return `The ${name} of a face must be an even number from 64 to ${LARGEST_SIDE}, not ${side}.`;
  if (!(fps > 0 && fps <= 60)) return `A face draws from 1 to 60 frames a second, not ${fps}.`;
  return undefined;
}

interface Entry {
  face: ThreadFace;
  opening?: { resolve(face: Face): void; reject(error: Error): void; showStill(): void };
}

/** One worker and the faces in it; the worker lives from the first face on and is replaced when it dies. */
class FaceThread {
  readonly #options: FaceRendererOptions;
  readonly #faces = new Map<number, Entry>();
  #worker: Worker | undefined;
  #count = 0;

  constructor(options: FaceRendererOptions) {
    this.#options = options;
  }

  get load(): number {
    return this.#faces.size;
  }

  open(identity: FaceIdentity, options: FaceOptions, onStill?: OnStill): Promise<Face> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const number = this.#count++;
    const { width, height, fps } = options;
    const slots = Array.from({ length: SLOTS }, () => new SharedArrayBuffer(width * height * 1.5));
    const post = (message: ToThread) => {
      if (this.#worker === worker) worker.postMessage(message);
    };
    const caps = { width, height, fps };
    const face = new ThreadFace(caps, number, slots, post, () => this.#faces.delete(number));
    return new Promise((resolve, reject) => {
      // A copy: the slot is drawn over as soon as the face is open.
      const showStill = () => onStill?.(Uint8Array.from(new Uint8Array(slots[0]!)), { width, height });
      this.#faces.set(number, { face, opening: { resolve, reject, showStill } });
      post({ type: 'open', face: number, identity, options, slots });
    });
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#endFaces(new Error('The face renderer has been closed.'));
    await worker?.terminate();
  }

  #start(): Worker {
    const module = this.#options.threadModule ?? new URL('./face-thread.js', import.meta.url);
    const worker = new Worker(module, { name: 'faces' });
    worker.on('message', (message: FromThread) => this.#handle(message));
    const fail = (error: Error) => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#endFaces(new Error(`The face renderer has failed: ${error.message}`, { cause: error }));
      this.#options.onThreadFailure?.(error);
    };
    worker.on('error', fail);
    worker.on('exit', (code) => fail(new Error(`its thread ended with code ${code}`)));
    return worker;
  }

  #handle(message: FromThread): void {
    const entry = this.#faces.get(message.face);
    if (!entry) return;
    switch (message.type) {
      case 'still':
        entry.opening?.showStill();
        break;
      case 'opened':
        if (message.notice) entry.face.notice = message.notice;
        entry.opening?.resolve(entry.face);
        entry.opening = undefined;
        break;
      case 'open_failed':
        this.#faces.delete(message.face);
        entry.opening?.reject(new Error(message.message));
        break;
      case 'drawn':
        entry.face.answer(message.quick);
        break;
      case 'draw_failed':
        entry.face.refuse(new Error(message.message));
        break;
    }
  }

  #endFaces(error: Error): void {
    for (const { face, opening } of this.#faces.values()) {
      opening?.reject(error);
      face.end(error);
    }
    this.#faces.clear();
  }
}
