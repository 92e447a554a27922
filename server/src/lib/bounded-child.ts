import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export interface ChildBounds {
  /** Maximum size of the JavaScript heap. */
  heapMiB: number;
  /** Maximum writable memory in total, including buffers; enforced only where a POSIX shell can set it. */
  dataKiB: number;
  /** Time for its work; time during which the clock is paused does not count. */
  timeoutMs: number;
  /** Maximum CPU seconds; only where a POSIX shell can set it. By default a little more than `timeoutMs`. */
  cpuSeconds?: number;
}

export interface ChildOptions {
  module: URL;
  argument: string;
  /** Whether it may load native code. */
  addons?: boolean;
  bounds: ChildBounds;
  /** Kills the process; the signal's reason is then reported as the cause. */
  signal?: AbortSignal | undefined;
}

/** A process ended before its work was done. */
export class ChildEndedError extends Error {
  override readonly name = 'ChildEndedError';
  /** The limit that was reached; `input`: the input made it fail; `outside`: not the input's fault. */
  readonly by: 'time' | 'memory' | 'input' | 'outside';

  constructor(by: ChildEndedError['by'], message: string) {
    super(message);
    this.by = by;
  }
}

/** CPU seconds beyond the parent's timeout, so that a process whose parent died ends as well. */
const FURTHER_CPU_SECONDS = 5;

/**
 * A process for input that may harm whoever parses it. It gets no environment (and so no secret), can write no file and
 * start no process, and its memory is limited twice, because V8's own limit excludes buffers. The first reason to stop
 * it is the one reported.
 */
export class BoundedChild {
  /** Set by the owner once the process has started: from then on, a crash is caused by its input. */
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
      // May be emitted twice: for the failed start, and for the signal that could not be sent.
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

  /** Pipes the input in. An error of the source is not the input's fault; an early end only breaks the pipe. */
  feed(content: Readable): void {
    const stdin = this.#child.stdin!;
    content.once('error', (error) => this.#stop(error));
    stdin.on('error', () => content.unpipe(stdin));
    content.pipe(stdin);
  }

  startClock(): void {
    this.#clockStartedAt = performance.now();
    this.#timer = setTimeout(
      () => this.#stop(new ChildEndedError('time', 'it exceeded its time limit')),
      this.#leftMs,
    );
  }

  pauseClock(): void {
    clearTimeout(this.#timer);
    this.#leftMs = Math.max(0, this.#leftMs - (performance.now() - this.#clockStartedAt));
  }

  /** Returns why the process ended without its last message: a `ChildEndedError`, or the reason for stopping it. */
  async explainEnd(): Promise<unknown> {
    const { code, signal } = await this.#exit;
    if (this.#stopped !== undefined) return this.#stopped.reason;
    const detail = `${signal ?? code} ${this.#stderr.trim().slice(0, 600)}`;
    if (!this.isReady) return new ChildEndedError('outside', `the process did not start: ${detail}`);
    if (signal === 'SIGXCPU') return new ChildEndedError('time', detail);
    if (signal === 'SIGINT' || signal === 'SIGTERM' || signal === 'SIGHUP')
      return new ChildEndedError('outside', `the process was killed from outside: ${detail}`);
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
  // A shell without support for a limit continues without it. The soft CPU limit sends SIGXCPU, which shows the cause.
  const script = `ulimit -d ${bounds.dataKiB} 2>/dev/null; ulimit -S -t ${cpuSeconds} 2>/dev/null; ulimit -H -t ${cpuSeconds + 1} 2>/dev/null; ulimit -c 0 2>/dev/null; exec "$@"`;
  return spawn('/bin/sh', ['-c', script, 'sh', process.execPath, ...node], { stdio, env: {} });
}
