/** The thread in which one parser is fuzzed: it may hang or run out of memory, and is watched from outside. */
import { parentPort, workerData } from 'node:worker_threads';
import { seededRandom } from '@visavis/server/dist/lib/seeded-random.js';
import { BlockCoverage } from './block-coverage.ts';
import type { FuzzTarget } from './fuzz-target.ts';
import { type Find, Fuzzer } from './fuzzer.ts';

export interface ThreadData {
  /** The address of the module with the target. */
  module: string;
  seed: number;
  /** Seconds that it runs; endless where `runs` is absent as well. */
  seconds?: number | undefined;
  runs?: number | undefined;
  /** Inputs that reached something new in earlier runs. */
  stored?: readonly Uint8Array[] | undefined;
  /** The only input to read, in place of everything else. */
  input?: Uint8Array | undefined;
  /** The input that is being read: see `CurrentInput`. */
  current: SharedArrayBuffer;
}

export interface Progress {
  runs: number;
  blocks: number;
  corpus: number;
  finds: readonly Find[];
  /** At the end: inputs that reached something new in this run. */
  added: readonly Uint8Array[];
  isOver: boolean;
}

const REPORT_MS = 1000;

/** The input that is being read, where it can be seen when nothing else can. */
export class CurrentInput {
  readonly #head: Int32Array;
  readonly #bytes: Uint8Array;

  constructor(memory: SharedArrayBuffer) {
    this.#head = new Int32Array(memory, 0, 2);
    this.#bytes = new Uint8Array(memory, 8);
  }

  /** Changes with each input that begins or ends. */
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
  // Before the parser is loaded: only what is compiled from now on is counted.
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
