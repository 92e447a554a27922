import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const require = createRequire(import.meta.url);

/**
 * Turns off the log of rtc-node (0.13.35), which prints an `error` line for each stream that it cannot read: any
 * participant can send thousands. Failures also reach the worker as errors or events, which it logs itself.
 */
export function silenceRtcLog(): void {
  // The log is not among the package's exports.
  const path = join(dirname(require.resolve('@livekit/rtc-node')), 'log.cjs');
  const { log } = require(path) as { log: { level: string } };
  log.level = 'silent';
}
