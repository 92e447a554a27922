/**
 * The avatar's side of LiveKit's avatar data-stream protocol: a caller's own agent sends speech, and we report when it
 * was heard. Based on `DataStreamAudioOutput` and `AvatarRunner` of LiveKit Agents (Python and Node, August 2026).
 */
import { USUAL_RATES } from '../../audio/sample-rates.ts';
import { type Clock, sleep } from '../../lib/clock.ts';
import type { Logger } from '../../lib/logger.ts';
import type { ReceivedBytes, RoomLink } from '../room/room-link.ts';
import type { AvatarRunner } from '../speaking/avatar-runner.ts';
import { TOO_FAR_AHEAD } from '../speaking/playout.ts';

export const AUDIO_STREAM_TOPIC = 'lk.audio_stream';
export const CLEAR_BUFFER_RPC = 'lk.clear_buffer';
export const PLAYBACK_STARTED_RPC = 'lk.playback_started';
export const PLAYBACK_FINISHED_RPC = 'lk.playback_finished';

const FINISHED_ATTEMPTS = 3;
const RETRY_MS = 100;
const RPC_TIMEOUT_MS = 2000;
/**
 * Limit for a stream without data: if its end was lost, the agent would wait for its report forever. It counts only
 * while nothing of the stream is left to play, so a slow voice has the duration of its audio as well. LiveKit's own
 * receiver waits as long.
 */
const IDLE_MS = 10_000;
/** A resampler holds back less than this until it knows the end. */
const MAX_HELD_BACK_MS = 50;
/** Maximum number of unplayed segments, and of reports that the agent has not answered. */
const MAX_WAITING = 64;
const MAX_CHANNELS = 8;

type Warning = 'format' | 'too many' | 'ahead' | 'stranger' | 'broken';

export interface RemoteAgentLinkOptions {
  agentIdentity: string;
  clock: Clock;
  runner: AvatarRunner;
  room: RoomLink;
  /** Resolves when the consumer can hear what is played; nothing is played before. */
  consumerHears: () => Promise<void>;
  log: Logger;
  onActivity: () => void;
  /** Called when the first audio of a segment has arrived. */
  onArrived: (segmentId: string) => void;
  onInterrupted: (heardMs: number) => void;
  onWarning: (message: string) => void;
}

/**
 * Plays the agent's speech. The agent decides; it waits for exactly one report of every segment that it sends, except
 * for those of an agent that has left.
 */
export class RemoteAgentLink {
  readonly #options: RemoteAgentLinkOptions;
  /** Segments that have not been reported to the agent, oldest first. */
  readonly #unreported = new Set<string>();
  /** The state that the face shows. The agent itself publishes its state to the room. */
  #shown: 'listening' | 'speaking' = 'listening';
  #closed = false;
  /** Functions that stop reading a stream, by segment. */
  readonly #streams = new Map<string, () => Promise<void>>();
  #reports: Promise<void> = Promise.resolve();
  /** Identifies the present agent: reports go only to the agent that sent the speech, not to a replacement. */
  #agentToken = Symbol('agent');
  #consumerReady: Promise<void> | undefined;
  #count = 0;
  #pendingReports = 0;
  readonly #warned = new Set<Warning>();

  constructor(options: RemoteAgentLinkOptions) {
    this.#options = options;
  }

  /** Reads a stream on `lk.audio_stream`. */
  async play(bytes: ReceivedBytes): Promise<void> {
    const { agentIdentity, log } = this.#options;
    if (bytes.from !== agentIdentity) {
      if (this.#isFirst('stranger'))
        log.warn(
          { event: 'remote_agent.speech_refused', participant: bytes.from },
          'the avatar ignored speech from a participant that is not its agent; this is logged once per conversation',
        );
      await bytes.discard();
      return;
    }
    const sampleRate = Number(bytes.attributes.sample_rate);
    const channels = Number(bytes.attributes.num_channels ?? '1');
    const segmentId = `segment-${++this.#count}`;
    const isOverLimit = this.#unreported.size >= MAX_WAITING;
    const isPlayable = USUAL_RATES.includes(sampleRate) && isWholeWithin(channels, 1, MAX_CHANNELS);
    if (!this.#closed) this.#unreported.add(segmentId);
    if (isOverLimit || !isPlayable) {
      if (isOverLimit)
        this.#warnOnce(
          'too many',
          `${MAX_WAITING} utterances of the agent are waiting to be played; further ones are discarded.`,
        );
      else this.#warnOnce('format', describeFormat(bytes.attributes));
      await bytes.discard();
      // Without a report, the agent would wait forever.
      this.#settle(segmentId, 0, true);
      return;
    }
    this.#streams.set(segmentId, () => bytes.discard());
    await this.#playSegment(segmentId, bytes, sampleRate, channels);
    this.#streams.delete(segmentId);
  }

  /** Answers the RPC `lk.clear_buffer`. */
  clear(caller: string): 'ok' | 'reject' {
    if (caller !== this.#options.agentIdentity) return 'reject';
    if (!this.#closed) {
      this.#show('listening');
      this.#stopSpeech();
    }
    return 'ok';
  }

  /** Called by the runner when a segment begins to be heard. */
  audible(segmentId: string): void {
    if (!this.#unreported.has(segmentId)) return;
    this.#show('speaking');
    this.#options.onActivity();
    // Many agents do not register this method, so an error is ignored.
    void this.#call(PLAYBACK_STARTED_RPC, '', 1);
  }

  /** Called by the runner when the last sample of a segment was sent. */
  played(segmentId: string, playedMs: number): void {
    this.#options.onActivity();
    if (!this.#closed && !this.#options.runner.busy) this.#show('listening');
    this.#settle(segmentId, playedMs, false);
  }

  /** The agent has left: the rest of its speech is not played, and no reports are sent. */
  lost(): void {
    if (this.#closed) return;
    this.#show('listening');
    this.#drop();
  }

  /** Lets the speech in progress finish, for at most `maxMs`. */
  async finish(maxMs: number): Promise<void> {
    const { clock, runner } = this.#options;
    const latest = clock.now() + maxMs;
    while (runner.busy && clock.now() < latest) await sleep(clock, 50);
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#drop();
  }

  #show(state: 'listening' | 'speaking'): void {
    if (state !== this.#shown) this.#options.runner.setState(state);
    this.#shown = state;
  }

  /** Reports a segment, unless it was reported or dropped before. */
  #settle(segmentId: string, playedMs: number, interrupted: boolean): void {
    if (this.#unreported.delete(segmentId)) this.#reportFinished(playedMs, interrupted);
  }

  /** Silence now, without reports: a replacement agent gets none about the speech of the previous one. */
  #drop(): void {
    const segmentIds = [...this.#unreported];
    this.#unreported.clear();
    for (const id of segmentIds) void this.#streams.get(id)?.();
    this.#agentToken = Symbol('agent');
    this.#options.runner.interrupt();
  }

  async #playSegment(id: string, bytes: ReceivedBytes, sampleRate: number, channels: number): Promise<void> {
    const { runner, log, onArrived, onWarning } = this.#options;
    const samples = new SampleReader(channels);
    const chunks = bytes.chunks[Symbol.asyncIterator]();
    let hasAudio = false;
    // An agent that sees the avatar's video may speak before the avatar's audio is published and subscribed.
    this.#consumerReady ??= this.#options.consumerHears();
    await this.#consumerReady;
    try {
      for (;;) {
        const next = await this.#next(chunks, id);
        if (next === 'idle') {
          await bytes.discard();
          if (!this.#unreported.has(id)) return;
          onWarning('The agent began to speak but sent neither more audio nor the end of the utterance.');
          break;
        }
        if (next.done) break;
        const pcm = samples.read(next.value);
        // The rest of a cleared stream is read and discarded, as the protocol requires.
        if (pcm.length === 0 || !this.#unreported.has(id)) continue;
        if (runner.isTooFarAhead) {
          this.#warnOnce('ahead', TOO_FAR_AHEAD);
          continue;
        }
        if (!hasAudio) onArrived(id);
        hasAudio = true;
        runner.append(id, { pcm, sampleRate });
      }
    } catch (error) {
      if (this.#isFirst('broken'))
        log.warn(
          { event: 'remote_agent.speech_broke_off', err: error, participant: this.#options.agentIdentity },
          'the audio stream of a remote agent ended early; the received part is played; this is logged once per conversation',
        );
    }
    if (this.#unreported.has(id)) runner.finish(id);
  }

  async #next(
    chunks: AsyncIterator<Uint8Array>,
    segmentId: string,
  ): Promise<IteratorResult<Uint8Array> | 'idle'> {
    const { clock, runner } = this.#options;
    const pendingChunk = chunks.next();
    for (;;) {
      let cancel: () => void = () => undefined;
      const idle = new Promise<'idle'>((resolve) => {
        cancel = clock.after(IDLE_MS, () => resolve('idle'));
      });
      const next = await Promise.race([pendingChunk, idle]);
      cancel();
      if (next !== 'idle') return next;
      if (this.#unreported.has(segmentId) && runner.queuedMs > MAX_HELD_BACK_MS) continue;
      pendingChunk.catch(() => undefined);
      return next;
    }
  }

  #stopSpeech(): void {
    const { runner, onInterrupted } = this.#options;
    // `interrupt` reports segments whose last sample is already sent as played to their end.
    const heard = new Map(runner.interrupt().map(({ utteranceId, heardMs }) => [utteranceId, heardMs]));
    for (const segmentId of this.#unreported) {
      const playedMs = heard.get(segmentId) ?? 0;
      if (playedMs > 0) onInterrupted(Math.round(playedMs));
      this.#settle(segmentId, playedMs, true);
    }
  }

  #reportFinished(playedMs: number, interrupted: boolean): void {
    // An agent that does not answer takes seconds for each report, and it may send many segments per second.
    if (this.#pendingReports === MAX_WAITING) return;
    this.#pendingReports++;
    // Exactly these keys: an additional one breaks the Python agent.
    const payload = {
      playback_position: Number((playedMs / 1000).toFixed(4)),
      interrupted,
      synchronized_transcript: null,
    };
    const agentToken = this.#agentToken;
    // Sequentially: an agent that counts segments needs the reports in order.
    this.#reports = this.#reports.then(async () => {
      await this.#call(PLAYBACK_FINISHED_RPC, JSON.stringify(payload), FINISHED_ATTEMPTS, agentToken);
      this.#pendingReports--;
    });
  }

  async #call(method: string, payload: string, attempts: number, to = this.#agentToken): Promise<void> {
    const { agentIdentity, clock, log, room } = this.#options;
    for (let attempt = 1; attempt <= attempts && to === this.#agentToken; attempt++) {
      try {
        await room.callRpc(agentIdentity, method, payload, RPC_TIMEOUT_MS);
        return;
      } catch (error) {
        if (attempt === attempts)
          log.debug(
            { event: 'remote_agent.report_not_taken', err: error, participant: agentIdentity, method },
            'the remote agent did not confirm a playback report of the avatar',
          );
        else await sleep(clock, RETRY_MS);
      }
    }
  }

  #warnOnce(about: Warning, message: string): void {
    if (this.#isFirst(about)) this.#options.onWarning(message);
  }

  /** Whether this warning is the first of its kind: participants may cause it fifty times a second. */
  #isFirst(about: Warning): boolean {
    const isFirst = !this.#warned.has(about);
    this.#warned.add(about);
    return isFirst;
  }
}

function describeFormat({ sample_rate: rate, num_channels: count = '1' }: Record<string, string>): string {
  const playable = `${USUAL_RATES.join(', ')} Hz with 1 to ${MAX_CHANNELS} channels`;
  return `The agent sent speech of ${rate} Hz with ${count} channels, which cannot be played. Supported: ${playable}.`;
}

const isWholeWithin = (value: number, min: number, max: number): boolean =>
  Number.isInteger(value) && value >= min && value <= max;

/** Splits a byte stream into samples; a chunk may end inside a sample. */
class SampleReader {
  readonly #frameBytes: number;
  #remainder: Uint8Array = new Uint8Array(0);

  constructor(channels: number) {
    this.#frameBytes = channels * 2;
  }

  /** Returns the first channel of the samples that are complete. */
  read(chunk: Uint8Array): Int16Array {
    const bytes = new Uint8Array(this.#remainder.length + chunk.length);
    bytes.set(this.#remainder);
    bytes.set(chunk, this.#remainder.length);
    const frames = Math.floor(bytes.length / this.#frameBytes);
    this.#remainder = bytes.slice(frames * this.#frameBytes);
    const view = new DataView(bytes.buffer);
    return Int16Array.from({ length: frames }, (_, n) => view.getInt16(n * this.#frameBytes, true));
  }
}
