import type { ChildProcess } from 'node:child_process';
import { connect } from 'node:net';
import { poll } from './poll.ts';

/** A process that is killed and started again with the same settings. */
export class ServerProcess {
  readonly #start: () => ChildProcess;
  readonly #port: number;
  #child: ChildProcess | undefined;

  constructor(port: number, start: () => ChildProcess) {
    this.#port = port;
    this.#start = start;
  }

  async start(): Promise<void> {
    const child = this.#start();
    this.#child = child;
    await poll(
      `something to listen on port ${this.#port}`,
      () => child.exitCode === null && listens(this.#port),
      (answer) => answer,
    );
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
