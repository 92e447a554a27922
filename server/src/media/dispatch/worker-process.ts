import { type ChildProcess, fork } from 'node:child_process';
import { type WorkerCommand, WorkerReport } from '@visavis/contracts';
import { Compile } from 'typebox/compile';
import type { Logger } from '../../lib/logger.ts';
import { HEARTBEAT_MS } from './run-worker.ts';

/** A worker that is silent for this long hangs and is killed. */
const SILENT_MS = 5 * HEARTBEAT_MS;
const START_MS = 60_000;

export interface WorkerProcessOptions {
  entry: URL;
  env?: NodeJS.ProcessEnv;
  log: Logger;
  onReady: () => void;
  onReport: (report: WorkerReport) => void;
  /** It is gone, whatever the reason. */
  onGone: (why: string) => void;
}

const reports = Compile(WorkerReport);

/** One worker as a child process: its messages checked, its silence noticed. */
export class WorkerProcess {
  /** What it was given and has not ended. */
  readonly conversations = new Set<string>();
  /** How many it was ever given. */
  served = 0;
  /** It is to be replaced: chosen only where no other is ready, and gone with its last conversation. */
  worn = false;
  /** As of its last heartbeat. */
  residentBytes = 0;
  readonly #options: WorkerProcessOptions;
  readonly #child: ChildProcess;
  #watch: NodeJS.Timeout;
  #ready = false;
  #retired = false;
  #killedBecause: string | undefined;

  constructor(options: WorkerProcessOptions) {
    this.#options = options;
    this.#child = fork(options.entry, [], {
      ...(options.env && { env: options.env }),
      execArgv: ['--enable-source-maps'],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#watch = setTimeout(() => this.kill('it did not start in time'), START_MS);
    this.#child.on('message', (message) => this.#onMessage(message));
    this.#child.on('error', (error) => options.log.error({ err: error }, 'a worker cannot be reached'));
    this.#child.once('exit', (code, signal) => this.#onExit(code, signal));
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get ready(): boolean {
    return this.#ready;
  }

  /** Takes no more conversations. */
  get retired(): boolean {
    return this.#retired;
  }

  send(command: WorkerCommand): void {
    if (this.#child.connected) this.#child.send(command);
  }

  /** Ends its conversations and exits; those that do not end in time are lost with it. */
  retire(timeoutMs: number): void {
    if (this.#retired) return;
    this.#retired = true;
    if (this.#ready) this.send({ type: 'shutdown' });
    else this.kill('it is not needed any more');
    this.#watchFor(timeoutMs, 'it did not shut down in time');
  }

  kill(why: string): void {
    this.#killedBecause ??= why;
    this.#child.kill('SIGKILL');
  }

  #onMessage(message: unknown): void {
    if (!reports.Check(message)) {
      const errors = reports.Errors(message).slice(0, 3);
      this.#options.log.error({ errors, pid: this.pid }, 'a report that cannot be understood');
      return;
    }
    if (!this.#retired) this.#watchFor(SILENT_MS, 'it has been silent for too long');
    if (message.type === 'ready') {
      this.#ready = true;
      this.#options.onReady();
    }
    if (message.type === 'heartbeat') this.residentBytes = message.residentBytes;
    this.#options.onReport(message);
  }

  #onExit(code: number | null, signal: NodeJS.Signals | null): void {
    clearTimeout(this.#watch);
    this.#ready = false;
    this.#retired = true;
    this.#options.onGone(
      this.#killedBecause ?? (signal ? `it was ended by ${signal}` : `it exited with ${code}`),
    );
  }

  #watchFor(timeoutMs: number, why: string): void {
    clearTimeout(this.#watch);
    this.#watch = setTimeout(() => this.kill(why), timeoutMs);
  }
}
