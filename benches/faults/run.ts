/**
 * Faults at random, by a seed, while clients write and converse: processes and threads are killed, the disk is filled and freed,
 * connections are dropped and delayed. Afterwards nothing that was acknowledged may be missing, every conversation has a
 * reason, no place is taken, and the memory is back. The report is benches/results/faults-seed-<N>-<date>.md.
 */
import { writeFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createVisavisClient, type VisavisClient } from '@visavis/client';
import { seededRandom } from '@visavis/server/dist/lib/seeded-random.js';
import { type Service, startService, TEST_API_KEY } from '@visavis/tests/dist/support/service.js';
import { Consumer } from '../soak/consumer.ts';
import { pause } from '../support/conversation.ts';
import { familyOf, residentMb } from '../support/processes.ts';
import type { Bench, Report } from '../support/report.ts';
import { ChaosRelay } from './chaos-relay.ts';
import { SmallDisk } from './small-disk.ts';
import { FaultLedger } from './write-ledger.ts';

const CALM_MS = 120_000;
/** Above what the service and its workers had before, after everything has ended. */
const MEMORY_MB = 250;

export const run: Bench = async (args, report) => {
  const { values } = parseArgs({
    args,
    options: { seed: { type: 'string', default: '1' }, minutes: { type: 'string', default: '30' } },
  });
  const seed = Number(values.seed);
  const minutes = Number(values.minutes);
  if (!Number.isInteger(seed) || !(minutes > 0)) throw new Error('--seed N and --minutes M are numbers');
  const faults = new FaultRun(seed, minutes, report);
  try {
    await faults.play();
  } finally {
    await faults.close();
  }
  const date = new Date().toISOString().slice(0, 10);
  writeFileSync(new URL(`../../results/faults-seed-${seed}-${date}.md`, import.meta.url), report.toString());
};

class FaultRun {
  readonly #random: () => number;
  readonly #seed: number;
  readonly #minutes: number;
  readonly #report: Report;
  readonly #ledger = new FaultLedger();
  readonly #counts = new Map<string, number>();
  readonly #conversations = new Set<string>();
  readonly #started = performance.now();
  #heard = 0;
  #disk!: SmallDisk;
  #relay!: ChaosRelay;
  #client!: VisavisClient;
  #port = 0;
  #service: Service | undefined;
  #ended = false;
  /** Exits of the service that were no order of ours. */
  readonly #deaths: string[] = [];
  readonly #order = join(tmpdir(), `visavis-fault-order-${process.pid}`);

  constructor(seed: number, minutes: number, report: Report) {
    this.#seed = seed;
    this.#minutes = minutes;
    this.#report = report;
    this.#random = seededRandom(seed);
  }

  async play(): Promise<void> {
    this.#disk = await SmallDisk.open();
    this.#port = await freePort();
    this.#relay = await ChaosRelay.open(() => this.#port);
    this.#client = createVisavisClient({ baseUrl: this.#relay.url, apiKey: TEST_API_KEY });
    await this.#start();
    await pause(5000);
    const memoryBefore = this.#memory();
    const until = performance.now() + this.#minutes * 60_000;
    const clients = [this.#write(), this.#write(), this.#converse(), this.#converse()];
    while (performance.now() < until) {
      await pause(3000 + this.#random() * 12_000);
      await this.#fault();
      await this.#keepRunning();
    }
    this.#ended = true;
    await this.#disk.free();
    await Promise.all(clients);
    await this.#judge(memoryBefore);
  }

  async close(): Promise<void> {
    this.#relay?.close();
    await this.#service?.stop('SIGKILL');
    await pause(500);
    await this.#disk?.close();
    await rm(this.#order, { force: true });
    await rm(`${this.#order}.done`, { force: true });
  }

  async #start(): Promise<void> {
    const killer = new URL('./thread-killer.js', import.meta.url).href;
    for (let attempt = 1; ; attempt++) {
      try {
        this.#service = await startService({
          dataDir: join(this.#disk.folder, 'data'),
          env: {
            PORT: String(this.#port),
            NODE_OPTIONS: `--import ${killer}`,
            FAULT_ORDER: this.#order,
            VISAVIS_VIDEO_FPS: '10',
            VISAVIS_WORKERS: '1',
            VISAVIS_LOG_FORMAT: 'json',
          },
        });
        return;
      } catch (error) {
        // A supervisor tries again as well; its last port may still be held by the one that was killed.
        if (attempt === 10) throw error;
        this.#note(`start again: ${(error as Error).message.split('\n').at(-1)?.slice(0, 120)}`);
        await pause(1000);
      }
    }
  }

  /** As a supervisor does. */
  async #keepRunning(): Promise<void> {
    const { child, output } = this.#service!;
    if (child.exitCode === null && child.signalCode === null) return;
    this.#deaths.push(`${child.exitCode ?? child.signalCode}: ${output.split('\n').slice(-3).join(' / ')}`);
    await this.#start();
  }

  async #fault(): Promise<void> {
    const faults: (() => Promise<string> | string)[] = [
      () => this.#killWorker(),
      () => this.#killThread('room-server-thread'),
      () => this.#killThread('database-thread'),
      () => this.#killService(),
      () => this.#fillDisk(),
      () => `connections dropped${this.#relay.drop(() => this.#random() < 0.5) > 0 ? '' : ' (none open)'}`,
      async () => {
        this.#relay.delayMs = 100 + this.#random() * 900;
        await pause(2000 + this.#random() * 4000);
        this.#relay.delayMs = 0;
        return 'connections delayed';
      },
    ];
    const what = await faults[Math.floor(this.#random() * faults.length)]!();
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
    this.#note(what);
  }

  #killWorker(): string {
    const workers = familyOf(this.#service!.child.pid!).slice(1);
    const pid = workers[Math.floor(this.#random() * workers.length)];
    if (pid === undefined) return 'no worker to kill';
    process.kill(pid, 'SIGKILL');
    return 'a worker killed';
  }

  async #killThread(name: string): Promise<string> {
    writeFileSync(this.#order, name);
    await rm(`${this.#order}.done`, { force: true });
    this.#service!.child.kill('SIGUSR2');
    for (let n = 0; n < 20; n++) {
      await pause(100);
      const done = await readFile(`${this.#order}.done`, 'utf8').catch(() => undefined);
      if (done) return `${name} ${done}`;
    }
    return `${name} not reached`;
  }

  async #killService(): Promise<string> {
    await this.#service!.stop('SIGKILL');
    await this.#start();
    return 'the service killed';
  }

  async #fillDisk(): Promise<string> {
    if (!this.#disk.isOwn) return 'no disk of its own to fill';
    this.#disk.fill();
    await pause(2000 + this.#random() * 5000);
    await this.#disk.free();
    return 'the disk filled';
  }

  async #write(): Promise<void> {
    for (let count = 0; !this.#ended; count++) {
      const before = this.#ledger.acknowledged;
      await this.#ledger.step(this.#client, count);
      await pause(this.#ledger.acknowledged === before ? 500 : 50);
    }
  }

  async #converse(): Promise<void> {
    while (!this.#ended) {
      const consumer = new Consumer();
      try {
        const { avatars } = await this.#client.get('/v1/avatars');
        const { session, consumerAccessToken } = await this.#client.post('/v1/sessions', {
          body: {
            name: 'Under faults',
            avatar: { id: avatars[0]!.id },
            consumerIdentity: { identity: 'ada', name: 'Ada' },
            maxDuration: 60,
          },
        });
        this.#conversations.add(session.id);
        await consumer.join({
          id: session.id,
          avatarIdentity: session.avatar!.identity,
          serverUrl: session.host.serverUrl,
          token: consumerAccessToken!,
        });
        this.#heard++;
        await pause(2000 + Math.random() * 10_000);
        if (Math.random() < 0.5)
          await this.#client.patch('/v1/sessions/{id}/stop', { path: { id: session.id } });
      } catch {
        // A fault came in between: that is what this is about.
        await pause(1000);
      } finally {
        await consumer.end();
      }
    }
  }

  async #judge(memoryBefore: number): Promise<void> {
    await this.#keepRunning();
    const complaints: string[] = [];
    const latest = performance.now() + CALM_MS;
    let active = -1;
    while (performance.now() < latest && active !== 0) {
      await pause(1000);
      active = await this.#client.get('/v3/organizations/concurrency').then(
        (it) => it.active,
        () => -1,
      );
    }
    if (active !== 0) complaints.push(`${active} places are taken after ${CALM_MS / 1000} s`);
    const records = new Map<string, { status: string; endReason?: string | null | undefined }>();
    for await (const it of this.#client.list('/v3/conversations')) records.set(it.id, it);
    for (const id of this.#conversations) {
      const record = records.get(id);
      if (!record) complaints.push(`${id} is gone`);
      else if (record.status === 'running' || !record.endReason) complaints.push(`${id} has no reason`);
    }
    complaints.push(...(await this.#ledger.findLosses(this.#client)));
    let memory = this.#memory();
    for (let n = 0; n < 60 && memory > memoryBefore + MEMORY_MB; n++) {
      await pause(1000);
      memory = this.#memory();
    }
    if (memory > memoryBefore + MEMORY_MB)
      complaints.push(`memory is ${memory.toFixed(0)} MB, was ${memoryBefore.toFixed(0)} MB`);
    this.#tell(records, memoryBefore, memory, complaints);
  }

  #tell(
    records: Map<string, { endReason?: string | null | undefined }>,
    memoryBefore: number,
    memory: number,
    complaints: string[],
  ): void {
    const report = this.#report;
    const reasons = new Map<string, number>();
    for (const { endReason } of records.values())
      reasons.set(String(endReason), (reasons.get(String(endReason)) ?? 0) + 1);
    report.heading(`Seed ${this.#seed}, ${this.#minutes} minutes`);
    report.table([['fault', 'times'], ...sorted(this.#counts)]);
    report.text('');
    report.table([['conversations ended with', 'times'], ...sorted(reasons)]);
    report.text('');
    report.table([
      ['', ''],
      ['acknowledged writes', String(this.#ledger.acknowledged)],
      ['conversations started and acknowledged', String(this.#conversations.size)],
      ['of which the greeting was heard', String(this.#heard)],
      ['memory before and after, MB', `${memoryBefore.toFixed(0)}, ${memory.toFixed(0)}`],
      ['exits of the service that it chose itself', String(this.#deaths.length)],
    ]);
    report.text('');
    report.table([
      ['writes that failed with', 'times'],
      ...sorted(new Map([...this.#ledger.failures].map(([status, n]) => [String(status || 'no answer'), n]))),
    ]);
    for (const death of this.#deaths) report.text(`\nThe service ended itself: ${death.slice(0, 500)}`);
    if (complaints.length === 0)
      report.text('\nVerdict: nothing is missing, every conversation has a reason, no place is taken.');
    for (const complaint of complaints.slice(0, 50)) report.text(`\nFAULT: ${complaint}`);
    if (complaints.length > 0) process.exitCode = 1;
  }

  #memory(): number {
    try {
      return familyOf(this.#service!.child.pid!).reduce((sum, pid) => sum + residentMb(pid), 0);
    } catch {
      return Number.POSITIVE_INFINITY;
    }
  }

  #note(what: string): void {
    process.stderr.write(`${((performance.now() - this.#started) / 1000).toFixed(0)} s: ${what}\n`);
  }
}

function sorted(counts: Map<string, number>): string[][] {
  return [...counts].sort(([a], [b]) => a.localeCompare(b)).map(([what, n]) => [what, String(n)]);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}
