import type { SpokenTime } from '../../engines/engine.ts';
import type { Emotion, Face, FaceState } from '../../faces/face.ts';
import type { LipTrack } from '../../lips/lip-track.ts';
import { type AudioSink, CHUNK_SAMPLES, type FrameSize, type VideoSink } from '../room/avatar-tracks.ts';
import { FramePump, type FramePumpOptions, type FrameStats, type Pace } from '../showing/frame-pump.ts';
import { AudioPump, type SentAudio } from './audio-pump.ts';
import { type Heard, Playout, type UtteranceAudio } from './playout.ts';

/**
 * How much later than audio the frame of the same moment is sent. Receivers buffer audio longer than video, and
 * WebRTC's lip sync corrects nothing below 30 ms: this delay brings the difference at the listener near zero
 * (`npm run bench -- sync`). Early frames are preferred to late ones, because they are noticed less.
 */
export const FRAME_DELAY_MS = 40;
/** How long an emotion is shown before it fades. */
const EMOTION_HOLD_MS = 4000;
const EMOTION_FADE_MS = 1500;
/** How long the face moves visibly after speech or a change of state. */
const SETTLE_MS = 1000;
/** How long all frames are sent after somebody has begun to receive them. */
const ARRIVAL_MS = 3000;

export interface AvatarRunnerEvents {
  /** Called when the first audible sample of an utterance is sent. */
  onAudible: (utteranceId: string) => void;
  /** Called when the last sample of an utterance was sent. */
  onPlayed: (utteranceId: string, text: string, playedMs: number) => void;
  onFirstFrame: () => void;
  onFaceFailed: (error: Error) => void;
  /** Called when audio or video cannot be sent any more. */
  onMediaFailed: (track: 'audio' | 'video', error: Error) => void;
}

export interface AvatarRunnerOptions
  extends Pick<FramePumpOptions, 'clock' | 'width' | 'height' | 'fps' | 'idleFps'> {
  audio: AudioSink;
  /** Absent if the avatar has no video. */
  video: VideoSink | undefined;
  /** Position within a frame period at which frames are drawn; see `FramePhases`. */
  framePhase: number;
  createLipTrack: () => LipTrack;
  events: AvatarRunnerEvents;
}

/** An event that waits for the media clock to reach its time. */
interface PendingEvent {
  utteranceId: string;
  cancel(): void;
  run(): void;
}

/**
 * The avatar's side of a conversation: one media clock, an endless audio track, a fixed grid of frames, and the
 * utterances that pass through both. Audio and the frame of the same moment are sent together.
 */
export class AvatarRunner {
  /** Whether the user may be speaking, so that `hold` may follow, which should then take effect at once. */
  mayBeHeld: () => boolean = () => false;
  readonly #options: AvatarRunnerOptions;
  readonly #playout: Playout;
  readonly #audioPump: AudioPump;
  readonly #framePump: FramePump | undefined;
  readonly #weights = new Float32Array(15);
  readonly #pending = new Set<PendingEvent>();
  #state: FaceState = 'idle';
  #emotion: { name: Emotion; since: number } | undefined;
  /** Until this time all frames are sent, if somebody receives them. */
  #fullRateUntil = 0;
  #isSeen = false;
  /** Whether the avatar should be silenced during its speech, and whether it is. */
  #isHeld = false;
  #isFadedOut = false;

  constructor(options: AvatarRunnerOptions) {
    const { clock, audio, video, width, height, fps, idleFps, framePhase } = options;
    const { createLipTrack, events } = options;
    this.#options = options;
    this.#playout = new Playout(createLipTrack, {
      audible: (id, at) => this.#scheduleEvent(id, at, () => events.onAudible(id)),
      drained: (id, at, text, playedMs) =>
        this.#scheduleEvent(id, at, () => events.onPlayed(id, text, playedMs)),
    });
    this.#audioPump = new AudioPump({
      clock,
      sink: audio,
      take: (sentAt) => this.#take(sentAt),
      isDue: () => this.#playout.isDue,
      isEmpty: () => this.#playout.isEmpty,
      mayBeHeld: () => this.mayBeHeld(),
      onHandedOver: () => this.#playout.computeNextLips(this.#isSeen),
      onFailed: (error) => events.onMediaFailed('audio', error),
    });
    this.#framePump =
      video &&
      new FramePump({
        clock,
        sink: video,
        width,
        height,
        fps,
        idleFps,
        phase: framePhase,
        appearanceAt: (ptsMs) => this.#appearanceAt(ptsMs - FRAME_DELAY_MS),
        pace: (ptsMs) => this.#pace(ptsMs - FRAME_DELAY_MS),
        onFirstFrame: () => events.onFirstFrame(),
        onFaceFailed: (error) => events.onFaceFailed(error),
        onFailed: (error) => events.onMediaFailed('video', error),
      });
  }

  start(): void {
    this.#audioPump.start();
    this.#framePump?.start();
  }

  /** Stops both tracks; the caller closes the face. Resolves when the sinks are no longer in use. */
  async stop(): Promise<void> {
    this.#framePump?.stop();
    for (const notice of this.#pending) notice.cancel();
    this.#pending.clear();
    await this.#audioPump.stop();
  }

  /** Shows this frame until there is a face. */
  showStill(i420: Uint8Array, size: FrameSize): void {
    this.#framePump?.showStill(i420, size);
  }

  setFace(face: Face): void {
    this.#framePump?.setFace(face);
  }

  append(utteranceId: string, audio: UtteranceAudio): void {
    const wasDue = this.#playout.isDue || this.#playout.queuedMs < 1;
    this.#playout.append(utteranceId, audio);
    if (wasDue) this.#audioPump.resume();
  }

  appendText(utteranceId: string, text: string, time?: SpokenTime): void {
    this.#playout.appendText(utteranceId, text, time);
  }

  /** @param spokenText what its audio contains of its text, if it breaks off before */
  finish(utteranceId: string, spokenText?: string): void {
    this.#playout.finish(utteranceId, spokenText);
  }

  /**
   * Silences the avatar without a cut. Queued audio is kept: it resumes where it stopped when the hold ends, unless
   * `interrupt` drops it.
   */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld;
  }

  /**
   * Stops audio and mouth now. Returns how much of each unfinished utterance was played, in playing order. The caller
   * appends nothing more to them: the turn table drops what still arrives.
   */
  interrupt(): Heard[] {
    const now = this.#options.clock.now();
    this.#isHeld = false;
    const { heard, fade } = this.#playout.cut(now);
    const cut = new Set(heard.map(({ utteranceId }) => utteranceId));
    for (const notice of this.#pending) {
      notice.cancel();
      this.#pending.delete(notice);
      // Its last chunk was handed over and cannot be cut: it counts as played to the end.
      if (!cut.has(notice.utteranceId)) notice.run();
    }
    if (heard.length > 0) this.#audioPump.cut(fade);
    return heard;
  }

  /** Returns how much of each unfinished utterance has been played by now. */
  heardSoFar(): Heard[] {
    return this.#playout.heardSoFar(this.#options.clock.now());
  }

  get busy(): boolean {
    return this.#playout.busyAt(this.#options.clock.now()) || this.#pending.size > 0;
  }

  get queuedMs(): number {
    return this.#playout.queuedMs;
  }

  /** Whether further audio must be dropped because too much waits. */
  get isTooFarAhead(): boolean {
    return this.#playout.isTooFarAhead;
  }

  /** Milliseconds until the current sentence ends; undefined if its end is not known yet. */
  get sentenceLeftMs(): number | undefined {
    const now = this.#options.clock.now();
    const heard = this.#playout.at(now);
    if (!heard) return this.busy ? undefined : 0;
    const endMs = heard.text.sentenceEndAfter(heard.timeMs);
    return endMs === undefined ? undefined : endMs - heard.timeMs;
  }

  setState(state: FaceState): void {
    if (state !== this.#state) this.#keepFullRate(SETTLE_MS);
    this.#state = state;
  }

  /** Sets whether somebody receives the frames. If not, none is drawn or sent after the first. */
  setSeen(isSeen: boolean): void {
    this.#isSeen = isSeen;
    if (!isSeen) return;
    this.#keepFullRate(ARRIVAL_MS);
    this.#framePump?.resume();
  }

  setEmotion(name: Emotion): void {
    this.#keepFullRate(SETTLE_MS);
    this.#emotion = { name, since: this.#options.clock.now() };
  }

  /** Returns the avatar's audio that was sent since the last call, and whose echo may come back. */
  takeSent(): SentAudio[] {
    return this.#audioPump.takeSent();
  }

  /** The loudest 10 ms of the avatar's audio in the last `windowMs` (maximum 1 s): root mean square, 0..1. */
  ownLevel(windowMs: number): number {
    const now = this.#options.clock.now();
    return this.#playout.loudestBetween(now - windowMs, now);
  }

  setFrameRate(fps: number, savesInSilence: boolean): void {
    this.#framePump?.setRate(fps, savesInSilence);
  }

  get frameStats(): FrameStats {
    return this.#framePump?.stats ?? { sent: 0, late: 0, skipped: 0 };
  }

  #take(sentAt: number): Int16Array<ArrayBuffer> {
    if (this.#isHeld && this.#isFadedOut) return new Int16Array(CHUNK_SAMPLES);
    const chunk = this.#playout.take(sentAt);
    // Fade, because audio that stops or begins abruptly clicks.
    if (this.#isHeld !== this.#isFadedOut)
      chunk.forEach((sample, n) => {
        const done = (n + 1) / CHUNK_SAMPLES;
        chunk[n] = Math.round(sample * (this.#isHeld ? 1 - done : done));
      });
    this.#isFadedOut = this.#isHeld;
    return chunk;
  }

  #keepFullRate(forMs: number): void {
    this.#fullRateUntil = Math.max(this.#fullRateUntil, this.#options.clock.now() + forMs);
  }

  #pace(time: number): Pace {
    if (this.#playout.at(time)) this.#keepFullRate(SETTLE_MS);
    if (!this.#isSeen) return 'unseen';
    return this.#options.clock.now() >= this.#fullRateUntil ? 'calm' : 'full';
  }

  #appearanceAt(time: number) {
    const heard = this.#playout.at(time);
    const emotion = this.#emotionAt(time);
    if (!heard) return { state: this.#state, visemes: null, energy: 0, ...(emotion && { emotion }) };
    const speaks = heard.lips.visemesAt(heard.timeMs, this.#weights);
    return {
      state: 'speaking' as const,
      visemes: speaks ? Float32Array.from(this.#weights) : null,
      energy: heard.lips.energyAt(heard.timeMs),
      asks: heard.text.isQuestionEndAt(heard.timeMs),
      ...(emotion && { emotion }),
    };
  }

  #emotionAt(time: number): { name: Emotion; weight: number } | undefined {
    if (!this.#emotion) return undefined;
    const shownMs = time - this.#emotion.since;
    // An emotion stays during speech, and fades in the silence after it.
    const fading = this.busy ? 0 : Math.max(0, shownMs - EMOTION_HOLD_MS) / EMOTION_FADE_MS;
    if (fading >= 1) {
      this.#emotion = undefined;
      return undefined;
    }
    return { name: this.#emotion.name, weight: 1 - fading };
  }

  #scheduleEvent(utteranceId: string, at: number, run: () => void): void {
    const { clock } = this.#options;
    const cancel = clock.after(at - clock.now(), () => {
      this.#pending.delete(notice);
      run();
    });
    const notice = { utteranceId, cancel, run };
    this.#pending.add(notice);
  }
}
