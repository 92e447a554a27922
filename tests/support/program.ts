import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';

/** A program as a user starts it, with its output. */
export class Program {
  readonly lines: string[] = [];
  readonly exited: Promise<number | string | null>;
  readonly #child: ChildProcess;
  readonly #watchers = new Set<() => void>();
  #ended = false;

  constructor(command: string, args: string[], env: Record<string, string>, cwd?: string) {
    this.#child = spawn(command, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(cwd !== undefined && { cwd }),
    });
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

  /** Resolves with the first line that matches. */
  line(pattern: RegExp, timeoutMs = 60_000): Promise<string> {
    return new Promise((resolve, reject) => {
      const settle = (why?: string) => {
        const found = this.lines.find((line) => pattern.test(line));
        if (found === undefined && !why && !this.#ended) return;
        clearTimeout(timer);
        this.#watchers.delete(look);
        if (found !== undefined) resolve(found);
        else reject(new Error(`${why ?? 'it ended before'} ${pattern}:\n${this.lines.join('\n')}`));
      };
      const look = () => settle();
      const timer = setTimeout(() => settle(`waited ${timeoutMs} ms for`), timeoutMs);
      this.#watchers.add(look);
      look();
    });
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Ends it as Ctrl-C does, and by force where that takes too long. */
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
