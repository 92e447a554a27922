/** The thread that fuzzes one parser. It may hang or run out of memory, so another thread watches it. */
import { parentPort, workerData } from 'node:worker_threads';
import { seededRandom } from '@visavis/server/dist/lib/seeded-random.js';
import { BlockCoverage } from './block-coverage.ts';
import type { FuzzTarget } from './fuzz-target.ts';
import { type Find, Fuzzer } from './fuzzer.ts';

export interface ThreadData {
  /** The URL of the module with the target. */
  module: string;
  seed: number;
  /** How many seconds to run; if `runs` is missing as well, it runs until it is stopped. */
  seconds?: number | undefined;
  runs?: number | undefined;
  /** Inputs that reached new code in earlier runs. */
  stored?: readonly Uint8Array[] | undefined;
  /** A single input to read instead of everything else. */
  input?: Uint8Array | undefined;
  /** The memory of a `CurrentInput`. */
  current: SharedArrayBuffer;
}

export interface Progress {
  runs: number;
  blocks: number;
  corpus: number;
  finds: readonly Find[];
  /** At the end, the inputs that reached new code in this run. */
  added: readonly Uint8Array[];
  isOver: boolean;
}

const REPORT_MS = 1000;

/** Shares the current input with the watching thread, which can read it even if this thread hangs. */
export class CurrentInput {
  readonly #head: Int32Array;
  readonly #bytes: Uint8Array;

  constructor(memory: SharedArrayBuffer) {
    this.#head = new Int32Array(memory, 0, 2);
    this.#bytes = new Uint8Array(memory, 8);
  }

  /** Changes when an input begins and when it ends. */
  get count(): number {
    return Atomics.load(this.#head, 0);
  }

  set(input: Buffer | undefined): void {
    if (input) this.#bytes.set(input.subarray(0, this.#bytes.length));
    Atomics.store(this.#head, 1, input ? input.length : -1);
    Atomics.add(this.#head, 0, 1);
  }

  get(): Buffer | undefined {
    const length = Atomics.load(this.#head, 1);
    return length < 0 ? undefined : Buffer.from(this.#bytes.slice(0, length));
  }
}

if (parentPort) await fuzz(workerData as ThreadData);

async function fuzz({
  module,
  seed,
  seconds = Infinity,
  runs = Infinity,
  stored,
  input,
  current,
}: ThreadData): Promise<void> {
  // Must precede the loading of the parser, because only code that is compiled from now on is counted.
  const coverage = await BlockCoverage.start();
  const target = ((await import(module)) as { target: FuzzTarget }).target;
  coverage.covers = target.covers;
  const shown = new CurrentInput(current);
  const fuzzer = new Fuzzer(target, coverage, {
    random: seededRandom(seed),
    stored,
    onRun: (one) => shown.set(one),
  });
  const report = (isOver: boolean) => {
    const { corpus, finds } = fuzzer;
    const counts = { runs: fuzzer.runs, blocks: coverage.blocks, corpus: corpus.length };
    parentPort?.postMessage({
      ...counts,
      finds,
      added: isOver ? fuzzer.added : [],
      isOver,
    } satisfies Progress);
  };
  if (input) await fuzzer.run(Buffer.from(input));
  else {
    await fuzzer.begin();
    const endsAt = performance.now() + seconds * 1000;
    let reportsAt = performance.now() + REPORT_MS;
    while (performance.now() < endsAt && fuzzer.runs < runs) {
      await fuzzer.step();
      if (performance.now() < reportsAt) continue;
      reportsAt = performance.now() + REPORT_MS;
      report(false);
    }
  }
  coverage.stop();
  if (!input) await fuzzer.measureKept();
  report(true);
}
