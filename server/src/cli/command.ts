import { type ParseArgsConfig, parseArgs } from 'node:util';
import { nearestName } from '../lib/nearest-name.ts';

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
    const reason = (error as Error).message.split('. ')[0]!.replaceAll('\n', ' ');
    const unknown = /^Unknown option '--([^']+)'$/.exec(reason)?.[1];
    throw new UsageError(reason + didYouMean(unknown, Object.keys(config.options ?? {}), '--'));
  }
}

/** Returns the error for words that a command does not accept; `verbs` are its valid first words. */
export function unknownCommand(
  command: string,
  words: readonly string[],
  subcommands: readonly string[],
): UsageError {
  const near = didYouMean(subcommands.includes(words[0]!) ? undefined : words[0], subcommands, `${command} `);
  return new UsageError(`unknown command: ${[command, ...words].join(' ')}${near}`);
}

/** Returns the end of a sentence that suggests the nearest known name; empty if none is near. */
export function didYouMean(typed: string | undefined, names: readonly string[], before = ''): string {
  const near = typed === undefined ? undefined : nearestName(typed, names);
  return near === undefined ? '' : `; did you mean "${before}${near}"?`;
}
