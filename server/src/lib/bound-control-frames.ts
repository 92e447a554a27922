import type { WebSocket } from 'ws';
import { RateGate } from './rate-gate.ts';

/**
 * Most fragments of a message, for the option `maxFragments`: clients and servers send each message in one,
 * and an empty fragment costs as much as a message.
 */
export const MAX_FRAGMENTS = 16;
/** A client answers a ping in seconds, and sends one of its own in seconds. */
const FRAMES_PER_SECOND = 20;

/**
 * Ends a WebSocket that sends more pings and pongs than any client does: each has a few bytes only, and costs the thread as much
 * as a message.
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
