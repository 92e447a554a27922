import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { TransactionGate } from './transaction-gate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A ReadyForQuery message with this state. */
const ready = (state: string) => Buffer.from(`Z\0\0\0\x05${state}`, 'latin1');

it('drops queued statements of a connection whose transaction it has ended', () => {
  const ran: string[] = [];
  const ended: number[] = [];
  const gate = new TransactionGate({
    run: (bytes) => {
      const text = Buffer.from(bytes).toString('latin1');
      ran.push(text.replace(/^Q.{4}|\0/gs, ''));
      return ready(text === 'begin' ? 'T' : 'I');
    },
    respond: () => undefined,
    notify: () => undefined,
    endConnection: (connection) => void ended.push(connection),
    onInvalidResponse: () => expect.unreachable(),
    idleTransactionMs: 1000,
  });
  gate.submit(1, Buffer.from('begin'));
  gate.submit(2, Buffer.from('another'));
  vi.advanceTimersByTime(1000);
  gate.submit(1, Buffer.from('insert'));
  expect(ended).toEqual([1]);
  expect(ran).toEqual(['begin', 'rollback', 'another']);
});
