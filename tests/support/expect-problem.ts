import { ERROR_PAGES, type ErrorCode, type Problem } from '@visavis/contracts';
import { expect } from 'vitest';
import type { Answer } from './api-harness.ts';

/** Expects a complete problem body with this status and, if `path` is given, the first fault there. */
export function expectProblem(answer: Answer, status: number, path?: string, code?: ErrorCode): Problem {
  const { headers, ...told } = answer;
  expect(told, answer.failure).toMatchObject({ status });
  expect(headers['content-type']).toMatch(/^application\/problem\+json/);
  const problem = answer.body as Problem;
  const page = ERROR_PAGES[problem.code];
  expect(page, `an unknown code ${problem.code}`).toBeDefined();
  expect(problem).toMatchObject({ status, title: page.title, message: problem.detail });
  expect(page.status).toBe(status);
  expect(new URL(problem.type).pathname).toBe(`/docs/errors/${problem.code}`);
  expect(problem.requestId).toBe(headers['x-request-id']);
  expect(problem.detail.length).toBeGreaterThan(4);
  if (path !== undefined) expect(problem.errors?.map((fault) => fault.path)).toContain(path);
  if (code !== undefined) expect(problem.code).toBe(code);
  return problem;
}
