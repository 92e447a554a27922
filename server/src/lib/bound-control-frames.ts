import type { WebSocket } from 'ws';
import { RateGate } from './rate-gate.ts';

/**
 * Maximum number of fragments of a message, for the option `maxFragments`: clients and servers send each message in
 * one, and an empty fragment costs as much as a message.
 */
export const MAX_FRAGMENTS = 16;
/** Far above what a client needs: it answers a ping, and sends one of its own, only every few seconds. */
const FRAMES_PER_SECOND = 20;

/**
 * Terminates a WebSocket that sends more pings and pongs than any client does: each has only a few bytes, but costs the
 * thread as much as a message.
 */
export function boundControlFrames(
  socket: WebSocket,
  end = () => socket.terminate(),
  framesPerSecond = FRAMES_PER_SECOND,
): void {
  const gate = new RateGate(framesPerSecond);
  const count = () => {
    if (!gate.pass()) end();
  };
  socket.on('ping', count).on('pong', count);
}
