import type { ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { poll } from './poll.ts';

/** A process that can be killed and started again with the same settings. */
export class ServerProcess {
  readonly #start: () => ChildProcess;
  readonly #port: number;
  #child: ChildProcess | undefined;

  constructor(port: number, start: () => ChildProcess) {
    this.#port = port;
    this.#start = start;
  }

  /** Resolves when it listens. Rejects if it exits first. */
  async start(): Promise<void> {
    const child = this.#start();
    this.#child = child;
    const state = await poll(
      `${child.spawnfile} to listen on port ${this.#port}`,
      async () => (child.exitCode === null ? (await listens(this.#port)) && 'listens' : 'ended'),
      (answer) => answer !== false,
    );
    if (state === 'ended') {
      throw new Error(
        `${child.spawnfile} ended (${child.exitCode}) before it listened on port ${this.#port}`,
      );
    }
  }

  async kill(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exited = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await exited;
  }
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      resolve(true);
      socket.destroy();
    });
    socket.once('error', () => resolve(false));
  });
}
