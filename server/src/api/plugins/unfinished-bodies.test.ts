import { EventEmitter } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { limitBodyTime } from './unfinished-bodies.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('an upload that makes progress may take long; one that sends almost nothing for a minute is ended', () => {
  const socket = Object.assign(new EventEmitter(), { bytesRead: 100, destroy: vi.fn() });
  const headers = { 'content-length': '1000000' };
  const request = Object.assign(new EventEmitter(), {
    url: '/uploads/doc_1',
    headers,
    socket,
    complete: false,
  });
  const response = Object.assign(new EventEmitter(), { headersSent: true });
  limitBodyTime(request as unknown as IncomingMessage, response as unknown as ServerResponse);
  for (let minute = 1; minute <= 30; minute++) {
    socket.bytesRead += 64 * 1024;
    vi.advanceTimersByTime(60_000);
  }
  expect(socket.destroy).not.toHaveBeenCalled();
  socket.bytesRead += 64;
  vi.advanceTimersByTime(60_000);
  expect(socket.destroy).toHaveBeenCalled();
  request.emit('close');
});
