import { toFloats } from '../../audio/pcm.ts';
import { Resampler } from '../../audio/resampler.ts';
import { MICROPHONE_RATE, MODEL_RATE } from '../../audio/sample-rates.ts';
import type { Clock } from '../../lib/clock.ts';
import type { SpeechRecognizer } from '../../speech-recognition/recognizer.ts';
import type { SentSound } from '../speaking/audio-pump.ts';
import type { HearingDeps } from './hearing-deps.ts';
import { MicrophoneClock } from './microphone-clock.ts';
import { PossibleRemark } from './possible-remark.ts';
import { SoundMemory } from './sound-memory.ts';
import { HESITATION_MS, SpeechEvidence } from './speech-evidence.ts';
import { ENDED, type SpeechVerdict, STARTED } from './speech-verdict.ts';
import { type TurnSilences, turnSilences } from './turn-silences.ts';
import { Utterance, type UtteranceNeeds } from './utterance.ts';

export interface HearingOptions {
  /** Media time. */
  clock: Clock;
  hearingDeps: HearingDeps;
  /** Returns the avatar's audio that was sent since the last call, oldest first. */
  ownSound: () => SentSound[];
  /**
   * Silences the avatar (`isHeld`) until it is known whether somebody speaks, or lets it continue where it stopped. If
   * absent, it continues to speak meanwhile.
   */
  hold?: (isHeld: boolean) => void;
  onSpeechStarted: (verdict: SpeechVerdict) => void;
  /** `trailingMs` is how long ago the speech ended. */
  onSpeechEnded: (trailingMs: number, verdict: SpeechVerdict) => void;
  /** Takes the words of speech. If absent, speech is not transcribed. */
  words?: Pick<UtteranceNeeds, 'language' | 'onWords' | 'onError' | 'onExpected' | 'onEnded'> | undefined;
}

/**
 * Speech that lasts this long after the avatar's last audio interrupts nothing, so it is not a remark. This time passes
 * before the echo of that audio has faded, when the echo gate forgets what it holds.
 */
const AFTER_SOUND_MS = 300;
/** A provider's detector may be this late: a report this soon after speech is about that speech. */
const SAME_SPEECH_MS = 3000;
/** If only the provider's detector hears speech, it counts as ended after this time without another report. */
const PROVIDER_END_TIMEOUT_MS = 3000;
/** How much audio is kept, in addition to that of the current utterance. */
const MEMORY_MS = 3000;

type State =
  | { name: 'quiet' }
  /** Short speech while the avatar speaks. */
  | { name: 'undecided'; remark: PossibleRemark }
  /** Only a provider's detector has found speech. */
  | { name: 'provider_only'; fromMs: number }
  | { name: 'speaking'; fromMs: number; utterance: Utterance | undefined }
  /**
   * Silence since `sinceMs`, after which the user may continue. `isReported`: it was already reported as the end of
   * speech.
   */
  | {
      name: 'pausing';
      fromMs: number;
      utterance: Utterance | undefined;
      sinceMs: number;
      isReported: boolean;
    };

const QUIET: State = { name: 'quiet' };
const NO_SOUND = new Float32Array(0);

/**
 * Hears one person's microphone. It alone decides when speech begins, pauses and ends; with a recognizer it also
 * returns the words. It knows the avatar's audio, so the avatar's echo does not count as speech. For speech during an
 * answer it first checks whether that is only a remark ("mm-hm"). A provider's own detector counts as well, if the
 * provider has one.
 */
export class Hearing {
  readonly #options: HearingOptions;
  readonly #silences: TurnSilences;
  #clock = new MicrophoneClock();
  #evidence: SpeechEvidence;
  #sound = new SoundMemory();
  #resampler = new Resampler(MICROPHONE_RATE, MODEL_RATE);
  #state: State = QUIET;
  /** Whether any model gets the audio; it is resampled only for the models. */
  readonly #feedsModels: boolean;
  /** Recognizes remarks by their words. If absent, any speech interrupts. */
  readonly #remarkRecognizer: SpeechRecognizer | undefined;
  #endedMs = Number.NEGATIVE_INFINITY;

  constructor(options: HearingOptions) {
    const { hearingDeps, words } = options;
    const { model, remarks, recognizer } = hearingDeps;
    this.#options = options;
    this.#silences = turnSilences(hearingDeps.turnTaking);
    this.#evidence = new SpeechEvidence(hearingDeps);
    // A live recognizer gives words earliest, but it is used for remarks only if the words are transcribed anyway.
    const live = words && recognizer && 'listen' in recognizer ? recognizer : undefined;
    this.#remarkRecognizer = remarks && (live ?? remarks.recognizer);
    this.#feedsModels = Boolean(model ?? this.#remarkRecognizer ?? (words && recognizer));
    // The models are loaded when a conversation starts. Speech before that is transcribed late, but no audio is lost.
    if (!words || !recognizer) return;
    recognizer.warm().catch(words.onError);
    void hearingDeps.judge?.warm();
  }

  get speaking(): boolean {
    const { name } = this.#state;
    return (
      name === 'speaking' ||
      name === 'provider_only' ||
      (this.#state.name === 'pausing' && !this.#state.isReported)
    );
  }

  /** Whether speech has begun and it is not known yet whether it is a remark. */
  get isUndecided(): boolean {
    return this.#state.name === 'undecided';
  }

  /** Whether what is heard now is speech, or may turn out to be. */
  get mayBeSpeech(): boolean {
    return this.isUndecided || this.#evidence.isSound;
  }

  /** Milliseconds since the speech began; 0 if nobody speaks. It starts above 0: detection takes a while. */
  get speechMs(): number {
    return this.speaking && 'fromMs' in this.#state ? this.#clock.receivedMs - this.#state.fromMs : 0;
  }

  /** Milliseconds since the speech may have ended; 0 while somebody speaks. */
  get silentMs(): number {
    return this.#state.name === 'pausing' ? this.#clock.receivedMs - this.#state.sinceMs : 0;
  }

  /** Takes a piece of the microphone's audio, mono at `MICROPHONE_RATE`. */
  push(pcm: Int16Array): void {
    let lostMs = this.#clock.follow(this.#options.clock.now());
    if (lostMs === 'restart') {
      this.microphoneEnded();
      lostMs = this.#clock.follow(this.#options.clock.now());
    }
    if (typeof lostMs === 'number' && lostMs > 0)
      this.#hear(new Int16Array(Math.round((lostMs * MICROPHONE_RATE) / 1000)));
    for (const { pcm: avatarPcm, sampleRate, sentAt } of this.#options.ownSound())
      this.#evidence.pushPlayout(avatarPcm, sampleRate, this.#clock.fromMedia(sentAt));
    this.#hear(pcm);
  }

  /**
   * Takes the provider's report of speech or its end. `hasCut`: the provider stopped its answer because of the speech.
   */
  providerHears(isSpeech: boolean, hasCut = false): void {
    if (!isSpeech) {
      // If our own detectors hear the speech, they also find its end.
      if (this.#state.name === 'provider_only') this.#endProviderSpeech(ENDED.provider);
      return;
    }
    // While the avatar is heard, the provider gets only what the echo gate lets through: it is late, or heard an echo.
    const isNew = this.#state.name === 'quiet' && this.#clock.receivedMs - this.#endedMs > SAME_SPEECH_MS;
    if (this.speaking || !(this.isUndecided || this.#isAvatarHeard ? hasCut : isNew)) return;
    this.#stopUndecided();
    this.#state = { name: 'provider_only', fromMs: this.#clock.receivedMs };
    this.#options.onSpeechStarted(hasCut ? STARTED.cutByProvider : STARTED.provider);
  }

  /** The microphone has ended: so has the current speech, and the next microphone starts afresh. */
  microphoneEnded(): void {
    const state = this.#state;
    this.#stopUndecided();
    const endedMs = this.#clock.receivedMs;
    if (this.speaking) this.#options.onSpeechEnded(0, ENDED.microphoneGone);
    this.#evidence.close();
    this.#evidence = new SpeechEvidence(this.#options.hearingDeps);
    this.#state = QUIET;
    this.#endedMs = Number.NEGATIVE_INFINITY;
    if (state.name === 'speaking') void state.utterance?.pausedSince(endedMs, this.#silences.speechEndMs);
    this.#clock = new MicrophoneClock();
    this.#sound = new SoundMemory();
    this.#resampler = new Resampler(MICROPHONE_RATE, MODEL_RATE);
  }

  close(): void {
    this.#stopUndecided();
    if ('utterance' in this.#state) this.#state.utterance?.end();
    this.#state = QUIET;
    this.#evidence.close();
  }

  #hear(pcm: Int16Array): void {
    const sound = this.#feedsModels ? toFloats(this.#resampler.convert(pcm)) : NO_SOUND;
    if (this.#feedsModels) this.#sound.add(sound);
    this.#clock.advance(pcm.length);
    this.#evidence.push(pcm, sound);
    if ('utterance' in this.#state) this.#state.utterance?.push(sound);
    else if (this.#state.name === 'undecided') this.#state.remark.push(sound);
    this.#judge();
    const { receivedMs } = this.#clock;
    const utteranceMs = 'utterance' in this.#state ? this.#state.utterance?.fromMs : undefined;
    this.#sound.forgetBefore(Math.min(receivedMs - MEMORY_MS, utteranceMs ?? receivedMs));
  }

  #judge(): void {
    switch (this.#state.name) {
      case 'quiet':
        this.#awaitSpeech();
        break;
      case 'undecided':
        this.#state.remark.judge(this.#clock.receivedMs, this.#isAvatarHeard);
        break;
      case 'provider_only':
        this.#awaitOwnEvidence(this.#state);
        break;
      case 'speaking':
        this.#awaitPause(this.#state);
        break;
      case 'pausing':
        this.#awaitMore(this.#state);
        break;
    }
  }

  #awaitSpeech(): void {
    const { sinceMs } = this.#evidence;
    if (sinceMs === undefined) return;
    if (!this.#isAvatarHeard || !this.#remarkRecognizer) {
      this.#begin(sinceMs, STARTED.heard);
      return;
    }
    const { clock, hearingDeps, hold = () => undefined } = this.#options;
    const remark: PossibleRemark = new PossibleRemark(sinceMs, {
      clock,
      evidence: this.#evidence,
      sound: this.#sound,
      recognizer: this.#remarkRecognizer,
      language: hearingDeps.remarks?.language,
      hold,
      decide: (verdict) => this.#decide(remark, verdict),
    });
    this.#state = { name: 'undecided', remark };
    remark.judge(this.#clock.receivedMs, true);
  }

  #decide(remark: PossibleRemark, verdict: SpeechVerdict | 'remark'): void {
    if (this.#state.name !== 'undecided' || this.#state.remark !== remark) return;
    this.#stopUndecided();
    this.#state = QUIET;
    if (verdict === 'remark') this.#evidence.forget();
    else this.#begin(remark.fromMs, verdict);
  }

  /** Stops waiting for the words of undecided speech. */
  #stopUndecided(): void {
    if (this.#state.name === 'undecided') this.#state.remark.end();
  }

  #awaitOwnEvidence({ fromMs }: State & { name: 'provider_only' }): void {
    const { sinceMs } = this.#evidence;
    if (sinceMs !== undefined) this.#beginUtterance(Math.min(sinceMs, fromMs));
    else if (this.#clock.receivedMs - fromMs > PROVIDER_END_TIMEOUT_MS)
      this.#endProviderSpeech(ENDED.providerSilent);
  }

  #endProviderSpeech(verdict: SpeechVerdict): void {
    this.#state = QUIET;
    this.#reportEnd(0, verdict);
  }

  #begin(fromMs: number, verdict: SpeechVerdict): void {
    this.#beginUtterance(fromMs);
    this.#options.onSpeechStarted(verdict);
  }

  #beginUtterance(fromMs: number): void {
    const { clock, words, hearingDeps } = this.#options;
    const utterance: Utterance | undefined =
      words &&
      hearingDeps.recognizer &&
      new Utterance(fromMs, {
        ...words,
        clock,
        silences: this.#silences,
        recognizer: hearingDeps.recognizer,
        judge: hearingDeps.judge,
        sound: this.#sound,
        onEnded: (text, failed) => this.#finish(utterance!, () => words.onEnded(text, failed)),
      });
    this.#state = { name: 'speaking', fromMs, utterance };
  }

  #awaitPause({ fromMs, utterance }: State & { name: 'speaking' }): void {
    const { silentMs, lastSpeechMs } = this.#evidence;
    if (silentMs < HESITATION_MS) utterance?.speaking(this.#clock.receivedMs);
    else utterance?.silentSince(lastSpeechMs);
    const { finishedMs, speechEndMs } = this.#silences;
    const pauseMs = utterance?.mayTranscribe(lastSpeechMs) ? finishedMs : speechEndMs;
    if (silentMs < pauseMs) return;
    this.#state = { name: 'pausing', fromMs, utterance, sinceMs: lastSpeechMs, isReported: false };
    void utterance?.pausedSince(lastSpeechMs, pauseMs);
    this.#awaitMore(this.#state);
  }

  #awaitMore(state: State & { name: 'pausing' }): void {
    const { lastSpeechMs, silentMs } = this.#evidence;
    if (lastSpeechMs > state.sinceMs) {
      const { fromMs, utterance, isReported } = state;
      this.#state = { name: 'speaking', fromMs, utterance };
      utterance?.resumedAt(lastSpeechMs);
      if (isReported) this.#options.onSpeechStarted(STARTED.continues);
      return;
    }
    if (silentMs < this.#silences.speechEndMs) return;
    this.#reportPauseEnd(state, ENDED.silence);
    if (state.utterance) return;
    this.#state = QUIET;
    this.#evidence.forget();
  }

  #reportPauseEnd(state: State & { name: 'pausing' }, verdict: SpeechVerdict): void {
    if (state.isReported) return;
    state.isReported = true;
    this.#reportEnd(Math.max(0, this.#clock.receivedMs - state.sinceMs), verdict);
  }

  #reportEnd(trailingMs: number, verdict: SpeechVerdict): void {
    this.#endedMs = this.#clock.receivedMs;
    this.#options.onSpeechEnded(trailingMs, verdict);
  }

  /** Finishes an utterance, which may belong to a microphone that has ended. */
  #finish(utterance: Utterance, report: () => void): void {
    const state = this.#state;
    if (state.name === 'pausing' && state.utterance === utterance) {
      this.#reportPauseEnd(state, ENDED.complete);
      this.#state = QUIET;
      this.#evidence.forget();
    }
    report();
  }

  get #isAvatarHeard(): boolean {
    return this.#evidence.quietOfAvatarMs < AFTER_SOUND_MS;
  }
}
