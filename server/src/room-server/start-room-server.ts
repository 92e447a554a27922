import { EventEmitter } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { AdmittedRoom } from './admissions.ts';
import { defaultLimits, type RoomServerLimits } from './limits.ts';
import type { LogFields, LogLevel } from './log.ts';
import { RequestFilter } from './request-filter.ts';
import type { FromThread, RoomServerStats, ThreadData, ToThread } from './thread-messages.ts';

export type { RoomServerStats } from './thread-messages.ts';

/** The secret has at least 32 characters, as LiveKit requires. */
export interface RoomServerOptions
  extends Pick<ThreadData, 'apiKey' | 'apiSecret'>,
    Partial<Pick<ThreadData, 'udpPorts' | 'publicIps' | 'turn' | 'logLevel'>> {
  readonly limits?: Partial<RoomServerLimits>;
  /** Whether only admitted rooms may be joined. Otherwise a token is enough to create the room that it names. */
  readonly admittedOnly?: boolean;
}

export interface RoomServerEvents {
  /** The thread died and is being restarted on the same ports. All rooms are gone, and clients reconnect. */
  crashed: [error: Error];
  log: [level: LogLevel, message: string, fields: LogFields];
}

type Started = Extract<FromThread, { type: 'started' }>;

const restartDelaysMs = [50, 200, 1_000, 5_000];
const STEADY_AFTER_MS = 60_000;
const CLOSE_TIMEOUT_MS = 5_000;
const CHECK_INTERVAL_MS = 5_000;
/** A thread that has not answered for this many checks in a row hangs: it is ended, and another is started. */
const MAX_MISSED_CHECKS = 6;

/** The room server's handle in the main thread. */
export class RoomServer extends EventEmitter<RoomServerEvents> {
  /** Decides whose requests may reach `port`. */
  readonly filter: RequestFilter;
  #data: ThreadData;
  #worker: Worker | undefined;
  #started: Started | undefined;
  #startedAt = 0;
  #failures = 0;
  #closing = false;
  #nextId = 1;
  /** The number of checks since the thread's last answer. */
  #missedChecks = 0;
  /** Callbacks by request id, called with the answer, or with undefined if the thread is gone. */
  readonly #waiting = new Map<number, (answer: RoomServerStats | 'done' | undefined) => void>();
  /** Callbacks that wait for the next thread to start or to fail to start. */
  readonly #forNextStart: (() => void)[] = [];
  /** Stored because a restarted thread needs them. */
  readonly #admitted = new Map<string, AdmittedRoom>();

  constructor(data: ThreadData) {
    super();
    this.filter = new RequestFilter(data.apiSecret, data.admitted && data.limits);
    this.#data = data;
  }

  /** Loopback TCP port of `/rtc`, `/rtc/validate` and `/twirp/*`. It stays the same across restarts. */
  get port(): number {
    return this.#started!.port;
  }

  /** UDP port of all media. */
  get mediaPort(): number {
    return this.#started!.mediaPort;
  }

  get addresses(): readonly string[] {
    return this.#started!.addresses;
  }

  /** @throws Error if the thread cannot start, for example because no port is free. */
  async start(): Promise<void> {
    const workerData = { ...this.#data, admitted: this.#data.admitted && [...this.#admitted.values()] };
    const worker = new Worker(new URL('./room-server-thread.js', import.meta.url), { workerData });
    this.#worker = worker;
    this.#started = await new Promise<Started>((resolve, reject) => {
      const fail = (error: unknown) =>
        reject(error instanceof Error ? error : new Error(`thread exited: ${String(error)}`));
      worker.once('error', fail);
      worker.once('exit', fail);
      worker.on('message', (message: FromThread) => {
        if (message.type === 'started') resolve(message);
        else this.#handleMessage(message);
      });
    });
    this.#startedAt = performance.now();
    // Signalling and media keep their ports across restarts, because clients and firewalls know them.
    const { port, mediaPort } = this.#started;
    this.#data = { ...this.#data, port, udpPorts: { min: mediaPort, max: mediaPort } };
    worker.removeAllListeners('error');
    worker.removeAllListeners('exit');
    let failure = new Error('the room server thread ended');
    worker.on('error', (error: Error) => {
      failure = error;
    });
    this.#releaseWaiting();
    const checkTimer = setInterval(() => this.#checkThread(worker), CHECK_INTERVAL_MS).unref();
    this.#missedChecks = 0;
    worker.on('exit', () => {
      clearInterval(checkTimer);
      this.#handleExit(worker, failure);
    });
  }

  /** Counts checks instead of time: if this thread is blocked, time passes without any chance to answer. */
  #checkThread(worker: Worker): void {
    if (this.#missedChecks === 0) {
      void this.stats().then(
        () => {
          this.#missedChecks = 0;
        },
        () => undefined,
      );
    }
    if (++this.#missedChecks <= MAX_MISSED_CHECKS) return;
    this.emit('log', 'error', 'the room server did not answer and is being restarted', {
      event: 'room_server.silent',
    });
    void worker.terminate();
  }

  stats(): Promise<RoomServerStats> {
    const id = this.#nextId++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, (stats) =>
        stats === undefined || stats === 'done'
          ? reject(new Error('the room server is not running'))
          : resolve(stats),
      );
      if (this.#worker === undefined) this.#settle(id, undefined);
      else this.#worker.postMessage({ type: 'stats', id } satisfies ToThread);
    });
  }

  /**
   * With `admittedOnly`, allows joining the room once this resolves. All joins of one owner are counted together, and
   * rooms that its end users opened leave some of them for its other rooms.
   */
  admit(room: string, owner: string, isOfEndUser = false): Promise<void> {
    const admitted = { room, owner, isOfEndUser };
    this.#admitted.set(room, admitted);
    return this.#request((id) => ({ type: 'admit', id, admitted }));
  }

  /** With `admittedOnly`, accepts no further joins to the room. Present participants stay until it is deleted. */
  seal(room: string): Promise<void> {
    this.#admitted.delete(room);
    return this.#request((id) => ({ type: 'seal', id, room }));
  }

  /** Resolves when the thread has answered, or the next one has started, which gets the admitted rooms at its start. */
  #request(message: (id: number) => ToThread): Promise<void> {
    const id = this.#nextId++;
    return new Promise((resolve) => {
      this.#waiting.set(id, (answer) => {
        if (answer === undefined && !this.#closing) this.#forNextStart.push(resolve);
        else resolve();
      });
      if (this.#worker === undefined) this.#settle(id, undefined);
      else this.#worker.postMessage(message(id));
    });
  }

  async close(): Promise<void> {
    if (this.#closing) return;
    this.#closing = true;
    this.#releaseWaiting();
    const worker = this.#worker;
    if (worker === undefined) return;
    const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
    worker.postMessage({ type: 'close' } satisfies ToThread);
    const timeout = setTimeout(() => void worker.terminate(), CLOSE_TIMEOUT_MS);
    await gone;
    clearTimeout(timeout);
  }

  #handleMessage(message: Exclude<FromThread, Started>): void {
    if (message.type === 'log') this.emit('log', message.level, message.message, message.fields);
    else if (message.type === 'stats') this.#settle(message.id, message.stats);
    else this.#settle(message.id, 'done');
  }

  #settle(id: number, answer: RoomServerStats | 'done' | undefined): void {
    this.#waiting.get(id)?.(answer);
    this.#waiting.delete(id);
  }

  #dropWorker(): void {
    this.#worker = undefined;
    for (const id of this.#waiting.keys()) this.#settle(id, undefined);
  }

  /** Resolves the requests that wait for the next thread. */
  #releaseWaiting(): void {
    for (const resume of this.#forNextStart.splice(0)) resume();
  }

  #handleExit(worker: Worker, failure: Error): void {
    if (this.#worker !== worker) return;
    this.#dropWorker();
    if (this.#closing) {
      this.#releaseWaiting();
      return;
    }
    if (performance.now() - this.#startedAt > STEADY_AFTER_MS) this.#failures = 0;
    this.emit('crashed', failure);
    this.#restart();
  }

  #restart(): void {
    const delayMs = restartDelaysMs[Math.min(this.#failures++, restartDelaysMs.length - 1)]!;
    setTimeout(() => {
      if (this.#closing) return;
      this.start().catch((error: unknown) => {
        this.#dropWorker();
        this.#releaseWaiting();
        this.emit('log', 'error', 'the room server could not be restarted; the next attempt follows', {
          event: 'room_server.not_restarted',
          error: String(error),
        });
        this.#restart();
      });
    }, delayMs);
  }
}

/**
 * Starts the room server in a thread of its own.
 * @throws Error if the secret is too short or no port is free.
 */
export async function startRoomServer({
  limits,
  admittedOnly = false,
  ...options
}: RoomServerOptions): Promise<RoomServer> {
  if (options.apiKey === '' || options.apiSecret.length < 32)
    throw new Error('the room server needs an API key and a secret of at least 32 characters');
  const server = new RoomServer({
    port: 0,
    udpPorts: undefined,
    publicIps: [],
    turn: undefined,
    logLevel: 'info',
    ...options,
    limits: { ...defaultLimits, ...limits },
    admitted: admittedOnly ? [] : undefined,
  });
  await server.start();
  return server;
}
