import { afterEach, expect, it, vi } from 'vitest';
import { createLog } from './logging.ts';

afterEach(() => vi.restoreAllMocks());

it.each([
  new DOMException('took too long', 'TimeoutError'),
  Object.assign(new Error('took too long'), { name: 'TimeoutError', code: 23 }),
])('an error is logged with its message, and no more', (err) => {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  createLog({ log: { level: 'warn', format: 'json' } }, 'test').warn({ err }, 'a call failed');
  const [line] = write.mock.calls[0]!;
  const { type, message, stack, code, ...more } = JSON.parse(String(line)).err as Record<string, unknown>;
  expect({ message, code }).toEqual({ message: 'took too long', code: 23 });
  expect(type).toBeTypeOf('string');
  expect(stack).toContain('took too long');
  expect(more).toEqual({ name: 'TimeoutError' });
});
