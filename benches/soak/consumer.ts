import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Started } from '../support/conversation.ts';
import type { Measured, Order, Told } from './consumer-process.ts';

const PATIENCE_MS = 30_000;

/** A consumer in its own process, so that its memory does not count. */
export class Consumer {
  readonly #child: ChildProcess;

  constructor() {
    this.#child = fork(new URL('./consumer-process.js', import.meta.url), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
  }

  /** Resolves when the greeting has begun. */
  async join(started: Started): Promise<void> {
    const greeted = this.#until('greet', (told) => 'state' in told && told.state === 'speaking');
    this.#order({ join: started });
    await greeted;
  }

  /** Resolves when the answer has begun. */
  async ask(text: string): Promise<void> {
    const answered = this.#until('answer', (told) => 'state' in told && told.state === 'speaking');
    this.#order({ say: text });
    await answered;
  }

  /** Resolves when the avatar is silent. */
  async interrupt(): Promise<void> {
    const silent = this.#until('fall silent', (told) => 'state' in told && told.state === 'listening');
    this.#order('interrupt');
    await silent;
  }

  async measure(): Promise<Measured> {
    const measured = this.#until('be measured', (told) => 'measured' in told);
    this.#order('measure');
    return ((await measured) as { measured: Measured }).measured;
  }

  async end(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await gone;
  }

  #order(order: Order): void {
    this.#child.send(order);
  }

  #until(what: string, wanted: (told: Told) => boolean): Promise<Told> {
    return new Promise((resolve, reject) => {
      const settle = (act: () => void) => {
        clearTimeout(timer);
        this.#child.off('message', onMessage);
        this.#child.off('exit', onExit);
        act();
      };
      const onMessage = (message: unknown) => {
        if (wanted(message as Told)) settle(() => resolve(message as Told));
      };
      const onExit = () => settle(() => reject(new Error('the consumer process ended')));
      const timer = setTimeout(
        () => settle(() => reject(new Error(`the avatar did not ${what} within ${PATIENCE_MS} ms`))),
        PATIENCE_MS,
      );
      this.#child.on('message', onMessage);
      this.#child.on('exit', onExit);
    });
  }
}
