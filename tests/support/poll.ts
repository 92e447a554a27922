import { DEADLINE_MS } from './deadlines.ts';

const EVERY_MS = 50;

/**
 * Repeats a request until its answer is accepted, and returns it.
 * @throws Error naming `what`, with the last answer, after `timeoutMs`
 */
export async function poll<T>(
  what: string,
  ask: () => T | Promise<T>,
  accept: (answer: T) => boolean,
  timeoutMs = DEADLINE_MS,
): Promise<T> {
  const latest = performance.now() + timeoutMs;
  for (;;) {
    const answer = await ask();
    if (accept(answer)) return answer;
    if (performance.now() > latest)
      throw new Error(`waited ${timeoutMs} ms for ${what}; the last answer: ${JSON.stringify(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
}
