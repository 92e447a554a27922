import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterSilence } from '../../lib/after-silence.ts';
import { backoffMs } from '../../lib/backoff.ts';
import { makeGiveWay } from '../../lib/give-way.ts';
import type { Logger } from '../../lib/logger.ts';
import type { HostReport } from './host-messages.ts';

/** How often it checks whether a model has been installed. */
const CHECK_INTERVAL_MS = 2000;
const RESTART = { firstMs: 100, maxMs: 30_000 };
/** After a host has run this long, its next restart does not count as a repeated failure. */
const STABLE_MS = 60_000;
/** A host that has reported nothing for this long is considered hung, and is replaced. */
const SILENCE_TIMEOUT_MS = 30_000;

export interface SupervisedProcess {
  entry: URL;
  args: readonly string[];
  /** What it runs, for log messages, such as "speech models". */
  runs: string;
  /** Whether all its threads may wait for audio and video. */
  isLowPriority?: boolean;
  /** The process is started once this resolves to true: without models it would only waste memory. */
  isNeeded: () => Promise<boolean>;
  beforeStart?: () => Promise<void>;
  env?: NodeJS.ProcessEnv | undefined;
  log: Logger;
}

/** Supervises a process: starts it when needed, and again if it ends or hangs. Exit code 0: it is no longer needed. */
export class ProcessSupervisor {
  residentBytes = 0;
  restarts = 0;
  /** Whether it has reported that it accepts requests; stays true while it is restarted. */
  answers = false;
  readonly #options: SupervisedProcess;
  #child: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #closed = false;

  constructor(options: SupervisedProcess) {
    this.#options = options;
  }

  async startWhenNeeded(): Promise<void> {
    const isNeeded = await this.#options.isNeeded().catch(() => false);
    if (this.#closed) return;
    if (isNeeded) await this.#start();
    else this.#schedule(CHECK_INTERVAL_MS, () => this.startWhenNeeded());
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  async #start(): Promise<void> {
    const { entry, args, env, log, runs, isLowPriority, beforeStart } = this.#options;
    await beforeStart?.();
    if (this.#closed) return;
    const child = fork(entry, args, {
      ...(env && { env }),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    if (isLowPriority) makeGiveWay(child.pid);
    this.#child = child;
    const startedAt = performance.now();
    const killWhenSilent = () => afterSilence(SILENCE_TIMEOUT_MS, () => child.kill('SIGKILL'));
    let cancelWatch = killWhenSilent();
    let reason: string | undefined;
    child.on('message', (report: HostReport) => {
      cancelWatch();
      cancelWatch = killWhenSilent();
      this.residentBytes = report.residentBytes ?? this.residentBytes;
      this.answers ||= report.answers ?? false;
      reason = report.fault;
    });
    child.on('error', (error) =>
      log.error(
        { event: 'model_host.not_reached', runs, err: error },
        'the service could not start, reach or kill a process that runs models; it tries again',
      ),
    );
    child.once('exit', (code, signal) => {
      cancelWatch();
      this.residentBytes = 0;
      if (this.#closed) return;
      if (code === 0) {
        this.answers = false;
        this.#schedule(RESTART.firstMs, () => this.startWhenNeeded());
        return;
      }
      this.restarts++;
      this.#failures = performance.now() - startedAt > STABLE_MS ? 1 : this.#failures + 1;
      log.error(
        { event: 'model_host.lost', runs, code, signal, reason },
        'a process that runs models ended unexpectedly; it is restarted',
      );
      this.#schedule(backoffMs(this.#failures, RESTART), () => this.startWhenNeeded());
    });
  }

  #schedule(ms: number, task: () => Promise<void>): void {
    const fail = (error: unknown) => {
      this.#options.log.error(
        { event: 'model_host.not_reached', runs: this.#options.runs, err: error },
        'the service could not start, reach or kill a process that runs models; it tries again',
      );
      this.#schedule(RESTART.maxMs, task);
    };
    this.#timer = setTimeout(() => void task().catch(fail), ms).unref();
  }
}
