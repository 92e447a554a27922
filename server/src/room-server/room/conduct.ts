import { RateGate } from '../../lib/rate-gate.ts';
import type { RoomServerLimits } from '../limits.ts';
import type { Log } from '../log.ts';

const TELL_EVERY_MS = 60_000;
/** The maximum length of a client's codec name in the log. */
const MAX_CODEC_NAME = 20;

/** Counts what one person did in a room recently. It outlives connections, so reconnecting resets no limit. */
export class Conduct {
  /** Packets that make a receiver begin something: streams, calls, chat messages. */
  readonly beginnings: RateGate;
  readonly signalBytes: RateGate;
  readonly mediaPackets: RateGate;
  /** The person's share of the time for signals. */
  readonly workMs: RateGate;
  /** The person's share of the time for packets (`MediaWork`). */
  readonly mediaMs: RateGate;
  readonly #who: { room: string; participant: string };
  readonly #log: Log;
  #askedForCodec = false;
  #faults = 0;
  #toldAt = Number.NEGATIVE_INFINITY;
  #toldRemovalAt = Number.NEGATIVE_INFINITY;

  constructor(limits: RoomServerLimits, room: string, identity: string, log: Log) {
    this.beginnings = new RateGate(limits.beginningsPerSecond, limits.beginningsAtOnce);
    this.mediaPackets = new RateGate(limits.mediaPacketsPerSecond);
    this.signalBytes = new RateGate(limits.signalBytesPerSecond, limits.signalBytesAtOnce);
    this.workMs = new RateGate(limits.workMsPerSecondPerPerson);
    this.mediaMs = new RateGate(limits.mediaMsPerSecondPerPerson);
    this.#who = { room, participant: identity };
    this.#log = log;
  }

  /** Logs, once, that the person asked to send video in a codec that rooms do not support. */
  noteMissingCodec(asked: string): void {
    if (!this.#askedForCodec)
      this.#log(
        'info',
        'a participant requested a video codec that this room server does not support; VP8 is used',
        { event: 'room.codec_replaced', ...this.#who, asked: asked.slice(0, MAX_CODEC_NAME) },
      );
    this.#askedForCodec = true;
  }

  /** Logs a fault, once a minute at most, with the number of faults of all kinds since the last line. */
  addFault(fault: string): void {
    this.#faults++;
    if (performance.now() - this.#toldAt >= TELL_EVERY_MS) this.#logFault(fault);
  }

  /** Logs a fault for which the person is removed, at most one a minute, however recently another fault was logged. */
  addRemoval(fault: string): void {
    this.#faults++;
    if (performance.now() - this.#toldRemovalAt < TELL_EVERY_MS) return;
    this.#toldRemovalAt = performance.now();
    this.#logFault(`removed: ${fault}`);
  }

  #logFault(fault: string): void {
    this.#toldAt = performance.now();
    this.#log(
      'warn',
      'the room server refused something that a participant sent; the field "fault" describes it',
      { event: 'room.participant_at_fault', ...this.#who, fault, count: this.#faults },
    );
    this.#faults = 0;
  }
}
