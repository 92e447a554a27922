import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../../lib/logger.ts';
import { removeLeftovers, SOCKET_FOLDER } from './leftover-folders.ts';
import { ProcessSupervisor, type SupervisedProcess } from './process-supervisor.ts';

export interface ModelHost {
  /**
   * Where it listens, for `ModelHostThreads`; undefined if no socket can be created, in which case each process loads
   * its own models.
   */
  readonly path: string | undefined;
  /** The file with the language model's address, for `readLanguageAddress`; undefined if it cannot be written. */
  readonly languageFile: string | undefined;
  /** Whether the language model accepts requests. */
  readonly hasLanguage: boolean;
  /** `residentBytes` is 0 while it is not running; `restarts` counts unexpected exits. */
  stats(): { residentBytes: number; restarts: number };
  close(): Promise<void>;
}

type Needed = Pick<SupervisedProcess, 'isNeeded'>;

export interface ModelHostOptions extends Needed {
  /** The process of the language model: `language-host.ts`, and its arguments after the first. */
  language?: Needed & Pick<SupervisedProcess, 'args'> & { entry?: URL };
  env?: NodeJS.ProcessEnv;
  log: Logger;
}

/**
 * Supervises the processes that hold models in memory for all conversation workers of this machine: one for speech models,
 * and one for the language model, which is killed if it hangs.
 */
export async function superviseHost({ isNeeded, language, env, log }: ModelHostOptions): Promise<ModelHost> {
  const isWindows = process.platform === 'win32';
  if (!isWindows) await removeLeftovers(tmpdir());
  const prefix = join(tmpdir(), `${SOCKET_FOLDER}${process.pid}-`);
  // Accessible to this user only, because every process that reaches the socket can run models.
  const folder = await mkdtemp(prefix).catch((error: Error) => error);
  if (folder instanceof Error) {
    log.warn(
      { event: 'model_host.not_started', err: folder },
      'the model host could not create a folder for its socket; every worker loads its own speech models',
    );
    return {
      path: undefined,
      languageFile: undefined,
      hasLanguage: false,
      stats: () => ({ residentBytes: 0, restarts: 0 }),
      close: async () => undefined,
    };
  }
  const path = isWindows ? `\\\\.\\pipe\\visavis-models-${randomUUID()}` : join(folder, 'socket');
  const languageFile = join(folder, 'language.json');
  const speech = new ProcessSupervisor({
    entry: new URL('./model-host.js', import.meta.url),
    args: [path],
    runs: 'speech models',
    isNeeded,
    // A killed host leaves its socket file behind.
    ...(!isWindows && { beforeStart: () => rm(path, { force: true }) }),
    env,
    log,
  });
  const languageModel =
    language &&
    new ProcessSupervisor({
      entry: new URL('../language/language-host.js', import.meta.url),
      ...language,
      args: [languageFile, ...language.args],
      runs: 'language model',
      isLowPriority: true,
      env,
      log,
    });
  const supervisors = languageModel ? [speech, languageModel] : [speech];
  await Promise.all(supervisors.map((each) => each.startWhenNeeded()));
  const sum = (of: (supervisor: ProcessSupervisor) => number) =>
    supervisors.reduce((all, each) => all + of(each), 0);
  return {
    path,
    languageFile,
    get hasLanguage() {
      return languageModel?.answers ?? false;
    },
    stats: () => ({
      residentBytes: sum(({ residentBytes }) => residentBytes),
      restarts: sum(({ restarts }) => restarts),
    }),
    close: async () => {
      await Promise.all(supervisors.map((each) => each.close()));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
