import { WorkerCommand } from '@visavis/contracts';
import { Compile } from 'typebox/schema';
import type { RawData } from 'ws';
import type { Logger } from '../lib/logger.ts';

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

const commands = Compile(WorkerCommand);

/** Whether a message from the service is a valid command; invalid ones are logged. */
export function isCommand(message: unknown, log: Logger): message is WorkerCommand {
  if (commands.Check(message)) return true;
  const [, errors] = commands.Errors(message);
  log.error(
    { event: 'worker.command_unknown', errors: errors.slice(0, 3) },
    'the service sent a worker a command in an unknown format; check that both run the same version',
  );
  return false;
}

/** Returns the parsed JSON of a text frame; `undefined` for any other frame. */
export function readJsonFrame(data: RawData, isBinary: boolean): unknown {
  try {
    // By default `ws` delivers a single buffer.
    return isBinary ? undefined : JSON.parse((data as Buffer).toString());
  } catch {
    return undefined;
  }
}
