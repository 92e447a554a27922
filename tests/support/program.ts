import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { DEADLINE_MS } from './deadlines.ts';

/** A program as users start it, with its input and output. */
export class Program {
  readonly lines: string[] = [];
  readonly exited: Promise<number | string | null>;
  readonly #child: ChildProcess;
  readonly #watchers = new Set<() => void>();
  #ended = false;
  #passedEvents = 0;

  constructor(
    command: string,
    args: string[],
    env: Record<string, string>,
    cwd?: string,
    input: 'ignore' | 'pipe' = 'ignore',
  ) {
    this.#child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: [input, 'pipe', 'pipe'],
      ...(cwd !== undefined && { cwd }),
    });
    // It may exit before it reads its input.
    this.#child.stdin?.on('error', () => undefined);
    for (const stream of [this.#child.stdout!, this.#child.stderr!]) {
      createInterface({ input: stream }).on('line', (line) => {
        this.lines.push(line);
        this.#look();
      });
    }
    this.exited = new Promise((resolve) => {
      this.#child.once('close', (code, signal) => {
        this.#ended = true;
        resolve(code ?? signal);
        this.#look();
      });
    });
  }

  get pid(): number {
    return this.#child.pid!;
  }

  /** Resolves with the first line that matches. */
  line(pattern: RegExp, timeoutMs?: number): Promise<string> {
    return this.until(String(pattern), () => this.lines.find((line) => pattern.test(line)), timeoutMs);
  }

  /** Returns the events that a program has printed as lines of JSON. */
  events<T extends { event: string }>(): T[] {
    return this.lines.filter((line) => line.startsWith('{"event"')).map((line) => JSON.parse(line) as T);
  }

  /** Resolves with the next event of this name; skips others before it. */
  async nextEvent(name: string): Promise<Record<string, unknown>> {
    const isNext = ({ event }: { event: string }, at: number) => at >= this.#passedEvents && event === name;
    const found = await this.until(`"${name}"`, () => this.events().find(isNext));
    this.#passedEvents = this.events().findIndex(isNext) + 1;
    return found;
  }

  /**
   * Resolves with what `find` returns, as soon as the output contains it.
   * @throws Error with all of the output, if the program exits first, or after `timeoutMs`
   */
  until<T>(what: string, find: () => T | undefined, timeoutMs = DEADLINE_MS): Promise<T> {
    return new Promise((resolve, reject) => {
      const settle = (why?: string) => {
        const found = find();
        if (found === undefined && !why && !this.#ended) return;
        clearTimeout(timer);
        this.#watchers.delete(look);
        if (found !== undefined) resolve(found);
        else reject(new Error(`${why ?? 'it ended before'} ${what}:\n${this.lines.join('\n')}`));
      };
      const look = () => settle();
      const timer = setTimeout(() => settle(`waited ${timeoutMs} ms for`), timeoutMs);
      this.#watchers.add(look);
      look();
    });
  }

  /** Writes a line to its input. */
  tell(line: string): void {
    this.#child.stdin!.write(`${line}\n`);
  }

  /** Closes its input, after which it should exit. */
  async endInput(): Promise<number | string | null> {
    this.#child.stdin!.end('\n');
    return this.exited;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Stops it as Ctrl-C does, and kills it if that takes too long. */
  async stop(): Promise<void> {
    if (!this.#ended) this.#child.kill('SIGINT');
    const force = setTimeout(() => this.#child.kill('SIGKILL'), 10_000);
    await this.exited;
    clearTimeout(force);
  }

  #look(): void {
    for (const look of this.#watchers) look();
  }
}
