import type { Answer } from './api-harness.ts';

export interface Request {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  as?: 'admin' | { bearer: string };
  headers?: Record<string, string>;
  /** What the documentation shows instead of a long value. */
  shownBody?: unknown;
}

/** @throws Error if the service refuses it */
export type Call = (operationId: string, request?: Request) => Promise<Answer['body']>;
