import { Worker } from 'node:worker_threads';
import type { FaceIdentity } from './face.ts';
import { rendererOf } from './face-kinds.ts';
import type { StillSize } from './render-still.ts';

/** Stills are rare, and a thread that has drawn one holds some 100 MB. */
const IDLE_MS = 10_000;

export interface StillRenderer {
  /** As `renderStill`, without blocking the calling thread. */
  render(identity: FaceIdentity, size: StillSize): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface StillOrder {
  number: number;
  identity: FaceIdentity;
  size: StillSize;
}

export type StillAnswer = { number: number; png: Uint8Array } | { number: number; problem: string };

interface Waiting {
  resolve(png: Uint8Array): void;
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
    return made || this.#draw(identity, size);
  }

  #draw(identity: FaceIdentity, size: StillSize): Promise<Uint8Array> {
    if (this.#closed) return Promise.reject(new Error('The renderer of stills has been closed.'));
    clearTimeout(this.#idle);
    this.#worker ??= this.#start();
    const worker = this.#worker;
    const number = this.#count++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(number, { resolve, reject });
      worker.postMessage({ number, identity, size } satisfies StillOrder);
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
    if ('png' in answer) waiting?.resolve(answer.png);
    else waiting?.reject(new Error(answer.problem));
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
