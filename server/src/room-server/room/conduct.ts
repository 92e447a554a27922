import { RateGate } from '../../lib/rate-gate.ts';
import type { RoomServerLimits } from '../limits.ts';
import type { Log } from '../log.ts';

const LOG_INTERVAL_MS = 60_000;
/** The maximum length of a client's codec name in the log. */
const MAX_CODEC_NAME = 20;

/** The rate limits and faults of one person in a room. It outlives connections, so reconnecting resets nothing. */
export class Conduct {
  /** Streams, calls, chat messages and transcriptions that the person starts. */
  readonly messageStarts: RateGate;
  readonly signalBytes: RateGate;
  readonly mediaPackets: RateGate;
  /** The person's share of the time for signals. */
  readonly workMs: RateGate;
  /** The person's share of the time for packets (`MediaWork`). */
  readonly mediaMs: RateGate;
  readonly #who: { room: string; participant: string };
  readonly #log: Log;
  #isCodecLogged = false;
  #faults = 0;
  #loggedAt = Number.NEGATIVE_INFINITY;
  #removalLoggedAt = Number.NEGATIVE_INFINITY;

  constructor(limits: RoomServerLimits, room: string, identity: string, log: Log) {
    this.messageStarts = new RateGate(limits.messageStartsPerSecond, limits.messageStartsAtOnce);
    this.mediaPackets = new RateGate(limits.mediaPacketsPerSecond);
    this.signalBytes = new RateGate(limits.signalBytesPerSecond, limits.signalBytesAtOnce);
    this.workMs = new RateGate(limits.workMsPerSecondPerPerson);
    this.mediaMs = new RateGate(limits.mediaMsPerSecondPerPerson);
    this.#who = { room, participant: identity };
    this.#log = log;
  }

  /** Logs, once, that the person asked to send video in a codec that rooms do not support. */
  logUnsupportedCodec(asked: string): void {
    if (!this.#isCodecLogged)
      this.#log(
        'info',
        'a participant requested a video codec that this room server does not support; VP8 is used',
        { event: 'room.codec_replaced', ...this.#who, asked: asked.slice(0, MAX_CODEC_NAME) },
      );
    this.#isCodecLogged = true;
  }

  /** Logs a fault, once a minute at most, with the number of faults of all kinds since the last line. */
  addFault(fault: string): void {
    this.#faults++;
    if (performance.now() - this.#loggedAt >= LOG_INTERVAL_MS) this.#logFault(fault);
  }

  /** Logs a fault for which the person is removed, at most one a minute, however recently another fault was logged. */
  addRemoval(fault: string): void {
    this.#faults++;
    if (performance.now() - this.#removalLoggedAt < LOG_INTERVAL_MS) return;
    this.#removalLoggedAt = performance.now();
    this.#logFault(`removed: ${fault}`);
  }

  #logFault(fault: string): void {
    this.#loggedAt = performance.now();
    this.#log(
      'warn',
      'the room server refused something that a participant sent; the field "fault" describes it',
      { event: 'room.participant_at_fault', ...this.#who, fault, count: this.#faults },
    );
    this.#faults = 0;
  }
}
