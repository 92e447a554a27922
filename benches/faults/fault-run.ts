import { loadavg } from 'node:os';
import { join } from 'node:path';
import { seededRandom } from '@visavis/server/dist/lib/seeded-random.js';
import { SmallDisk } from '@visavis/tests/dist/support/small-disk.js';
import { pause } from '../support/conversation.ts';
import type { Report } from '../support/report.ts';
import { ChaosRelay } from './chaos-relay.ts';
import { Conversing } from './conversing.ts';
import { createFaultClient } from './fault-client.ts';
import { FaultyService } from './faulty-service.ts';
import { judge, type Verdict } from './verdict.ts';
import { FaultLedger } from './write-ledger.ts';

const SETTLED_MS = 5_000;
/**
 * How long a client may take to end: it may wait for a greeting that does not come, then for a request that is not
 * answered.
 */
const LAST_STEP_MS = 90_000;

export const FAULT_NAMES = ['worker', 'rooms', 'store', 'service', 'disk', 'drop', 'delay'] as const;

export type FaultName = (typeof FAULT_NAMES)[number];

/** Faults that end conversations. A conversation survives the end of its database, a full disk and lost connections. */
const ENDS_CONVERSATIONS: ReadonlySet<FaultName> = new Set(['worker', 'rooms', 'service']);

export interface FaultOptions {
  seed: number;
  minutes: number;
  /** The faults that each is drawn from. */
  only: readonly FaultName[];
}

export class FaultRun {
  /** Which fault comes when: the same for a seed, whatever the effect of the fault before. */
  readonly #schedule: () => number;
  /** Carries out a fault; its target depends on what is running. */
  readonly #details: () => number;
  readonly #seed: number;
  readonly #minutes: number;
  readonly #report: Report;
  readonly #ledger = new FaultLedger();
  readonly #conversing = new Conversing();
  readonly #counts = new Map<string, number>();
  readonly #startedAt = performance.now();
  readonly #disk: SmallDisk;
  readonly #service: FaultyService;
  readonly #relay: ChaosRelay;
  readonly #chosen: readonly FaultName[];
  readonly #killedAt: number[] = [];
  #isOver = false;

  readonly #faults: Record<FaultName, () => Promise<string> | string> = {
    worker: () => this.#service.killWorker(this.#details),
    rooms: () => this.#service.killThread('room-server-thread'),
    store: () => this.#service.killThread('database-thread'),
    service: () => this.#service.kill(),
    disk: () => this.#fillDisk(),
    drop: () =>
      `connections dropped${this.#relay.drop(() => this.#details() < 0.5) > 0 ? '' : ' (none open)'}`,
    delay: () => this.#delay(),
  };

  private constructor({ seed, minutes, only }: FaultOptions, report: Report, parts: Parts) {
    this.#seed = seed;
    this.#minutes = minutes;
    this.#chosen = only;
    this.#report = report;
    this.#schedule = seededRandom(seed);
    this.#details = seededRandom(seed + 1_000_000);
    this.#disk = parts.disk;
    this.#service = parts.service;
    this.#relay = parts.relay;
  }

  static async open(options: FaultOptions, report: Report): Promise<FaultRun> {
    const startedAt = performance.now();
    const disk = await SmallDisk.open();
    const service = await FaultyService.open(join(disk.folder, 'data'), (what) => note(startedAt, what));
    const relay = await ChaosRelay.open(() => service.port);
    return new FaultRun(options, report, { disk, service, relay });
  }

  async play(): Promise<void> {
    this.#note(`the service writes its log to ${this.#service.logFile}`);
    await this.#service.start();
    await pause(SETTLED_MS);
    const memoryBeforeMb = this.#service.memoryMb();
    const until = performance.now() + this.#minutes * 60_000;
    const client = createFaultClient(this.#relay.url);
    const clients = [
      this.#write(),
      this.#write(),
      ...[1, 2].map((n) => this.#conversing.go(client, seededRandom(this.#seed + n), () => this.#isOver)),
    ];
    while (performance.now() < until) {
      await pause(3000 + this.#schedule() * 12_000);
      await this.#fault();
      await this.#service.keepRunning();
    }
    this.#isOver = true;
    await this.#disk.free();
    this.#note('no more faults: the clients end what they have begun');
    const timeout = pause(LAST_STEP_MS).then(() => 'late' as const);
    const isLate = (await Promise.race([Promise.all(clients), timeout])) === 'late';
    const verdict = await judge({
      // Not through the relay, because its faults are not those of the service.
      client: createFaultClient(`http://127.0.0.1:${this.#service.port}`),
      service: this.#service,
      ledger: this.#ledger,
      conversing: this.#conversing,
      memoryBeforeMb,
      killedAt: this.#killedAt,
      note: (what) => this.#note(what),
    });
    if (isLate) verdict.complaints.push(`a client had not ended its step after ${LAST_STEP_MS / 1000} s`);
    this.#tell(verdict, memoryBeforeMb);
  }

  async close(): Promise<void> {
    this.#relay.close();
    await this.#service.close();
    await this.#disk.close();
  }

  async #fault(): Promise<void> {
    const name = this.#chosen[Math.floor(this.#schedule() * this.#chosen.length)]!;
    if (ENDS_CONVERSATIONS.has(name)) this.#killedAt.push(Date.now());
    const what = await this.#faults[name]();
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + 1);
    this.#note(what);
  }

  async #delay(): Promise<string> {
    this.#relay.delayMs = 100 + this.#details() * 900;
    await pause(2000 + this.#details() * 4000);
    this.#relay.delayMs = 0;
    return 'connections delayed';
  }

  async #fillDisk(): Promise<string> {
    if (!this.#disk.isOwn) return 'no disk of its own to fill';
    this.#disk.fill();
    await pause(2000 + this.#details() * 5000);
    await this.#disk.free();
    return 'the disk filled';
  }

  async #write(): Promise<void> {
    const client = createFaultClient(this.#relay.url);
    for (let count = 0; !this.#isOver; count++) {
      const before = this.#ledger.acknowledged;
      await this.#ledger.step(client, count);
      await pause(this.#ledger.acknowledged === before ? 500 : 50);
    }
  }

  #tell({ complaints, reasons, memoryMb }: Verdict, memoryBeforeMb: number): void {
    const report = this.#report;
    const { deaths } = this.#service;
    report.heading(`Seed ${this.#seed}, ${this.#minutes} minutes`);
    report.text(
      `Disk: ${this.#disk.describe()}. Load of the machine at the end: ${loadavg()[2]!.toFixed(1)} in 15 minutes.\n`,
    );
    report.table([['fault', 'times'], ...sorted(this.#counts)]);
    report.text('');
    report.table([['conversations ended with', 'times'], ...sorted(reasons)]);
    report.text('');
    report.table([
      ['', ''],
      ['acknowledged writes', String(this.#ledger.acknowledged)],
      ['conversations started and acknowledged', String(this.#conversing.ids.size)],
      ['of which the greeting was heard', String(this.#conversing.heard)],
      ['memory before and after, MB', `${memoryBeforeMb.toFixed(0)}, ${memoryMb.toFixed(0)}`],
      ['exits of the service that it chose itself', String(deaths.length)],
    ]);
    report.text('');
    report.table([['writes that failed with', 'times'], ...sorted(this.#ledger.failures)]);
    report.text('');
    report.table([['conversations that failed with', 'times'], ...sorted(this.#conversing.failures)]);
    for (const death of deaths) report.text(`\nThe service ended itself: ${death}`);
    if (complaints.length === 0)
      report.text(
        '\nVerdict: nothing is missing, every conversation has a reason, none is said to have crashed that did not, no place is taken.',
      );
    for (const complaint of complaints.slice(0, 50)) report.text(`\nFAULT: ${complaint}`);
    if (complaints.length > 0 || deaths.length > 0) process.exitCode = 1;
  }

  #note(what: string): void {
    note(this.#startedAt, what);
  }
}

interface Parts {
  disk: SmallDisk;
  service: FaultyService;
  relay: ChaosRelay;
}

function note(since: number, what: string): void {
  process.stderr.write(`${((performance.now() - since) / 1000).toFixed(0)} s: ${what}\n`);
}

function sorted(counts: Map<string, number>): string[][] {
  return [...counts].sort(([a], [b]) => a.localeCompare(b)).map(([what, n]) => [what, String(n)]);
}
