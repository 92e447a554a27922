import type { WorkerCommand } from '@visavis/contracts';

/** How often a worker sends a heartbeat, and either end of a WebSocket a ping. */
export const HEARTBEAT_MS = 3000;

/** The service's end of a channel to a worker, whatever the channel is; the worker's is a `WorkerChannel`. */
export interface WorkerLink {
  /** Name of the worker in the log. */
  readonly name: string;
  /** The process's id; undefined where the worker is on another machine. */
  readonly pid?: number | undefined;
  /** Does nothing when the worker has ended. */
  send(command: WorkerCommand): void;
  /** Ends a process, breaks a connection, at once. */
  kill(): void;
  onMessage(handler: (message: unknown) => void): void;
  /** Called once, whatever the reason. */
  onGone(handler: (why: string) => void): void;
}
