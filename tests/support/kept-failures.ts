import type { ApiOptions } from './inside/service.ts';

type ApiLogger = NonNullable<ApiOptions['logger']>;

/** A logger for the API that keeps why requests failed, because the response to an internal error does not say so. */
export class KeptFailures {
  readonly stacks: string[] = [];

  readonly logger: ApiLogger = {
    level: 'error',
    child: () => this.logger,
    error: (fields: unknown) => {
      const { err } = fields as { err?: unknown };
      if (err instanceof Error) this.stacks.push(err.stack ?? err.message);
    },
    fatal: ignore,
    warn: ignore,
    info: ignore,
    debug: ignore,
    trace: ignore,
    silent: ignore,
  };
}

function ignore(): void {
  // Only failures are kept.
}
