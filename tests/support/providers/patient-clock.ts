import { type Clock, systemClock } from '../inside/engines.ts';

/** Longer than any retry pause that tests wait for, shorter than an engine's timeouts for its peer. */
const SHORT_MS = 1300;

/**
 * The system clock for an engine whose peer is in the same process. It makes timeouts for the peer twenty times as
 * long, so that a machine that stalls for seconds is not taken for a silent peer.
 */
export const patientClock: Clock = {
  now: () => systemClock.now(),
  wall: () => systemClock.wall(),
  after: (ms, callback) => systemClock.after(ms < SHORT_MS ? ms : 20 * ms, callback),
};
