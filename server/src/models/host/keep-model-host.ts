import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterSilence } from '../../lib/after-silence.ts';
import { backoffMs } from '../../lib/backoff.ts';
import type { Logger } from '../../lib/logger.ts';
import type { HostReport } from './host-messages.ts';
import { removeLeftovers, SOCKET_FOLDER } from './leftover-folders.ts';

/** How often it checks whether a model has been installed. */
const LOOK_MS = 2000;
const RESTART = { firstMs: 100, maxMs: 30_000 };
/** After a host has run this long, its next restart does not count as a repeated failure. */
const STABLE_MS = 60_000;
/** A host that reports nothing for so long counts as hung, and is replaced. */
const SILENT_MS = 30_000;

export interface ModelHost {
  /**
   * Where it listens, for `HostedThreads`; `undefined` where no socket can be made: each process then loads its own
   * models.
   */
  readonly path: string | undefined;
  /** `residentBytes`: 0 while it does not run. `restarts`: how often it ended unexpectedly. */
  stats(): { residentBytes: number; restarts: number };
  close(): Promise<void>;
}

export interface ModelHostOptions {
  /** The process is started once this is true: without models it would only waste memory. */
  isNeeded: () => Promise<boolean>;
  env?: NodeJS.ProcessEnv;
  log: Logger;
}

/** Keeps the one process of this machine that holds models in memory, for all its conversation workers. */
export async function keepModelHost(options: ModelHostOptions): Promise<ModelHost> {
  const isWindows = process.platform === 'win32';
  if (!isWindows) await removeLeftovers(tmpdir());
  const prefix = join(tmpdir(), `${SOCKET_FOLDER}${process.pid}-`);
  // Accessible to this user only, because every process that reaches the socket can run models.
  const folder = isWindows ? undefined : await mkdtemp(prefix).catch((error: Error) => error);
  if (folder instanceof Error) {
    options.log.warn(
      { err: folder },
      'every worker holds speech models of its own: there is no folder for a socket',
    );
    return {
      path: undefined,
      stats: () => ({ residentBytes: 0, restarts: 0 }),
      close: async () => undefined,
    };
  }
  const path = folder ? join(folder, 'socket') : `\\\\.\\pipe\\visavis-models-${randomUUID()}`;
  const keeper = new Keeper(path, options);
  await keeper.look();
  return {
    path,
    stats: () => ({ residentBytes: keeper.residentBytes, restarts: keeper.restarts }),
    close: async () => {
      await keeper.close();
      if (folder) await rm(folder, { recursive: true, force: true });
    },
  };
}

class Keeper {
  residentBytes = 0;
  restarts = 0;
  readonly #path: string;
  readonly #options: ModelHostOptions;
  #child: ChildProcess | undefined;
  #timer: NodeJS.Timeout | undefined;
  #failures = 0;
  #closed = false;

  constructor(path: string, options: ModelHostOptions) {
    this.#path = path;
    this.#options = options;
  }

  async look(): Promise<void> {
    const isNeeded = await this.#options.isNeeded().catch(() => false);
    if (this.#closed) return;
    if (isNeeded) await this.#start();
    else this.#later(LOOK_MS, () => this.look());
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
  }

  async #start(): Promise<void> {
    const { env, log } = this.#options;
    // A killed host leaves its socket file behind.
    if (process.platform !== 'win32') await rm(this.#path, { force: true });
    if (this.#closed) return;
    const child = fork(new URL('./model-host.js', import.meta.url), [this.#path], {
      ...(env && { env }),
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    this.#child = child;
    const startedAt = performance.now();
    const killWhenSilent = () => afterSilence(SILENT_MS, () => child.kill('SIGKILL'));
    let cancelWatch = killWhenSilent();
    child.on('message', ({ residentBytes }: HostReport) => {
      cancelWatch();
      cancelWatch = killWhenSilent();
      this.residentBytes = residentBytes;
    });
    child.on('error', (error) => log.error({ err: error }, 'the model host cannot be reached'));
    child.once('exit', (code, signal) => {
      cancelWatch();
      this.residentBytes = 0;
      if (this.#closed) return;
      this.restarts++;
      this.#failures = performance.now() - startedAt > STABLE_MS ? 1 : this.#failures + 1;
      log.error({ code, signal }, 'the process that runs the speech models has ended; it is started again');
      this.#later(backoffMs(this.#failures, RESTART), () => this.#start());
    });
  }

  #later(ms: number, work: () => Promise<void>): void {
    this.#timer = setTimeout(() => void work(), ms).unref();
  }
}
