import type { Answer } from './api-harness.ts';

export interface Request {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  as?: 'admin' | { bearer: string };
  headers?: Record<string, string>;
  /** What the documentation shows in place of a long value. */
  shownBody?: unknown;
}

/** @throws where the service refuses */
export type Call = (operationId: string, request?: Request) => Promise<Answer['body']>;
