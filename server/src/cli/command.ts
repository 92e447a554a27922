import { type ParseArgsConfig, parseArgs } from 'node:util';

export interface Command {
  /** The text that `--help` prints, ending with a newline. */
  help: string;
  /** Resolves with the exit code when the command is done; `serve` resolves once the service is running. */
  run(args: string[]): Promise<number>;
}

/** The command line is invalid: printed as one line, with exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Like Node's `parseArgs`, but throws a {@link UsageError} of one sentence. */
export function parseArguments<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError((error as Error).message.split('. ')[0]!.replaceAll('\n', ' '));
  }
}
