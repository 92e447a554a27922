/** Whether the expression matches from `at` on, and what follows matches from there. */
type Matcher = (at: number, next: (at: number) => boolean) => boolean;

/** `{0,500}` counts as `{0,40}`: it stays bounded, and shorter strings are enough to show that. */
const MAX_REPEATS = 40;
/** The count stops here. */
export const MAX_STEPS = 20_000_000;

class TooManySteps extends Error {}

/**
 * Counts the characters that a backtracking matcher, such as V8's, reads to replace an expression in a text. The result
 * is the same on every machine, and at most `MAX_STEPS`.
 */
export function countSteps(expression: RegExp, text: string): number {
  const counter = new StepCounter(expression, text);
  try {
    counter.run();
  } catch (error) {
    if (!(error instanceof TooManySteps)) throw error;
  }
  return counter.steps;
}

class StepCounter {
  steps = 0;
  readonly #source: string;
  readonly #flags: string;
  readonly #text: string;
  readonly #groups = new Map<string, [number, number]>();
  #groupCount = 0;
  #at = 0;

  constructor({ source, flags }: RegExp, text: string) {
    this.#source = source;
    this.#flags = flags;
    this.#text = text;
  }

  run(): void {
    const match = this.#alternatives(false);
    for (let at = 0; at <= this.#text.length; ) {
      let end = -1;
      const isFound = match(at, (found) => {
        end = found;
        return true;
      });
      if (isFound && !this.#flags.includes('g')) return;
      at = Math.max(at + 1, end);
    }
  }

  #step(): void {
    if (++this.steps >= MAX_STEPS) throw new TooManySteps();
  }

  /** Parses up to the end of the group. A lookbehind is matched `backward`. */
  #alternatives(backward: boolean): Matcher {
    const all = [this.#sequence(backward)];
    while (this.#takes('|')) all.push(this.#sequence(backward));
    return (at, next) => all.some((one) => one(at, next));
  }

  #sequence(backward: boolean): Matcher {
    const terms: Matcher[] = [];
    while (this.#at < this.#source.length && !/[|)]/.test(this.#source[this.#at]!)) {
      const first = this.#groupCount;
      terms.push(this.#quantified(this.#term(backward), first));
    }
    if (backward) terms.reverse();
    return terms.reduceRight<Matcher>(
      (rest, term) => (at, next) => term(at, (then) => rest(then, next)),
      (at, next) => next(at),
    );
  }

  #takes(text: string): boolean {
    const isThere = this.#source.startsWith(text, this.#at);
    if (isThere) this.#at += text.length;
    return isThere;
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    const found = new RegExp(pattern, 'suy');
    found.lastIndex = this.#at;
    const match = found.exec(this.#source) ?? undefined;
    if (match) this.#at = found.lastIndex;
    return match;
  }

  #quantified(term: Matcher, firstGroup: number): Matcher {
    const sign = this.#take(/[*+?]|\{(\d+)(,?)(\d*)\}/);
    if (!sign) return term;
    const [whole, from, comma, to] = sign;
    const least = { '*': 0, '?': 0, '+': 1 }[whole] ?? Number(from);
    const unbounded = whole === '*' || whole === '+' || (comma === ',' && to === '');
    const most = unbounded ? Number.POSITIVE_INFINITY : whole === '?' ? 1 : Number(to || from);
    const [min, max] = [Math.min(least, MAX_REPEATS), unbounded ? most : Math.min(most, MAX_REPEATS)];
    const isLazy = this.#takes('?');
    const names = Array.from({ length: this.#groupCount - firstGroup }, (_, n) => String(firstGroup + n + 1));
    const again = (at: number, count: number, next: (at: number) => boolean): boolean => {
      this.#step();
      const more = () => {
        if (count >= max) return false;
        for (const name of names) this.#groups.delete(name);
        return term(at, (then) => (then !== at || count < min) && again(then, count + 1, next));
      };
      const enough = () => count >= min && next(at);
      return isLazy ? enough() || more() : more() || enough();
    };
    return (at, next) => again(at, 0, next);
  }

  #term(backward: boolean): Matcher {
    const look = this.#take(/\(\?(<?)([=!])/);
    if (look) return this.#look(look[1] === '<', look[2] === '=');
    const group = this.#take(/\((?:\?:|\?<([^>]+)>)?/);
    if (group) return this.#group(group, backward);
    if (this.#takes('^'))
      return this.#place((at) => at === 0 || (this.#isMultiline && this.#isBreak(at - 1)));
    if (this.#takes('$'))
      return this.#place((at) => at === this.#text.length || (this.#isMultiline && this.#isBreak(at)));
    if (this.#takes('\\b')) return this.#place((at) => this.#isWord(at - 1) !== this.#isWord(at));
    if (this.#takes('\\B')) return this.#place((at) => this.#isWord(at - 1) === this.#isWord(at));
    const reference = this.#take(/\\(?:k<([^>]+)>|([1-9]\d*))/);
    if (reference) return this.#reference((reference[1] ?? reference[2])!, backward);
    return this.#character(backward);
  }

  get #isMultiline(): boolean {
    return this.#flags.includes('m');
  }

  #isBreak(at: number): boolean {
    return /[\n\r\u2028\u2029]/.test(this.#text[at] ?? '');
  }

  #isWord(at: number): boolean {
    return /\w/.test(this.#text[at] ?? '');
  }

  #place(is: (at: number) => boolean): Matcher {
    return (at, next) => {
      this.#step();
      return is(at) && next(at);
    };
  }

  #look(behind: boolean, wanted: boolean): Matcher {
    const inner = this.#alternatives(behind);
    this.#at += 1;
    return (at, next) => inner(at, () => true) === wanted && next(at);
  }

  #group([opening, name]: RegExpExecArray, backward: boolean): Matcher {
    const isCapturing = opening !== '(?:';
    if (isCapturing) this.#groupCount += 1;
    const names = isCapturing ? [String(this.#groupCount), ...(name ? [name] : [])] : [];
    const inner = this.#alternatives(backward);
    this.#at += 1;
    if (!isCapturing) return inner;
    return (at, next) =>
      inner(at, (then) => {
        const before = this.#groups.get(names[0]!);
        for (const one of names) this.#groups.set(one, [Math.min(at, then), Math.max(at, then)]);
        if (next(then)) return true;
        for (const one of names) {
          if (before) this.#groups.set(one, before);
          else this.#groups.delete(one);
        }
        return false;
      });
  }

  #reference(name: string, backward: boolean): Matcher {
    return (at, next) => {
      const [from, to] = this.#groups.get(name) ?? [0, 0];
      const start = backward ? at - (to - from) : at;
      for (let n = 0; n < to - from; n++) {
        this.#step();
        if (this.#text[start + n] !== this.#text[from + n]) return false;
      }
      return next(backward ? start : start + to - from);
    };
  }

  #character(backward: boolean): Matcher {
    const [source] = this.#take(
      /\[(?:\\.|[^\]\\])*\]|\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c.|.)|./,
    )!;
    const one = new RegExp(`^(?:${source})$`, this.#flags.replace(/[^isuv]/g, ''));
    const known = new Map<string, boolean>();
    const matches = (letter: string) => {
      const is = known.get(letter) ?? one.test(letter);
      known.set(letter, is);
      return is;
    };
    return (at, next) => {
      this.#step();
      const letter = this.#text[backward ? at - 1 : at];
      return letter !== undefined && matches(letter) && next(backward ? at - 1 : at + 1);
    };
  }
}
