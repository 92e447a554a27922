import { type ChildProcess, fork } from 'node:child_process';
import { type Clock, systemClock } from '../lib/clock.ts';
import { countHeartbeat, createWatchdog, watchHeartbeats } from '../lib/thread-watchdog.ts';
import type { FaceIdentity, FacePicture } from './face.ts';
import type { DrawnPreview, PreviewRequest } from './render-preview.ts';
import type { DrawnStill, StillSize } from './render-still.ts';

/** Stills are rare, and a process that has drawn one occupies some 100 MB. */
const IDLE_MS = 10_000;

export interface StillRendererOptions {
  /** Called if the process or an order has failed. What could not be drawn has been rejected. */
  onFailure?: (error: Error) => void;
  clock?: Clock;
  /** The module that runs in the process; tests replace it with a failing one. */
  module?: URL;
}

type StillTask =
  | { identity: FaceIdentity; size: StillSize }
  | { picture: FacePicture; preview: PreviewRequest };
export type StillRequest = { number: number } & StillTask;

export type StillReply =
  | { number: number; drawn: DrawnStill | DrawnPreview }
  | { number: number; problem: string; name?: string };

/** Messages of the process: answers, and a `beat` as long as its event loop runs. */
export type StillChildMessage = StillReply | 'beat';

interface PendingStill {
  request: StillRequest;
  resolve(drawn: never): void;
  reject(error: Error): void;
  /** Whether it was in a process that failed, together with others. Drawing each alone shows which is at fault. */
  isSuspect?: true;
}

/** The names of errors for which the provider of the picture is at fault. */
const FAULTS_OF_OWNER = ['PictureError', 'RigError'];

class StillError extends Error {
  override readonly name = 'StillError';
}

/**
 * Draws stills in a process that lives as long as there is something to draw. If it fails or its event loop hangs, it
 * is replaced: the order that broke it is rejected, the others are drawn. Errors are named `PictureError` or `RigError`
 * if the picture or its points are at fault, `StillError` if drawing failed.
 *
 * It is a process instead of a thread, because Node 20 may abort the whole process when a thread ends while V8 still
 * compiles for it, as it does during drawing.
 */
export class StillRenderer {
  readonly #options: StillRendererOptions;
  /** Orders that have not been sent to the process yet. */
  readonly #queue: PendingStill[] = [];
  readonly #sent = new Map<number, PendingStill>();
  #child: ChildProcess | undefined;
  #unwatch: (() => void) | undefined;
  #idle: NodeJS.Timeout | undefined;
  #count = 0;
  #closed = false;

  constructor(options: StillRendererOptions = {}) {
    this.#options = options;
  }

  /** Like `drawStill`, without blocking the calling process. */
  render(identity: FaceIdentity, size: StillSize): Promise<DrawnStill> {
    return this.#draw<DrawnStill>({ identity, size });
  }

  /** Like `renderPreview`, without blocking the calling process. */
  preview(picture: FacePicture, order: PreviewRequest): Promise<DrawnPreview> {
    return this.#draw<DrawnPreview>({ picture, preview: order });
  }

  #draw<T extends DrawnStill | DrawnPreview>(order: StillTask): Promise<T> {
    if (this.#closed) return Promise.reject(new StillError('The renderer of stills has been closed.'));
    clearTimeout(this.#idle);
    return new Promise<T>((resolve, reject) => {
      this.#queue.push({ request: { number: this.#count++, ...order }, resolve, reject });
      this.#send();
    });
  }

  #send(): void {
    for (let [next] = this.#queue; next && this.#maySend(next); [next] = this.#queue) {
      this.#queue.shift();
      this.#sent.set(next.request.number, next);
      this.#child ??= this.#start();
      // If it could not be started, its error rejects the order.
      if (this.#child.connected) this.#child.send(next.request);
    }
  }

  #maySend({ isSuspect }: PendingStill): boolean {
    return this.#sent.size === 0 || !(isSuspect || [...this.#sent.values()].some((sent) => sent.isSuspect));
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    const error = new StillError('The renderer of stills has been closed.');
    for (const waiting of [...this.#sent.values(), ...this.#queue.splice(0)]) waiting.reject(error);
    this.#sent.clear();
    await this.#stop();
  }

  #start(): ChildProcess {
    const { module = new URL('./still-child.js', import.meta.url), clock = systemClock } = this.#options;
    const watchdog = createWatchdog();
    // No environment, and so no secrets, for the process that draws pictures of strangers.
    const child = fork(module, { env: {}, execArgv: [], serialization: 'advanced' });
    const fail = (error: Error) => {
      if (this.#child !== child) return;
      void this.#stop();
      this.#recover(error);
    };
    child.on('message', (message: StillChildMessage) => {
      if (message === 'beat') countHeartbeat(watchdog);
      else if (this.#child === child) this.#onReply(message);
    });
    child.on('error', fail);
    child.on('exit', (code, signal) =>
      fail(new StillError(`The renderer of stills ended with ${signal ?? `code ${code}`}.`)),
    );
    this.#unwatch = watchHeartbeats(watchdog, clock, () =>
      fail(new StillError('A picture took too long to draw.')),
    );
    return child;
  }

  #recover(error: Error): void {
    const broken = [...this.#sent.values()];
    this.#sent.clear();
    this.#options.onFailure?.(error);
    if (broken.length === 1) broken[0]!.reject(new StillError(error.message, { cause: error }));
    else this.#queue.unshift(...broken.map((waiting) => ({ ...waiting, isSuspect: true as const })));
    this.#send();
  }

  #onReply(answer: StillReply): void {
    const waiting = this.#sent.get(answer.number);
    this.#sent.delete(answer.number);
    if ('drawn' in answer) waiting?.resolve(answer.drawn as never);
    else waiting?.reject(this.#errorOf(answer));
    this.#send();
    if (this.#sent.size > 0) return;
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#stop(), IDLE_MS).unref();
  }

  #errorOf({ problem, name = '' }: Extract<StillReply, { problem: string }>): Error {
    if (FAULTS_OF_OWNER.includes(name)) return Object.assign(new Error(problem), { name });
    const error = new StillError(problem);
    this.#options.onFailure?.(error);
    return error;
  }

  async #stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    this.#unwatch?.();
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGKILL');
    await exited;
  }
}
