import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createVisavisClient, type VisavisClient } from '@visavis/client';

export const TEST_API_KEY = 'vv_test_key_of_the_default_organization';
const COMMAND = fileURLToPath(new URL('../../../server/dist/cli/visavis.js', import.meta.url));

/** The service as users run it: the command, a new data directory, a free port. */
export class Service {
  readonly url: string;
  /** The published client, with the key of the default organization. */
  readonly client: VisavisClient;
  readonly dataDir: string;
  readonly child: ChildProcess;
  readonly #output: string[];

  constructor(url: string, dataDir: string, child: ChildProcess, output: string[]) {
    this.url = url;
    this.client = createVisavisClient({ baseUrl: url, apiKey: TEST_API_KEY });
    this.dataDir = dataDir;
    this.child = child;
    this.#output = output;
  }

  /** Everything the service has printed so far. */
  get output(): string {
    return this.#output.join('\n');
  }

  /** Ends the process and resolves with its exit code, or the signal's name. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | string | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      const exited = once(this.child, 'exit');
      this.child.kill(signal);
      await exited;
    }
    return this.child.exitCode ?? this.child.signalCode;
  }

  /** Ends the process and removes its data. */
  async dispose(): Promise<void> {
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }
}

export async function startService(
  options: { env?: Record<string, string>; dataDir?: string; command?: string; args?: string[] } = {},
): Promise<Service> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'visavis-')));
  const child = spawn(process.execPath, [options.command ?? COMMAND, 'serve', ...(options.args ?? [])], {
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      VISAVIS_DATA_DIR: dataDir,
      VISAVIS_API_KEY: TEST_API_KEY,
      // Other tests keep the machine busy: a conversation's frame rate, and whether there is capacity for it, must not
      // depend on them.
      VISAVIS_CONVERSATIONS_PER_WORKER: '8',
      // A second process in reserve takes seconds of CPU time to start.
      VISAVIS_WORKERS: '1',
      // Video takes most of a conversation's CPU time, and few tests look at it.
      VISAVIS_VIDEO_FPS: '10',
      VISAVIS_VIDEO_MIN_FPS: '25',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout!, child.stderr!]) {
      createInterface({ input: stream }).on('line', (line) => {
        output.push(line);
        const ready = line.match(/ready at (https?:\S+)/);
        if (ready) resolve(ready[1]!.replace('//localhost:', '//127.0.0.1:'));
      });
    }
    child.once('exit', (code, signal) =>
      reject(new Error(`the service ended (${code ?? signal}) before it was ready:\n${output.join('\n')}`)),
    );
  });
  return new Service(url, dataDir, child, output);
}
