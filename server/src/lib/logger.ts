/** What the product needs of a logger; pino satisfies it. `fields` must hold no secret and no user content. */
export interface Logger {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

function ignore(): void {
  // Nobody listens.
}

export const silentLogger: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };
