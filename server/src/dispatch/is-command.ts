import { WorkerCommand } from '@visavis/contracts';
import { Compile } from 'typebox/schema';
import type { Logger } from '../lib/logger.ts';

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
