import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Caller } from './callers.ts';

/** What a caller's audio output learnt, and when (`performance.now`). */
export interface CallerEvent {
  event:
    | 'ready'
    | 'started'
    | 'finished'
    | 'said'
    | 'heard'
    | 'was_interrupted'
    | 'participant_left'
    | 'disconnected';
  at: number;
  position?: number;
  interrupted?: boolean;
  identity?: string;
  /** The transcript that its speech to text made of the user's speech. */
  text?: string;
}

/** A running `agents-plugin/callers`: it takes commands line by line and prints its events. One room a process. */
export class CallerProcess {
  readonly events: CallerEvent[] = [];
  readonly #child: ChildProcess;
  readonly #exited: Promise<void>;
  readonly #watchers = new Set<() => void>();
  #errors = '';

  constructor(
    { program, args }: Caller,
    place: { url: string; token: string; avatar: string },
    openaiUrl: string,
  ) {
    this.#child = spawn(program, [...args, place.url, place.token, place.avatar], {
      env: { ...process.env, OPENAI_BASE_URL: openaiUrl, OPENAI_API_KEY: 'sk-local' },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.#exited = new Promise((resolve) => {
      this.#child.once('exit', () => {
        for (const check of this.#watchers) check();
        resolve();
      });
    });
    this.#child.stderr!.on('data', (chunk) => {
      this.#errors += String(chunk);
    });
    createInterface({ input: this.#child.stdout! }).on('line', (line) => {
      if (!line.startsWith('{"event"')) {
        this.#errors += `${line}\n`;
        return;
      }
      this.events.push({ ...(JSON.parse(line) as CallerEvent), at: performance.now() });
      for (const check of this.#watchers) check();
    });
  }

  of(event: CallerEvent['event']): CallerEvent[] {
    return this.events.filter((one) => one.event === event);
  }

  say(text: string): void {
    this.#order({ order: 'say', text });
  }

  interrupt(): void {
    this.#order({ order: 'interrupt' });
  }

  /** Resolves when there are `count` events of this kind. */
  until(event: CallerEvent['event'], count = 1, timeoutMs = 30_000): Promise<CallerEvent> {
    return new Promise((resolve, reject) => {
      const fail = (why: string) => {
        stop();
        reject(new Error(`${why} ${event}; so far: ${JSON.stringify(this.events)}\n${this.#errors}`));
      };
      const check = () => {
        const found = this.of(event)[count - 1];
        if (found) {
          stop();
          resolve(found);
        } else if (this.#child.exitCode !== null) fail('the caller ended before');
      };
      const timer = setTimeout(() => fail(`waited ${timeoutMs} ms for`), timeoutMs);
      const stop = () => {
        clearTimeout(timer);
        this.#watchers.delete(check);
      };
      this.#watchers.add(check);
      check();
    });
  }

  /** As a program that ends well: it leaves the room first. */
  async leave(): Promise<void> {
    if (this.#child.exitCode === null) this.#order({ order: 'leave' });
    await this.#exited;
  }

  /** As a program that crashes. */
  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#exited;
  }

  #order(order: { order: string; text?: string }): void {
    this.#child.stdin!.write(`${JSON.stringify(order)}\n`);
  }
}
