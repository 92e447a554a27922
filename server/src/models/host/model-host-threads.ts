import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  failureOf,
  type JobOptions,
  type ModelThread,
  type ModelThreadOptions,
  ThreadLost,
} from '../runtime/model-thread.ts';
import { readFrames, sendFrame } from './framed-socket.ts';
import type { HostReply, HostRequest } from './host-messages.ts';

/** The host may be starting or restarting. */
const CONNECT_TIMEOUT_MS = 10_000;
const RETRY_MS = 100;
/** In addition to the time that the host permits for a job. */
const GRACE_MS = 10_000;

interface PendingJob {
  name: string;
  settle: (outcome: { result: unknown } | Error) => void;
}

/** Threads of models in the model host of this machine, for one client process. */
export class ModelHostThreads {
  readonly #path: string;
  readonly #pending = new Map<number, PendingJob>();
  #connecting: Promise<Socket> | undefined;
  #count = 0;
  #isLost = false;
  #closed = false;

  /** @param path where the host listens */
  constructor(path: string) {
    this.#path = path;
  }

  /** Like `startModelThread`, but processes that start the same thread share it, and `close` does not end it. */
  readonly startThread = <Job, Result>({
    entry,
    ...options
  }: ModelThreadOptions): ModelThread<Job, Result> => {
    const thread = ++this.#count;
    const { name, jobTimeoutMs = 60_000 } = options;
    const open = { kind: 'open', thread, options: { entry: entry.href, ...options } } as const;
    let openedOn: Socket | undefined;
    let load = 0;
    let closed = false;
    const run = async (job: Job, { priority = 0, signal }: JobOptions = {}): Promise<Result> => {
      if (closed || this.#closed) throw new Error(`${name} is closed`);
      signal?.throwIfAborted();
      load++;
      try {
        const socket = await this.#connect(name);
        signal?.throwIfAborted();
        if (openedOn !== socket) sendFrame(socket, open satisfies HostRequest);
        openedOn = socket;
        const timeoutMs = (options.maxWaiting ?? 8) * 1000 + jobTimeoutMs + GRACE_MS;
        return (await this.#run(socket, { thread, job, priority, name, timeoutMs, signal })) as Result;
      } finally {
        load--;
      }
    };
    return {
      run,
      get load() {
        return load;
      },
      close: async () => {
        closed = true;
      },
    };
  };

  async close(): Promise<void> {
    this.#closed = true;
    const socket = await this.#connecting?.catch(() => undefined);
    socket?.destroy();
  }

  #run(
    socket: Socket,
    asked: {
      thread: number;
      job: unknown;
      priority: number;
      name: string;
      timeoutMs: number;
      signal: AbortSignal | undefined;
    },
  ): Promise<unknown> {
    const { thread, job, priority, name, timeoutMs, signal } = asked;
    const id = ++this.#count;
    return new Promise((resolve, reject) => {
      const drop = () => {
        sendFrame(socket, { kind: 'drop', id } satisfies HostRequest);
        this.#settle(id, new DOMException(`a job of ${name} was aborted`, 'AbortError'));
      };
      // If the host does not answer at all, give up the connection and all its requests.
      const timer = setTimeout(() => socket.destroy(), timeoutMs).unref();
      signal?.addEventListener('abort', drop, { once: true });
      this.#pending.set(id, {
        name,
        settle: (outcome) => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', drop);
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome.result);
        },
      });
      sendFrame(socket, { kind: 'run', thread, id, job, priority } satisfies HostRequest);
    });
  }

  #settle(id: number, outcome: { result: unknown } | Error): void {
    const waiting = this.#pending.get(id);
    this.#pending.delete(id);
    waiting?.settle(outcome);
  }

  async #connect(name: string): Promise<Socket> {
    this.#connecting ??= this.#open();
    const connecting = this.#connecting;
    try {
      return await connecting;
    } catch (error) {
      if (this.#connecting === connecting) this.#connecting = undefined;
      throw new Error(`${name} could not be reached: ${(error as Error).message}`);
    }
  }

  async #open(): Promise<Socket> {
    // After a loss, wait briefly, because a host that is ending may still accept a connection.
    if (this.#isLost) await sleep(RETRY_MS, undefined, { ref: false });
    for (const from = performance.now(); ; ) {
      try {
        const socket = await connectTo(this.#path);
        readFrames(socket, (message) => {
          const reply = message as HostReply;
          this.#settle(reply.id, reply.kind === 'done' ? { result: reply.result } : failureOf(reply));
        });
        socket.on('close', () => this.#onLost());
        // The connection alone must not keep the process alive.
        socket.unref();
        return socket;
      } catch (error) {
        if (this.#closed || performance.now() - from > CONNECT_TIMEOUT_MS) throw error;
        await sleep(RETRY_MS, undefined, { ref: false });
      }
    }
  }

  #onLost(): void {
    this.#connecting = undefined;
    this.#isLost = true;
    for (const [id, { name }] of this.#pending) this.#settle(id, new ThreadLost(`${name} was lost`));
  }
}

function connectTo(path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(path, () => {
      socket.off('error', reject);
      socket.on('error', () => undefined);
      resolve(socket);
    });
    socket.once('error', reject);
  });
}
