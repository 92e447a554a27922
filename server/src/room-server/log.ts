export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

export type LogFields = Readonly<Record<string, string | number | boolean | undefined>>;

/** @param fields no personal data beyond room names and identities. */
export type Log = (level: LogLevel, message: string, fields?: LogFields) => void;

export const logRank: Record<LogLevel | 'silent', number> = {
  debug: 0,
  info: 1,
  warn: 2,
  error: 3,
  silent: 4,
};
