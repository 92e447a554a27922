import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * rtc-node (0.13.35) prints a line with level `error` for each stream that it cannot read: any participant of a room can send
 * thousands. What fails in the worker reaches it as an error or event as well, and is logged by the worker.
 */
export function silenceRtcLog(): void {
  // Not among its exports.
  const path = join(dirname(require.resolve('@livekit/rtc-node')), 'log.cjs');
  const { log } = require(path) as { log: { level: string } };
  log.level = 'silent';
}
