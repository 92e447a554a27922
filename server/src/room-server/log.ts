export type LogLevel = 'debug' | 'info' | 'warn' | 'error';

/** `event` identifies the kind of event and never changes. */
export type LogFields = Readonly<{ event: string; [field: string]: string | number | boolean | undefined }>;

/** @param fields contain no personal data except room names and identities */
export type Log = (level: LogLevel, message: string, fields: LogFields) => void;

export const logRank: Record<LogLevel | 'silent', number> = {
  debug: 0,
  info: 1,
  warn: 2,
  error: 3,
  silent: 4,
};
