import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { BlockCoverage } from './block-coverage.ts';
import { type FuzzTarget, isDeclared, KEPT_PER_BYTE, seedsOf } from './fuzz-target.ts';
import { mutate } from './mutate.ts';

export interface Find {
  kind: 'throws' | 'hangs' | 'keeps';
  /** The error with its stack, the time, or the memory. */
  what: string;
  input: Buffer;
}

/** An input that takes less time is not measured again. */
const ALLOWED_MS_PER_KB = 50;
/**
 * The MD5 of this many megabytes takes about 50 ms on an idle machine. Like a parser, it takes longer on a slow
 * one, and recompilation does not affect it.
 */
const ALLOWED_MD5_MEGABYTES_PER_KB = 36;
const MEGABYTE = Buffer.alloc(2 ** 20);
/** A slow run is repeated, because the machine may have been busy. */
const REPEATS = 3;
/** The smallest counts: a leak appears in every measurement, V8's own compilation and garbage only in some. */
const MEASUREMENTS = 10;
const KEPT_BY_DEFAULT = 256 * 1024;
/** The maximum number of inputs per coverage query, because a query takes as long as many inputs. */
const LARGEST_BATCH = 512;
const SMALLEST_BATCH = 8;
/** Larger inputs are read, but not used to derive others, which would take most of the time. */
const LARGEST_KEPT = 4096;

interface Options {
  /** Returns a number in [0, 1). The same sequence leads to the same finds. */
  random: () => number;
  /** Inputs that reached new code in earlier runs. */
  stored?: readonly Uint8Array[] | undefined;
  /** Called with each input before it is read, and without one afterwards. */
  onRun?: (input: Buffer | undefined) => void;
}

/** Derives inputs from those that reached new blocks, and keeps those that reach more. */
export class Fuzzer {
  runs = 0;
  readonly corpus: Buffer[] = [];
  /** The number of inputs that were in the corpus at the beginning. */
  #given = 0;
  readonly finds: Find[] = [];
  readonly #target: FuzzTarget;
  readonly #coverage: BlockCoverage;
  readonly #options: Options;
  readonly #tokens: Buffer[];
  #batch = SMALLEST_BATCH;

  constructor(target: FuzzTarget, coverage: BlockCoverage, options: Options) {
    this.#target = target;
    this.#coverage = coverage;
    this.#options = options;
    this.#tokens = (target.tokens ?? '').split(' ').map((token) => Buffer.from(token));
  }

  /** Inputs that reached new code in this run. */
  get added(): readonly Buffer[] {
    return this.corpus.slice(this.#given);
  }

  /** Reads the seeds and the stored inputs, which all stay in the corpus, whether they reach new code or not. */
  async begin(): Promise<void> {
    const { stored = [] } = this.#options;
    for (const input of [...seedsOf(this.#target), ...stored.map((bytes) => Buffer.from(bytes))]) {
      await this.run(input);
      this.#coverage.add(await this.#coverage.take());
      this.corpus.push(input);
    }
    this.#given = this.corpus.length;
  }

  /** Tries one batch of inputs. */
  async step(): Promise<void> {
    const { random } = this.#options;
    // Newer inputs are chosen more often.
    const one = () => this.corpus[Math.floor(Math.max(random(), random()) * this.corpus.length)]!;
    const inputs = Array.from({ length: this.#batch }, () =>
      mutate(one(), { random, tokens: this.#tokens, other: one() }),
    );
    const before = this.corpus.length;
    await this.#search(inputs);
    this.#batch =
      this.corpus.length > before
        ? Math.max(SMALLEST_BATCH, this.#batch / 2)
        : Math.min(LARGEST_BATCH, this.#batch * 2);
  }

  /** Finds the inputs that reach new code by bisection. */
  async #search(inputs: readonly Buffer[]): Promise<void> {
    for (const input of inputs) await this.run(input);
    const reached = await this.#coverage.take();
    if (reached.length === 0) return;
    if (inputs.length === 1) {
      if (inputs[0]!.length <= LARGEST_KEPT) this.corpus.push(inputs[0]!);
    } else {
      const middle = inputs.length / 2;
      await this.#search(inputs.slice(0, middle));
      await this.#search(inputs.slice(middle));
    }
    this.#coverage.add(reached);
  }

  /** Reads one input, and records a find if the parser breaks its contract. */
  async run(input: Buffer): Promise<void> {
    this.runs++;
    const kilobytes = Math.max(1, input.length / 1024);
    let { ms } = await this.#read(input, wallMs);
    let isSlow = ms > ALLOWED_MS_PER_KB * kilobytes;
    // On a busy machine an input takes longer, but not more CPU time.
    for (let repeat = 0; repeat < REPEATS && isSlow; repeat++) {
      const allowedMs = timeMd5() * kilobytes;
      ({ ms } = await this.#read(input, cpuMs));
      isSlow = ms > allowedMs;
    }
    if (isSlow) this.#report('hangs', `${Math.round(ms)} ms for ${input.length} bytes`, input);
  }

  async #read(input: Buffer, now: () => number = wallMs): Promise<{ result?: unknown; ms: number }> {
    const { onRun } = this.#options;
    onRun?.(input);
    const begin = now();
    try {
      // A copy, because the parser may modify its input.
      const result = this.#target.read(Buffer.from(input));
      return { result: result instanceof Promise ? await result : result, ms: now() - begin };
    } catch (error) {
      if (!isDeclared(this.#target, error)) this.#report('throws', stackOf(error), input);
      return { ms: now() - begin };
    } finally {
      onRun?.(undefined);
    }
  }

  /** Measures how much stays in memory, both while the results are held and after all of them are released. */
  async measureKept(): Promise<void> {
    const { mayKeep = KEPT_BY_DEFAULT } = this.#target;
    // The first round compiles code and fills caches of modules.
    await this.#growth(this.corpus, false);
    const bytes = await this.#leastGrowth(this.corpus, false);
    if (bytes > mayKeep) this.#report('keeps', `${bytes} bytes when all was forgotten`, this.corpus[0]!);
    await this.#findKept(this.corpus, mayKeep);
  }

  /** Bisects the inputs. Those that together keep less than one may keep are not examined further. */
  async #findKept(inputs: readonly Buffer[], mayKeep: number): Promise<void> {
    if ((await this.#growth(inputs, true)) <= mayKeep) return;
    if (inputs.length > 1) {
      const middle = Math.ceil(inputs.length / 2);
      await this.#findKept(inputs.slice(0, middle), mayKeep);
      await this.#findKept(inputs.slice(middle), mayKeep);
      return;
    }
    const input = inputs[0]!;
    const bytes = await this.#leastGrowth(inputs, true);
    if (bytes > mayKeep + KEPT_PER_BYTE * input.length)
      this.#report('keeps', `${bytes} bytes for ${input.length}`, input);
  }

  /** Returns the smallest growth of several measurements. Unfinished work and uncollected garbage do not count. */
  async #leastGrowth(inputs: readonly Buffer[], isHeld: boolean): Promise<number> {
    let least = Number.POSITIVE_INFINITY;
    for (let at = 0; at < MEASUREMENTS; at++) least = Math.min(least, await this.#growth(inputs, isHeld));
    return least;
  }

  /** Returns how many more bytes are in use after reading the inputs, with their results held or released. */
  async #growth(inputs: readonly Buffer[], isHeld: boolean): Promise<number> {
    const held: unknown[] = [];
    collectGarbage();
    const before = usedBytes();
    await this.#readAll(inputs, (result) => {
      if (isHeld) held.push(result);
    });
    // Unfinished work, such as a pending promise, holds memory until it ends.
    await nextTurn();
    collectGarbage();
    const bytes = usedBytes() - before;
    // Reading the length keeps the results alive until here.
    return held.length < 0 ? 0 : bytes;
  }

  /** A separate method, so that no local variable keeps the last result alive. */
  async #readAll(inputs: readonly Buffer[], take: (result: unknown) => void): Promise<void> {
    for (const input of inputs) take((await this.#read(input)).result);
  }

  /** Records each fault once, with the smallest input that shows it. */
  #report(kind: Find['kind'], what: string, input: Buffer): void {
    const isSame = (find: Find) =>
      find.kind === kind && (kind !== 'throws' || placeOf(find.what) === placeOf(what));
    const known = this.finds.find(isSame);
    if (!known) this.finds.push({ kind, what, input });
    else if (input.length < known.input.length) Object.assign(known, { what, input });
  }
}

const wallMs = () => performance.now();

/** Returns the CPU time of this thread if the system provides it, else of the process, which is never less. */
function cpuMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

/** Returns the CPU time that one kilobyte may take, in milliseconds. */
function timeMd5(): number {
  const begin = cpuMs();
  const hash = createHash('md5');
  for (let count = 0; count < ALLOWED_MD5_MEGABYTES_PER_KB; count++) hash.update(MEGABYTE);
  hash.digest();
  return cpuMs() - begin;
}

const stackOf = (error: unknown) =>
  error instanceof Error ? (error.stack ?? String(error)) : `no error: ${String(error)}`;
/** Returns the first frame of a stack. */
const placeOf = (stack: string) => /\n\s+at .*/.exec(stack)?.[0] ?? stack;

function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
}
