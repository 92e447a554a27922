import { Worker } from 'node:worker_threads';
import type { FaceIdentity, FacePicture } from './face.ts';
import { rendererOf } from './face-kinds.ts';
import type { DrawnPreview, PreviewOrder } from './render-preview.ts';
import type { StillSize } from './render-still.ts';

/** Stills are rare, and a thread that has drawn one holds some 100 MB. */
const IDLE_MS = 10_000;

export interface StillRenderer {
  /** As `renderStill`, without blocking the calling thread. */
  render(identity: FaceIdentity, size: StillSize): Promise<Uint8Array>;
  /** As `renderPreview`, without blocking the calling thread; an error has the name of the one in the thread. */
  preview(picture: FacePicture, order: PreviewOrder): Promise<DrawnPreview>;
  close(): Promise<void>;
}

type Order = { identity: FaceIdentity; size: StillSize } | { picture: FacePicture; preview: PreviewOrder };
export type StillOrder = { number: number } & Order;

export type StillAnswer =
  | { number: number; drawn: Uint8Array | DrawnPreview }
  | { number: number; problem: string; name?: string };

interface Waiting {
  resolve(drawn: never): void;
  reject(error: Error): void;
}

/**
 * Draws stills in a thread that lives as long as there is something to draw; stills that the build has made are read
 * from files.
 */
export function startStillRenderer(): StillRenderer {
  return new ThreadStills();
}

class ThreadStills implements StillRenderer {
  readonly #waiting = new Map<number, Waiting>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #count = 0;
  #closed = false;

  async render(identity: FaceIdentity, size: StillSize): Promise<Uint8Array> {
    const made = 'identity' in identity && (await readStill(identity.identity, size));
    return made || this.#draw<Uint8Array>({ identity, size });
  }

  preview(picture: FacePicture, order: PreviewOrder): Promise<DrawnPreview> {
    return this.#draw<DrawnPreview>({ picture, preview: order });
  }

  #draw<T extends Uint8Array | DrawnPreview>(order: Order): Promise<T> {
    if (this.#closed) return Promise.reject(new Error('The renderer of stills has been closed.'));
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const number = this.#count++;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      worker.postMessage({ number, ...order } satisfies StillOrder);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    this.#giveUp(new Error('The renderer of stills has been closed.'));
    await this.#stop();
  }

  #start(): Worker {
    const worker = new Worker(new URL('./still-thread.js', import.meta.url), { name: 'stills' });
    worker.on('message', (answer: StillAnswer) => this.#take(answer));
    const fail = (error: Error) => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#giveUp(error);
    };
    worker.on('error', fail);
    worker.on('exit', (code) => fail(new Error(`The renderer of stills ended with code ${code}.`)));
    return worker;
  }

  #take(answer: StillAnswer): void {
    const waiting = this.#waiting.get(answer.number);
    this.#waiting.delete(answer.number);
    if ('drawn' in answer) waiting?.resolve(answer.drawn as never);
    else waiting?.reject(Object.assign(new Error(answer.problem), answer.name && { name: answer.name }));
    if (this.#waiting.size > 0 || this.#closed) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#stop(), IDLE_MS).unref();
  }

  #giveUp(error: Error): void {
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }

  async #stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = undefined;
    await worker?.terminate();
  }
}

function readStill(
  identity: string,
  { width, height }: StillSize,
): Promise<Uint8Array | undefined> | undefined {
  return rendererOf(identity)?.readStill?.(identity, width, height);
}
