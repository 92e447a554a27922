import type { WorkerCommand } from '@visavis/contracts';

/** How often a worker sends a heartbeat, and either end of a WebSocket a ping. */
export const HEARTBEAT_MS = 3000;

/** The service's end of a channel to a worker, of any kind; the worker's end is a `WorkerChannel`. */
export interface WorkerLink {
  /** Name of the worker in the log. */
  readonly name: string;
  /** The process id; `undefined` if the worker is on another machine. */
  readonly pid?: number | undefined;
  /** Does nothing if the worker has ended. */
  send(command: WorkerCommand): void;
  /** Kills the process or closes the connection at once. */
  kill(): void;
  onMessage(handler: (message: unknown) => void): void;
  /** Called once, whatever the reason. */
  onGone(handler: (why: string) => void): void;
}
