import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export interface ChildBounds {
  /** The most memory of the JavaScript heap. */
  heapMiB: number;
  /** The most writable memory in all, buffers included; only where a POSIX shell can set it. */
  dataKiB: number;
  /** Time for its work; while the clock is paused, it does not count. */
  timeoutMs: number;
  /** The most CPU time, in seconds; only where a POSIX shell can set it. A little more than `timeoutMs` where absent. */
  cpuSeconds?: number;
}

export interface ChildOptions {
  module: URL;
  argument: string;
  /** Whether it may load native code. */
  addons?: boolean;
  bounds: ChildBounds;
  /** Ends the process; its reason is the one that is reported. */
  signal?: AbortSignal | undefined;
}

/** A process ended before its work was done. */
export class ChildEndedError extends Error {
  override readonly name = 'ChildEndedError';
  /** Which bound it reached; `input`: what it read made it fail; `outside`: not the fault of what it read. */
  readonly by: 'time' | 'memory' | 'input' | 'outside';

  constructor(by: ChildEndedError['by'], message: string) {
    super(message);
    this.by = by;
  }
}

/** CPU seconds beyond the parent's time-out, so that a process whose parent died ends as well. */
const FURTHER_CPU_SECONDS = 5;

/**
 * A process for input that may harm the one that reads it. It gets no environment (and so no secret), may write no file
 * and start no process, and has its memory bounded twice: V8's own limit leaves buffers out. The first reason to stop it
 * is the one that is reported.
 */
export class BoundedChild {
  /** To be set once it has started: from here on a crash is caused by its input. */
  isReady = false;
  readonly #child: ChildProcess;
  readonly #signal: AbortSignal | undefined;
  readonly #exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  #stopped: { reason: unknown } | undefined;
  #stderr = '';
  #leftMs: number;
  #clockStartedAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ChildOptions) {
    const child = start(options);
    this.#child = child;
    this.#signal = options.signal;
    this.#leftMs = options.bounds.timeoutMs;
    this.#exit = new Promise((resolve) => {
      // May come twice: for the failed start, and for the signal that could not be sent to the process.
      child.on('error', (error) => {
        this.#stop(error);
        resolve({ code: null, signal: null });
      });
      child.once('close', (code, exitSignal) => resolve({ code, signal: exitSignal }));
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-4000);
    });
    this.#signal?.addEventListener('abort', this.#abort, { once: true });
    this.startClock();
  }

  readonly #abort = () => this.#stop(this.#signal?.reason);

  #stop(reason: unknown): void {
    this.#stopped ??= { reason };
    this.#child.kill('SIGKILL');
  }

  get output(): Readable {
    return this.#child.stdout!;
  }

  get isStopped(): boolean {
    return this.#stopped !== undefined;
  }

  /** A source that breaks is not the input's fault; a process that ends early breaks only the pipe. */
  feed(content: Readable): void {
    const stdin = this.#child.stdin!;
    content.once('error', (error) => this.#stop(error));
    stdin.on('error', () => content.unpipe(stdin));
    content.pipe(stdin);
  }

  startClock(): void {
    this.#clockStartedAt = performance.now();
    this.#timer = setTimeout(
      () => this.#stop(new ChildEndedError('time', 'its time was over')),
      this.#leftMs,
    );
  }

  pauseClock(): void {
    clearTimeout(this.#timer);
    this.#leftMs = Math.max(0, this.#leftMs - (performance.now() - this.#clockStartedAt));
  }

  /** Why the process ended without its last message: a `ChildEndedError`, or the reason to stop it. */
  async explainEnd(): Promise<unknown> {
    const { code, signal } = await this.#exit;
    if (this.#stopped !== undefined) return this.#stopped.reason;
    const detail = `${signal ?? code} ${this.#stderr.trim().slice(0, 600)}`;
    if (!this.isReady) return new ChildEndedError('outside', `the process did not start: ${detail}`);
    if (signal === 'SIGXCPU') return new ChildEndedError('time', detail);
    if (signal === 'SIGINT' || signal === 'SIGTERM' || signal === 'SIGHUP')
      return new ChildEndedError('outside', `the process was ended from outside: ${detail}`);
    // When memory runs out, a signal ends the process: V8's abort, or a segmentation fault in a library.
    const killed = signal !== null || (code ?? 0) >= 128;
    const isMemory = killed || /heap|allocation|out of memory/i.test(detail);
    return new ChildEndedError(isMemory ? 'memory' : 'input', detail);
  }

  async end(): Promise<void> {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#abort);
    this.#child.kill('SIGKILL');
    this.#child.stdin?.destroy();
    this.#child.stdout?.destroy();
    await this.#exit;
  }
}

function start({ module, argument, addons, bounds }: ChildOptions): ChildProcess {
  const permission = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission';
  const node = [
    `--max-old-space-size=${bounds.heapMiB}`,
    permission,
    '--allow-fs-read=*',
    ...(addons ? ['--allow-addons'] : []),
    '--no-warnings',
    fileURLToPath(module),
    argument,
  ];
  const stdio: ['pipe', 'pipe', 'pipe'] = ['pipe', 'pipe', 'pipe'];
  if (process.platform === 'win32')
    return spawn(process.execPath, node, { stdio, env: {}, windowsHide: true });
  const { cpuSeconds = Math.ceil(bounds.timeoutMs / 1000) + FURTHER_CPU_SECONDS } = bounds;
  // A shell without a limit goes on without it. The softer one of CPU time ends the process by a signal that tells why.
  const script = `ulimit -d ${bounds.dataKiB} 2>/dev/null; ulimit -S -t ${cpuSeconds} 2>/dev/null; ulimit -H -t ${cpuSeconds + 1} 2>/dev/null; ulimit -c 0 2>/dev/null; exec "$@"`;
  return spawn('/bin/sh', ['-c', script, 'sh', process.execPath, ...node], { stdio, env: {} });
}
