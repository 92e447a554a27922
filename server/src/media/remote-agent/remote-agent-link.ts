/**
 * LiveKit's avatar data-stream protocol, the avatar's half: a caller's own agent sends speech, we say when it was
 * heard. Facts from LiveKit Agents' `DataStreamAudioOutput` and `AvatarRunner` (Python and Node, August 2026).
 */
import { type Clock, sleep } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { AvatarRunner } from '../avatar/avatar-runner.ts';
import type { ReceivedBytes, RoomLink } from '../room/room-link.ts';

export const AUDIO_STREAM_TOPIC = 'lk.audio_stream';
export const CLEAR_BUFFER_RPC = 'lk.clear_buffer';
export const PLAYBACK_STARTED_RPC = 'lk.playback_started';
export const PLAYBACK_FINISHED_RPC = 'lk.playback_finished';

const FINISHED_ATTEMPTS = 3;
const RETRY_MS = 100;
const RPC_TIMEOUT_MS = 2000;
/**
 * A stream whose end got lost would keep the agent waiting for a report for ever. Counted while nothing of it is left to
 * play, so a slow voice has all the time that its sound lasts besides; LiveKit's own receiver waits as long.
 */
const IDLE_MS = 10_000;
/** Less than this is what a resampler keeps back until it knows the end. */
const UNPLAYED_MS = 50;
/** Speech runs ahead of its playing; a sender that is this far ahead is broken, and memory is finite. */
const MAX_AHEAD_MS = 600_000;

/** One stream of speech: received, played, and reported exactly once. */
interface Segment {
  id: string;
  arrived: boolean;
  reported: boolean;
  cleared: boolean;
  discard(): Promise<void>;
}

export interface RemoteAgentLinkOptions {
  agentIdentity: string;
  clock: Clock;
  runner: AvatarRunner;
  room: RoomLink;
  log: Logger;
  onActivity: () => void;
  /** The first audio of a segment came. */
  onArrived: (segmentId: string) => void;
  onInterrupted: (heardMs: number) => void;
  onWarning: (message: string) => void;
}

export class RemoteAgentLink {
  readonly #options: RemoteAgentLinkOptions;
  readonly #segments = new Map<string, Segment>();
  #reports: Promise<void> = Promise.resolve();
  /** Whom reports are for: the agent that sent the speech, not the one that comes back in its place. */
  #present = Symbol('agent');
  #count = 0;
  #warnedAhead = false;

  constructor(options: RemoteAgentLinkOptions) {
    this.#options = options;
  }

  /** A stream on `lk.audio_stream`. */
  async received(bytes: ReceivedBytes): Promise<void> {
    const { agentIdentity, log, onWarning } = this.#options;
    if (bytes.from !== agentIdentity) {
      log.warn({ from: bytes.from }, 'speech from somebody who is not the agent');
      await bytes.discard();
      return;
    }
    const sampleRate = Number(bytes.attributes.sample_rate);
    const channels = Number(bytes.attributes.num_channels ?? '1');
    const segment: Segment = {
      id: `segment-${++this.#count}`,
      arrived: false,
      reported: false,
      cleared: false,
      discard: () => bytes.discard(),
    };
    this.#segments.set(segment.id, segment);
    if (!(sampleRate >= 1000 && sampleRate <= 384_000) || !(channels >= 1 && channels <= 8)) {
      onWarning(`The agent sent speech with a sample rate of ${bytes.attributes.sample_rate}.`);
      await bytes.discard();
      this.#finished(segment, 0, true);
      return;
    }
    await this.#play(segment, bytes, sampleRate, channels);
  }

  /** RPC `lk.clear_buffer`. */
  clear(caller: string): 'ok' | 'reject' {
    if (caller !== this.#options.agentIdentity) return 'reject';
    this.#interrupt();
    return 'ok';
  }

  /** The runner: a segment can be heard from now on. */
  audible(segmentId: string): void {
    if (!this.#segments.has(segmentId)) return;
    this.#options.onActivity();
    // Many agents do not register this one: an error is no matter.
    void this.#call(PLAYBACK_STARTED_RPC, '', 1);
  }

  /** The runner: the last of a segment has left. */
  uttered(segmentId: string, playedMs: number): void {
    this.#options.onActivity();
    const segment = this.#segments.get(segmentId);
    if (segment) this.#finished(segment, playedMs, false);
  }

  /** The agent or the conversation is gone: what it sent is not played, and nobody is told. */
  drop(): void {
    for (const segment of this.#segments.values()) {
      segment.cleared = true;
      segment.reported = true;
      void segment.discard();
    }
    this.#segments.clear();
    this.#present = Symbol('agent');
    this.#options.runner.interrupt();
  }

  async #play(segment: Segment, bytes: ReceivedBytes, sampleRate: number, channels: number): Promise<void> {
    const { runner, log, onArrived, onWarning } = this.#options;
    const samples = new SampleReader(channels);
    const chunks = bytes.chunks[Symbol.asyncIterator]();
    try {
      for (;;) {
        const next = await this.#next(chunks, segment);
        if (next === 'idle') {
          await segment.discard();
          if (segment.cleared) return;
          onWarning('The agent began to speak, and then sent neither more of it nor its end.');
          break;
        }
        if (next.done) break;
        const chunk = next.value;
        // Cleared: the rest of the stream is read to its end and thrown away, as the protocol wants.
        if (segment.cleared) continue;
        const pcm = samples.read(chunk);
        if (pcm.length === 0) continue;
        if (runner.queuedMs > MAX_AHEAD_MS) {
          this.#warnAhead();
          continue;
        }
        if (!segment.arrived) onArrived(segment.id);
        segment.arrived = true;
        runner.append(segment.id, { pcm, sampleRate });
      }
    } catch (error) {
      log.warn({ err: error }, 'a stream of speech broke off');
    }
    if (!segment.cleared) runner.finish(segment.id);
  }

  async #next(
    chunks: AsyncIterator<Uint8Array>,
    segment: Segment,
  ): Promise<IteratorResult<Uint8Array> | 'idle'> {
    const { clock, runner } = this.#options;
    const coming = chunks.next();
    for (;;) {
      let cancel: () => void = () => undefined;
      const idle = new Promise<'idle'>((resolve) => {
        cancel = clock.after(IDLE_MS, () => resolve('idle'));
      });
      const next = await Promise.race([coming, idle]);
      cancel();
      if (next !== 'idle') return next;
      if (!segment.cleared && runner.queuedMs > UNPLAYED_MS) continue;
      coming.catch(() => undefined);
      return next;
    }
  }

  #interrupt(): void {
    const { runner, onInterrupted } = this.#options;
    const heard = new Map(runner.interrupt().map(({ utteranceId, heardMs }) => [utteranceId, heardMs]));
    for (const segment of this.#segments.values()) {
      segment.cleared = true;
      const heardMs = heard.get(segment.id) ?? 0;
      if (heardMs > 0) onInterrupted(Math.round(heardMs));
      this.#finished(segment, heardMs, true);
    }
  }

  #finished(segment: Segment, playedMs: number, interrupted: boolean): void {
    if (segment.reported) return;
    segment.reported = true;
    this.#segments.delete(segment.id);
    // Exactly these keys: one more breaks the Python agent.
    const payload = {
      playback_position: Number((playedMs / 1000).toFixed(4)),
      interrupted,
      synchronized_transcript: null,
    };
    const whom = this.#present;
    // One after another: an agent that counts segments must not see them overtake each other.
    this.#reports = this.#reports.then(() =>
      this.#call(PLAYBACK_FINISHED_RPC, JSON.stringify(payload), FINISHED_ATTEMPTS, whom),
    );
  }

  async #call(method: string, payload: string, attempts: number, whom = this.#present): Promise<void> {
    const { agentIdentity, clock, log, room } = this.#options;
    for (let attempt = 1; attempt <= attempts && whom === this.#present; attempt++) {
      try {
        await room.callRpc(agentIdentity, method, payload, RPC_TIMEOUT_MS);
        return;
      } catch (error) {
        if (attempt === attempts) log.debug({ err: error, method }, 'the agent did not take a report');
        else await sleep(clock, RETRY_MS);
      }
    }
  }

  #warnAhead(): void {
    if (this.#warnedAhead) return;
    this.#warnedAhead = true;
    const minutes = MAX_AHEAD_MS / 60_000;
    this.#options.onWarning(
      `The agent is more than ${minutes} minutes ahead of the sound; the rest is lost.`,
    );
  }
}

/** Chunks of a byte stream may end inside a sample. */
class SampleReader {
  readonly #frameBytes: number;
  #rest: Uint8Array = new Uint8Array(0);

  constructor(channels: number) {
    this.#frameBytes = channels * 2;
  }

  /** The first channel of the whole samples that have come. */
  read(chunk: Uint8Array): Int16Array {
    const bytes = new Uint8Array(this.#rest.length + chunk.length);
    bytes.set(this.#rest);
    bytes.set(chunk, this.#rest.length);
    const frames = Math.floor(bytes.length / this.#frameBytes);
    this.#rest = bytes.slice(frames * this.#frameBytes);
    const view = new DataView(bytes.buffer);
    return Int16Array.from({ length: frames }, (_, n) => view.getInt16(n * this.#frameBytes, true));
  }
}
