import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';

/** A function of a file, with V8's coverage ranges. */
export interface RanFunction {
  key: string;
  ranges: readonly Profiler.CoverageRange[];
}

/**
 * Finds which blocks of the covered files have run, using V8's coverage. V8 only counts code that is compiled
 * after the start, so these files must be loaded later.
 */
export class BlockCoverage {
  /** The number of contiguous pieces of code that were newly reached together. */
  blocks = 0;
  readonly #session = new Session();
  /** By function, one byte per character of its source: 1 if it ever ran. */
  readonly #reached = new Map<string, Uint8Array>();
  /** Known runs of functions as text, because comparing texts is faster than comparing characters. */
  readonly #known = new Set<string>();

  /** Substrings of the URLs of the covered files. */
  covers: readonly string[] = [];

  static async start(): Promise<BlockCoverage> {
    const coverage = new BlockCoverage();
    coverage.#session.connect();
    await coverage.#session.post('Profiler.enable');
    await coverage.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    return coverage;
  }

  /** Returns the functions that ran since the last call and reached new code. */
  async take(): Promise<RanFunction[]> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    const ran: RanFunction[] = [];
    for (const { url, functions } of result) {
      if (!this.covers.some((part) => url.includes(part))) continue;
      for (const { ranges, isBlockCoverage } of functions) {
        const { startOffset, count } = ranges[0]!;
        if (count === 0 && !isBlockCoverage) continue;
        const one = { key: `${url}:${startOffset}`, ranges };
        if (!this.#known.has(textOf(one)) && this.#newPieces(one) > 0) ran.push(one);
        else this.#known.add(textOf(one));
      }
    }
    return ran;
  }

  /** Records the characters that were reached. */
  add(ran: readonly RanFunction[]): void {
    for (const one of ran) {
      this.blocks += this.#newPieces(one);
      const characters = charactersOf(one);
      const before = this.#reached.get(one.key);
      this.#reached.set(one.key, before ? before.map((byte, at) => byte | characters[at]!) : characters);
      this.#known.add(textOf(one));
    }
  }

  stop(): void {
    this.#session.disconnect();
  }

  #newPieces(one: RanFunction): number {
    const before = this.#reached.get(one.key);
    let pieces = 0;
    let isInside = false;
    for (const [at, ran] of charactersOf(one).entries()) {
      const isNew = ran === 1 && before?.[at] !== 1;
      if (isNew && !isInside) pieces++;
      isInside = isNew;
    }
    return pieces;
  }
}

function textOf({ key, ranges }: RanFunction): string {
  return `${key} ${ranges.map(({ startOffset, endOffset, count }) => `${startOffset}-${endOffset}${count > 0 ? '+' : ''}`).join()}`;
}

/** Returns one byte per character. Each range is nested in an earlier one and overrides it. */
function charactersOf({ ranges }: RanFunction): Uint8Array {
  const { startOffset: start, endOffset: end } = ranges[0]!;
  const characters = new Uint8Array(end - start);
  for (const { startOffset, endOffset, count } of ranges)
    characters.fill(count > 0 ? 1 : 0, startOffset - start, endOffset - start);
  return characters;
}
