import { ConnectionState, type Room } from 'livekit-client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { RECONNECT_POLICY, RoomConnection } from './room-connection.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const { Connected, Reconnecting, SignalReconnecting } = ConnectionState;

/** Creates a room whose connection the test changes, and records what is reported. */
function joinRoom() {
  let follow: (state: ConnectionState) => void = () => undefined;
  const room = {
    on: (_event: string, listener: typeof follow) => {
      follow = listener;
    },
  };
  const told: string[] = [];
  const connection = new RoomConnection(
    room as unknown as Room,
    (state) => told.push(state),
    () => told.push('given up'),
  );
  const turn = (...states: ConnectionState[]) => {
    for (const state of states) follow(state);
  };
  return { connection, told, turn };
}

test('a connection that returns at once was unsteady, and is never reported as lost or given up', () => {
  const { told, turn } = joinRoom();
  turn(Connected, SignalReconnecting, Connected);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual(['unsteady', 'connected']);
});

test('a room that never answers again is lost after five seconds, however often signalling is retried, and given up after thirty', () => {
  const { connection, told, turn } = joinRoom();
  turn(SignalReconnecting);
  vi.advanceTimersByTime(4_999);
  expect(told).toEqual(['unsteady']);
  turn(SignalReconnecting);
  vi.advanceTimersByTime(1);
  expect(told).toEqual(['unsteady', 'lost']);
  turn(Reconnecting, SignalReconnecting);
  vi.advanceTimersByTime(24_999);
  expect(told).toEqual(['unsteady', 'lost']);
  vi.advanceTimersByTime(1);
  // A reconnection now comes too late.
  turn(Connected);
  expect(told).toEqual(['unsteady', 'lost', 'given up']);
  expect(connection.state).toBe('lost');
});

test('a new join is reported as lost at once; the next loss gets the full time again', () => {
  const { told, turn } = joinRoom();
  turn(Reconnecting);
  vi.advanceTimersByTime(29_000);
  turn(Connected, SignalReconnecting);
  vi.advanceTimersByTime(29_999);
  expect(told).toEqual(['lost', 'connected', 'unsteady', 'lost']);
  vi.advanceTimersByTime(1);
  expect(told.at(-1)).toBe('given up');
});

test('nothing is reported for a closed connection', () => {
  const { connection, told, turn } = joinRoom();
  turn(SignalReconnecting);
  connection.close();
  turn(Connected);
  vi.advanceTimersByTime(60_000);
  expect(told).toEqual(['unsteady']);
});

test('livekit-client itself never gives up, and waits at most eight seconds between attempts', () => {
  for (let retryCount = 0; retryCount < 100; retryCount++) {
    const delayMs = RECONNECT_POLICY.nextRetryDelayInMs({ retryCount, elapsedMs: retryCount * 1_000 });
    expect(delayMs! > 0).toBe(retryCount > 0);
    expect(delayMs).toBeLessThan(8_000);
  }
});
