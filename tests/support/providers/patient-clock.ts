import { type Clock, systemClock } from '../inside/engines.ts';

/** Longer than any pause between two attempts that tests wait for, shorter than what an engine waits for its peer. */
const SHORT_MS = 1300;

/**
 * The system's clock for an engine whose peer is in this process: what the engine waits for the peer is twenty times as
 * long, so that a machine that stands still for seconds is not taken for a peer that is silent.
 */
export const patientClock: Clock = {
  now: () => systemClock.now(),
  wall: () => systemClock.wall(),
  after: (ms, callback) => systemClock.after(ms < SHORT_MS ? ms : 20 * ms, callback),
};
