import { toFloats } from '../../audio/pcm.ts';
import { Resampler } from '../../audio/resampler.ts';
import { MICROPHONE_RATE, MODEL_RATE } from '../../audio/sample-rates.ts';
import type { Clock } from '../../lib/clock.ts';
import type { SpeechRecognizer } from '../../speech-recognition/recognizer.ts';
import type { SentAudio } from '../speaking/audio-pump.ts';
import { AudioHistory } from './audio-history.ts';
import type { HearingDeps } from './hearing-deps.ts';
import { MicrophoneClock } from './microphone-clock.ts';
import { PossibleBackchannel } from './possible-backchannel.ts';
import { HESITATION_MS, SpeechEvidence } from './speech-evidence.ts';
import { SPEECH_ENDED, SPEECH_STARTED, type SpeechVerdict } from './speech-verdict.ts';
import { type TurnSilences, turnSilences } from './turn-silences.ts';
import { Utterance, type UtteranceNeeds } from './utterance.ts';

export interface HearingOptions {
  /** Media time. */
  clock: Clock;
  hearingDeps: HearingDeps;
  /** Returns the avatar's audio that was sent since the last call, oldest first. */
  takeSentAudio: () => SentAudio[];
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
 * Speech that lasts this long after the avatar's last audio interrupts nothing, so it is not a backchannel. This time passes
 * before the echo of that audio has faded, when the echo gate forgets what it holds.
 */
const ECHO_FADE_MS = 300;
/** A provider's detector may be this late: a report this soon after speech is about that speech. */
const SAME_SPEECH_MS = 3000;
/** If only the provider's detector hears speech, it counts as ended after this time without another report. */
const PROVIDER_END_TIMEOUT_MS = 3000;
/** How much audio is kept, in addition to that of the current utterance. */
const MEMORY_MS = 3000;

type State =
  | { name: 'quiet' }
  /** Short speech while the avatar speaks, which may be a backchannel. */
  | { name: 'undecided'; backchannel: PossibleBackchannel }
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
const NO_SAMPLES = new Float32Array(0);

/**
 * Hears one person's microphone. It alone decides when speech begins, pauses and ends; with a recognizer it also
 * returns the words. It knows the avatar's audio, so the avatar's echo does not count as speech. For speech during an
 * answer it first checks whether that is only a backchannel ("mm-hm"). A provider's own detector counts as well, if the
 * provider has one.
 */
export class Hearing {
  readonly #options: HearingOptions;
  readonly #silences: TurnSilences;
  #clock = new MicrophoneClock();
  #evidence: SpeechEvidence;
  #audioHistory = new AudioHistory();
  #resampler = new Resampler(MICROPHONE_RATE, MODEL_RATE);
  #state: State = QUIET;
  /** Whether any model gets the audio; it is resampled only for the models. */
  readonly #feedsModels: boolean;
  /** Recognizes backchannels by their words. If absent, any speech interrupts. */
  readonly #backchannelRecognizer: SpeechRecognizer | undefined;
  #speechEndedMs = Number.NEGATIVE_INFINITY;

  constructor(options: HearingOptions) {
    const { hearingDeps, words } = options;
    const { model, backchannels, recognizer } = hearingDeps;
    this.#options = options;
    this.#silences = turnSilences(hearingDeps.turnTaking);
    this.#evidence = new SpeechEvidence(hearingDeps);
    // A live recognizer gives words earliest, but it is used for backchannels only if the words are transcribed anyway.
    const live = words && recognizer && 'listen' in recognizer ? recognizer : undefined;
    this.#backchannelRecognizer = backchannels && (live ?? backchannels.recognizer);
    this.#feedsModels = Boolean(model ?? this.#backchannelRecognizer ?? (words && recognizer));
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

  /** Whether speech has begun and it is not known yet whether it is a backchannel. */
  get isUndecided(): boolean {
    return this.#state.name === 'undecided';
  }

  /** Whether what is heard now is speech, or may turn out to be. */
  get mayBeSpeech(): boolean {
    return this.isUndecided || this.#evidence.isDetected;
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
    for (const { pcm: avatarPcm, sampleRate, sentAt } of this.#options.takeSentAudio())
      this.#evidence.pushPlayout(avatarPcm, sampleRate, this.#clock.fromMedia(sentAt));
    this.#hear(pcm);
  }

  /** Takes the provider's report of speech or its end. `hasDroppedAnswer`: the speech made it stop its answer. */
  onProviderSpeech(isSpeech: boolean, hasDroppedAnswer = false): void {
    if (!isSpeech) {
      // If our own detectors hear the speech, they also find its end.
      if (this.#state.name === 'provider_only') this.#endProviderSpeech(SPEECH_ENDED.provider);
      return;
    }
    // While the avatar is heard, the provider gets only what the echo gate lets through: it is late, or heard an echo.
    const isNew =
      this.#state.name === 'quiet' && this.#clock.receivedMs - this.#speechEndedMs > SAME_SPEECH_MS;
    if (this.speaking || !(this.isUndecided || this.#isAvatarHeard ? hasDroppedAnswer : isNew)) return;
    this.#endUndecided();
    this.#state = { name: 'provider_only', fromMs: this.#clock.receivedMs };
    this.#options.onSpeechStarted(hasDroppedAnswer ? SPEECH_STARTED.cutByProvider : SPEECH_STARTED.provider);
  }

  /** The microphone has ended: so has the current speech, and the next microphone starts afresh. */
  microphoneEnded(): void {
    const state = this.#state;
    this.#endUndecided();
    const endedMs = this.#clock.receivedMs;
    if (this.speaking) this.#options.onSpeechEnded(0, SPEECH_ENDED.microphoneGone);
    this.#evidence.close();
    this.#evidence = new SpeechEvidence(this.#options.hearingDeps);
    this.#state = QUIET;
    this.#speechEndedMs = Number.NEGATIVE_INFINITY;
    if (state.name === 'speaking') void state.utterance?.pausedSince(endedMs, this.#silences.speechEndMs);
    this.#clock = new MicrophoneClock();
    this.#audioHistory = new AudioHistory();
    this.#resampler = new Resampler(MICROPHONE_RATE, MODEL_RATE);
  }

  close(): void {
    this.#endUndecided();
    if ('utterance' in this.#state) this.#state.utterance?.end();
    this.#state = QUIET;
    this.#evidence.close();
  }

  #hear(pcm: Int16Array): void {
    const samples = this.#feedsModels ? toFloats(this.#resampler.convert(pcm)) : NO_SAMPLES;
    if (this.#feedsModels) this.#audioHistory.push(samples);
    this.#clock.advance(pcm.length);
    this.#evidence.push(pcm, samples);
    if ('utterance' in this.#state) this.#state.utterance?.push(samples);
    else if (this.#state.name === 'undecided') this.#state.backchannel.push(samples);
    this.#judge();
    const { receivedMs } = this.#clock;
    const utteranceMs = 'utterance' in this.#state ? this.#state.utterance?.fromMs : undefined;
    this.#audioHistory.forgetBefore(Math.min(receivedMs - MEMORY_MS, utteranceMs ?? receivedMs));
  }

  #judge(): void {
    switch (this.#state.name) {
      case 'quiet':
        this.#awaitSpeech();
        break;
      case 'undecided':
        this.#state.backchannel.judge(this.#clock.receivedMs, this.#isAvatarHeard);
        break;
      case 'provider_only':
        this.#awaitOwnEvidence(this.#state);
        break;
      case 'speaking':
        this.#awaitPause(this.#state);
        break;
      case 'pausing':
        this.#awaitResumption(this.#state);
        break;
    }
  }

  #awaitSpeech(): void {
    const { sinceMs } = this.#evidence;
    if (sinceMs === undefined) return;
    if (!this.#isAvatarHeard || !this.#backchannelRecognizer) {
      this.#begin(sinceMs, SPEECH_STARTED.heard);
      return;
    }
    const { clock, hearingDeps, hold = () => undefined } = this.#options;
    const backchannel: PossibleBackchannel = new PossibleBackchannel(sinceMs, {
      clock,
      evidence: this.#evidence,
      audio: this.#audioHistory,
      recognizer: this.#backchannelRecognizer,
      language: hearingDeps.backchannels?.language,
      hold,
      decide: (verdict) => this.#decide(backchannel, verdict),
    });
    this.#state = { name: 'undecided', backchannel };
    backchannel.judge(this.#clock.receivedMs, true);
  }

  #decide(backchannel: PossibleBackchannel, verdict: SpeechVerdict | 'backchannel'): void {
    if (this.#state.name !== 'undecided' || this.#state.backchannel !== backchannel) return;
    this.#endUndecided();
    this.#state = QUIET;
    if (verdict === 'backchannel') this.#evidence.forget();
    else this.#begin(backchannel.fromMs, verdict);
  }

  /** Stops waiting for the words of undecided speech. */
  #endUndecided(): void {
    if (this.#state.name === 'undecided') this.#state.backchannel.end();
  }

  #awaitOwnEvidence({ fromMs }: State & { name: 'provider_only' }): void {
    const { sinceMs } = this.#evidence;
    if (sinceMs !== undefined) this.#beginUtterance(Math.min(sinceMs, fromMs));
    else if (this.#clock.receivedMs - fromMs > PROVIDER_END_TIMEOUT_MS)
      this.#endProviderSpeech(SPEECH_ENDED.providerSilent);
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
        audio: this.#audioHistory,
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
    this.#awaitResumption(this.#state);
  }

  #awaitResumption(state: State & { name: 'pausing' }): void {
    const { lastSpeechMs, silentMs } = this.#evidence;
    if (lastSpeechMs > state.sinceMs) {
      const { fromMs, utterance, isReported } = state;
      this.#state = { name: 'speaking', fromMs, utterance };
      utterance?.resumedAt(lastSpeechMs);
      if (isReported) this.#options.onSpeechStarted(SPEECH_STARTED.continues);
      return;
    }
    if (silentMs < this.#silences.speechEndMs) return;
    this.#reportPauseEnd(state, SPEECH_ENDED.silence);
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
    this.#speechEndedMs = this.#clock.receivedMs;
    this.#options.onSpeechEnded(trailingMs, verdict);
  }

  /** Finishes an utterance, which may belong to a microphone that has ended. */
  #finish(utterance: Utterance, report: () => void): void {
    const state = this.#state;
    if (state.name === 'pausing' && state.utterance === utterance) {
      this.#reportPauseEnd(state, SPEECH_ENDED.complete);
      this.#state = QUIET;
      this.#evidence.forget();
    }
    report();
  }

  get #isAvatarHeard(): boolean {
    return this.#evidence.avatarSilentMs < ECHO_FADE_MS;
  }
}
