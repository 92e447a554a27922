import { type Logger, pino } from 'pino';
import pinoPretty from 'pino-pretty';
import type { Config } from './config.ts';

/** Creates the log of a process, on standard error: standard output is for the people who started it. */
export function createLog(config: Pick<Config, 'log'>, name: string): Logger {
  const options = {
    name,
    level: config.log.level,
    redact: ['*.authorization', '*["x-api-key"]', '*.token'],
    serializers: { err: describeError },
  };
  const { stderr } = process;
  if (config.log.format === 'json') return pino(options, stderr);
  return pino(
    options,
    pinoPretty({ destination: 2, sync: true, colorize: stderr.isTTY === true, ignore: 'pid,hostname' }),
  );
}

/** Describes an error without the 25 constants that a DOMException (such as a `fetch` timeout) has from its class. */
function describeError(error: Error): object {
  const described = Object.entries(pino.stdSerializers.err(error));
  return Object.fromEntries(
    described.filter(([name]) => !(error instanceof DOMException && name.endsWith('_ERR'))),
  );
}
