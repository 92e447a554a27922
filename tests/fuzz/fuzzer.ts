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

/** An input that takes less is not run again. */
const ALLOWED_MS_PER_KB = 50;
/**
 * The MD5 of so much takes about 50 ms of a calm machine; on a slow one it takes longer, as a parser does,
 * and nothing compiles it anew.
 */
const ALLOWED_MD5_MEGABYTES_PER_KB = 36;
const MEGABYTE = Buffer.alloc(2 ** 20);
/** A run that was slow is repeated: the machine may have been busy. */
const REPEATS = 3;
/** What is kept is kept each time; V8 compiles and collects when it has time. */
const MEASUREMENTS = 10;
const KEPT_BY_DEFAULT = 256 * 1024;
/** Inputs that are tried before V8 is asked what they reached, which takes as long as many of them. */
const LARGEST_BATCH = 512;
const SMALLEST_BATCH = 8;
/** Larger ones are read, but others are not made of them: that would take most of the time. */
const LARGEST_KEPT = 4096;

interface Options {
  /** Returns a number in [0, 1): the same numbers lead to the same finds. */
  random: () => number;
  /** Inputs that reached something new in earlier runs. */
  stored?: readonly Uint8Array[] | undefined;
  /** Called with each input before it is read, and without one when it has been. */
  onRun?: (input: Buffer | undefined) => void;
}

/** Makes inputs from those that reached new blocks before, and keeps those that reach new ones. */
export class Fuzzer {
  runs = 0;
  readonly corpus: Buffer[] = [];
  /** Number of inputs of the corpus that were there at the beginning. */
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

  /** Inputs that reached something new in this run. */
  get added(): readonly Buffer[] {
    return this.corpus.slice(this.#given);
  }

  /** Reads the honest inputs and what is stored, which must be kept whether they reach anything new or not. */
  async begin(): Promise<void> {
    const { stored = [] } = this.#options;
    for (const input of [...seedsOf(this.#target), ...stored.map((bytes) => Buffer.from(bytes))]) {
      await this.run(input);
      this.#coverage.add(await this.#coverage.take());
      this.corpus.push(input);
    }
    this.#given = this.corpus.length;
  }

  /** Tries as many inputs as a batch has. */
  async step(): Promise<void> {
    const { random } = this.#options;
    // The latest are chosen more often.
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

  /** Looks for the inputs among these that reach something new, by halves. */
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

  /** Reads one input, and records the promises that the parser breaks. */
  async run(input: Buffer): Promise<void> {
    this.runs++;
    const kilobytes = Math.max(1, input.length / 1024);
    let { ms } = await this.#read(input, wallMs);
    let isSlow = ms > ALLOWED_MS_PER_KB * kilobytes;
    // A machine that does other things as well takes longer, but not more CPU time.
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
      // A copy: the input must stay what it is.
      const result = this.#target.read(Buffer.from(input));
      return { result: result instanceof Promise ? await result : result, ms: now() - begin };
    } catch (error) {
      if (!isDeclared(this.#target, error)) this.#report('throws', stackOf(error), input);
      return { ms: now() - begin };
    } finally {
      onRun?.(undefined);
    }
  }

  /** Measures how much stays in memory: by the results of inputs, and after all of them are forgotten. */
  async measureKept(): Promise<void> {
    const { mayKeep = KEPT_BY_DEFAULT } = this.#target;
    // The first round compiles code and fills the caches of modules.
    await this.#growth(this.corpus, false);
    const bytes = await this.#leastGrowth(this.corpus, false);
    if (bytes > mayKeep) this.#report('keeps', `${bytes} bytes when all was forgotten`, this.corpus[0]!);
    await this.#findKept(this.corpus, mayKeep);
  }

  /** None of inputs that keep less together than one may keep is looked at alone. */
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

  /**
   * Returns the least growth of several measurements: memory of work that has not ended, or is not collected yet, is not kept.
   */
  async #leastGrowth(inputs: readonly Buffer[], isHeld: boolean): Promise<number> {
    let least = Number.POSITIVE_INFINITY;
    for (let at = 0; at < MEASUREMENTS; at++) least = Math.min(least, await this.#growth(inputs, isHeld));
    return least;
  }

  /** How many bytes more are used after some inputs, while what was made of them is held, or not. */
  async #growth(inputs: readonly Buffer[], isHeld: boolean): Promise<number> {
    const held: unknown[] = [];
    collectGarbage();
    const before = usedBytes();
    await this.#readAll(inputs, (result) => {
      if (isHeld) held.push(result);
    });
    // Work that was begun, such as a promise, holds memory until it has ended.
    await nextTurn();
    collectGarbage();
    const bytes = usedBytes() - before;
    // Read here, so that it is held until here.
    return held.length < 0 ? 0 : bytes;
  }

  /** A method of its own: otherwise the last result would be held by the variable in which it stood. */
  async #readAll(inputs: readonly Buffer[], take: (result: unknown) => void): Promise<void> {
    for (const input of inputs) take((await this.#read(input)).result);
  }

  /** Each fault once, whatever the inputs are that show it. */
  #report(kind: Find['kind'], what: string, input: Buffer): void {
    const isSame = (find: Find) =>
      find.kind === kind && (kind !== 'throws' || placeOf(find.what) === placeOf(what));
    const known = this.finds.find(isSame);
    if (!known) this.finds.push({ kind, what, input });
    else if (input.length < known.input.length) Object.assign(known, { what, input });
  }
}

const wallMs = () => performance.now();

/** CPU time of this thread where the system tells it, else of the whole process: other threads make that more, never less. */
function cpuMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ')[0]) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

/** The CPU time that a kilobyte may cost, in milliseconds. */
function timeMd5(): number {
  const begin = cpuMs();
  const hash = createHash('md5');
  for (let count = 0; count < ALLOWED_MD5_MEGABYTES_PER_KB; count++) hash.update(MEGABYTE);
  hash.digest();
  return cpuMs() - begin;
}

const stackOf = (error: unknown) =>
  error instanceof Error ? (error.stack ?? String(error)) : `no error: ${String(error)}`;
/** Where a stack begins. */
const placeOf = (stack: string) => /\n\s+at .*/.exec(stack)?.[0] ?? stack;

function usedBytes(): number {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
}
