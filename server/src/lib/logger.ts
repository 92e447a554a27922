/**
 * `event` names what happened, for searches and alerts: lower case, `area.what`, and it never changes. Ids have these
 * names everywhere: `conversationId`, `organizationId`, `participant` (an identity in a room), `worker`, `jobId`. No
 * field holds a secret or user content.
 */
export interface LogFields {
  readonly event: string;
  readonly [field: string]: unknown;
}

/** The part of a logger that the product needs; pino satisfies it. */
export interface Logger {
  debug(fields: LogFields, message: string): void;
  info(fields: LogFields, message: string): void;
  warn(fields: LogFields, message: string): void;
  error(fields: LogFields, message: string): void;
}

function ignore(): void {
  // Discards the entry.
}

export const silentLogger: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
