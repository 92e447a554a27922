import { createWriteStream, writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@visavis/tests/dist/support/free-ports.js';
import { type Service, startService } from '@visavis/tests/dist/support/service.js';
import { familyOf, residentMbOf } from '../support/processes.ts';
import { pause } from '../support/scope.ts';

const START_ATTEMPTS = 10;

/** The service under test: it keeps its port and data directory when its process is replaced. */
export class FaultyService {
  /** Exits of the service that this run did not cause, with the last output. */
  readonly deaths: string[] = [];
  /** The output of all processes of the service. */
  readonly logFile = join(tmpdir(), `visavis-faults-${process.pid}.log`);
  readonly port: number;
  readonly #log = createWriteStream(this.logFile);
  readonly #dataDir: string;
  readonly #order = join(tmpdir(), `visavis-fault-order-${process.pid}`);
  readonly #note: (what: string) => void;
  #service: Service | undefined;
  #isKilled = false;

  private constructor(port: number, dataDir: string, note: (what: string) => void) {
    this.port = port;
    this.#dataDir = dataDir;
    this.#note = note;
  }

  static async open(dataDir: string, note: (what: string) => void): Promise<FaultyService> {
    return new FaultyService(await freePort(), dataDir, note);
  }

  get pid(): number {
    return this.#service!.child.pid!;
  }

  async start(): Promise<void> {
    const killer = new URL('./thread-killer.js', import.meta.url).href;
    for (let attempt = 1; ; attempt++) {
      try {
        this.#service = await startService({
          dataDir: this.#dataDir,
          env: {
            PORT: String(this.port),
            NODE_OPTIONS: `--import ${killer}`,
            FAULT_ORDER: this.#order,
            VISAVIS_VIDEO_MIN_FPS: '',
            VISAVIS_LOG_FORMAT: 'json',
            // Without a request limit: refused requests would test nothing else.
            VISAVIS_LIMIT_REQUESTS_PER_MINUTE: '1000000',
          },
        });
        this.#isKilled = false;
        for (const stream of [this.#service.child.stdout!, this.#service.child.stderr!])
          stream.on('data', (bytes: Buffer) => this.#log.write(bytes));
        return;
      } catch (error) {
        const { message } = error as Error;
        // Started again on failure, as by a supervisor: the killed process may still hold its port.
        if (attempt === START_ATTEMPTS) throw error;
        this.#note(`start again: ${message.slice(0, 600)}`);
        await pause(1000);
      }
    }
  }

  /** Restarts the service if it has exited, as a supervisor does. */
  async keepRunning(): Promise<void> {
    const { child, output } = this.#service!;
    if (child.exitCode === null && child.signalCode === null) return;
    if (!this.#isKilled) {
      const last = output.split('\n').slice(-3).join(' / ').slice(0, 500);
      this.deaths.push(`${child.exitCode ?? child.signalCode}: ${last}`);
      this.#note(`the service ended itself: ${last}`);
    }
    await this.start();
  }

  async kill(): Promise<string> {
    this.#isKilled = true;
    await this.#service!.stop('SIGKILL');
    await this.start();
    return 'the service killed';
  }

  killWorker(random: () => number): string {
    const workers = familyOf(this.pid).slice(1);
    const pid = workers[Math.floor(random() * workers.length)];
    if (pid === undefined) return 'no worker to kill';
    process.kill(pid, 'SIGKILL');
    return 'a worker killed';
  }

  /** Ends a thread of the service, by the name of its file. */
  async killThread(name: string): Promise<string> {
    writeFileSync(this.#order, name);
    await rm(`${this.#order}.done`, { force: true });
    this.#service!.child.kill('SIGUSR2');
    for (let n = 0; n < 50; n++) {
      await pause(100);
      const done = await readFile(`${this.#order}.done`, 'utf8').catch(() => undefined);
      if (done) return `${name} ${done}`;
    }
    return `${name} not reached`;
  }

  /** Returns the memory of the service and all its children, in MB; infinite while it does not run. */
  memoryMb(): number {
    try {
      return residentMbOf(familyOf(this.pid));
    } catch {
      return Number.POSITIVE_INFINITY;
    }
  }

  async close(): Promise<void> {
    this.#isKilled = true;
    await this.#service?.stop('SIGKILL');
    this.#log.end();
    await rm(this.#order, { force: true });
    await rm(`${this.#order}.done`, { force: true });
  }
}
