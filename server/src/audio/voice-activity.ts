import { clamp } from '../lib/clamp.ts';
import { FRAME_MS, FRAME_SAMPLES, FrameCutter, FrameRing } from './audio-frames.ts';
import { BAND_WIDTHS, BANDS, BandEnergies } from './band-energies.ts';
import { EchoCanceller } from './echo-canceller.ts';
import { PlayoutHistory } from './playout-history.ts';
import { ResidualEcho } from './residual-echo.ts';
import { isToneOrKnock } from './tone-or-knock.ts';
import { type Correlation, WaveformCorrelation } from './waveform-correlation.ts';

export interface VoiceActivityEvent {
  kind: 'speech_started' | 'speech_ended';
  /** When the speech began or ended, in milliseconds of pushed audio. It is reported later than that. */
  atMs: number;
}

export interface VoiceActivityOptions {
  /** The silence that ends an utterance. */
  hangoverMs?: number;
}

/** Minimum speech that counts; anything shorter is a click or a cough. */
const MIN_SPEECH_MS = 80;
/** `MIN_SPEECH_MS` of speech must lie within a window that is longer by this. */
const WINDOW_SLACK_MS = 100;
/** Minimum excess over noise and echo of a frame that is speech, summed over the bands and limited in each. */
const SPEECH_DB = 18;
const STILL_SPEECH_DB = 13;
const BAND_LIMIT_DB = 12;
/** Below this excess a frame is noise and echo; between this and `SPEECH_DB` it counts in part. */
const NO_SPEECH_DB = 10;
/** Frames of evidence that may be chance; beyond that, it may be speech, and the echo is not learned from it. */
const CHANCE_FRAMES = 2.5;
/** Noise varies from frame to frame; its mean times this (5 dB) is still noise. */
const NOISE_MARGIN = 3;
/**
 * Energy that is always silence: white noise of -56 dB of full scale. A lower level comes from a muted or gated
 * microphone, whose noise must not count as speech when it returns.
 */
const LOWEST_NOISE = Float32Array.from(BAND_WIDTHS, (hz) => 2e-10 * hz);
/** No room is this quiet: a frame with less energy in every band is a gap in the transmission. */
const DIGITAL_SILENCE = 1e-9;
/** dB per frame. The noise floor falls at once. It rises slowly, even during speech, so that a fan becomes noise. */
const NOISE_RISE_DB = 0.03;
const NOISE_RISE_IN_PAUSE_DB = 0.25;
/** The first frames: their quietest moment is the noise floor, and no speech is reported. */
const FIRST_NOISE_FRAMES = 20;
const FIRST_NOISE_MEAN_FRAMES = 3;
/** The quietest of several means lies below their mean by about this factor. */
const QUIETEST_TO_MEAN = 1.6;
const PLAYOUT_JITTER_MS = 25;
/** The longest delay of an echo, in frames: it returns within 1.2 s. */
const MAX_LAG_FRAMES = 120;
/** How many frames are compared with the playout: at first, and at most while the result is in doubt. */
const MIN_COMPARED_FRAMES = 12;
const MAX_COMPARED_FRAMES = 24;
/**
 * Above `ECHO_CORRELATION` audio is echo, below `OTHER_CORRELATION` it is speech, and between them it is in doubt. Each
 * has a value for `MIN_COMPARED_FRAMES` and one for `MAX_COMPARED_FRAMES`: longer audio correlates less by chance.
 */
const ECHO_CORRELATION = [0.36, 0.25] as const;
const OTHER_CORRELATION = [0.27, 0.2] as const;
/** Correlation of echo at the known delay, where some echo always remains under the user's speech. */
const SAME_ECHO_CORRELATION = [0.45, 0.4] as const;
const SAME_OTHER_CORRELATION = [0.34, 0.38] as const;
/** Delays that differ by less than this are equal; in samples: 4 ms. */
const SAME_LAG = 32;
/** How much louder a known echo may become at once. */
const LOUDER_DB = 6;
/** The canceller's output is used instead of the microphone if it has less than this fraction of the energy. */
const CANCELLED_FRACTION = 0.8;
/** As long as no echo is known, audio that could be one is compared after this many frames. */
const UNKNOWN_ECHO_FRAMES = 20;
/** If the filter, moved to the new delay, leaves less than this fraction of the energy, only the delay has changed. */
const MOVED_FRACTION = 0.4;
/** How many frames after its echo has returned an interrupted playout counts as uninterrupted again. */
const RECOVERY_FRAMES = 50;
/** While the user speaks: how often to compare, and from which correlation on audio counts as echo. */
const COMPARE_INTERVAL_SPEAKING = 24;
const MOVED_CORRELATION = 0.4;
/** In doubt the comparison, the most expensive step, is repeated after this many frames. */
const COMPARE_INTERVAL = 2;

/**
 * Detects the start and end of speech by the energy in six bands above a noise floor that follows the room; beeps and
 * knocks do not start speech. With the playout (`pushPlayout`) it cancels the echo in the microphone, estimates the
 * residual echo, and never classifies a copy of the playout as speech.
 */
export class VoiceActivityDetector {
  readonly #sampleRate: number;
  readonly #windowFrames: number;
  readonly #hangoverFrames: number;
  /** From this amount of evidence (`#speechEvidence`) on, the audio is speech. */
  readonly #threshold: number;
  readonly #leak: number;
  readonly #microphoneFrames = new FrameCutter();
  readonly #playoutFrames = new FrameCutter();
  readonly #microphoneBands = new BandEnergies();
  readonly #residualBands = new BandEnergies();
  readonly #playoutBands = new BandEnergies();
  readonly #playout = new FrameRing(2 * (MAX_LAG_FRAMES + MAX_COMPARED_FRAMES));
  readonly #microphone = new FrameRing(MAX_COMPARED_FRAMES);
  readonly #residual = new FrameRing(MAX_COMPARED_FRAMES);
  readonly #history = new PlayoutHistory();
  readonly #canceller = new EchoCanceller(this.#playout);
  readonly #residualEcho = new ResidualEcho(this.#history, MAX_LAG_FRAMES);
  readonly #wholeEcho = new ResidualEcho(this.#history, MAX_LAG_FRAMES);
  readonly #correlation = new WaveformCorrelation(this.#playout, MAX_COMPARED_FRAMES, MAX_LAG_FRAMES);
  readonly #noise = LOWEST_NOISE.slice();
  readonly #firstFrames: Float32Array[] = [];
  readonly #residualEnergies = new Float32Array(BANDS);
  readonly #residualDb = new Float32Array(BANDS);
  readonly #scratch = new Float32Array(MAX_COMPARED_FRAMES * FRAME_SAMPLES);
  readonly #microphoneDb = new Float32Array(BANDS);
  /** The delay of the echo, in samples; undefined until it is known. */
  #lag: number | undefined;
  #nextFrame = 0;
  #nextPlayoutFrame = 0;
  #playedUntil = Number.NEGATIVE_INFINITY;
  /** Until this frame the echo may be that of an interrupted playout. */
  #interruptedUntil = Number.NEGATIVE_INFINITY;
  /** Which of the latest frames were speech. */
  #recentSpeech: boolean[] = [];
  /** Evidence, in frames: first for audio that is neither noise nor echo, then for any audio. */
  #speechEvidence = 0;
  #audioEvidence = 0;
  /** Number of consecutive frames with enough of each evidence. */
  #speechFrames = 0;
  #audioFrames = 0;
  #comparedFrame = 0;
  #lastSpeechFrame = -1;
  #speaking = false;

  /** `sampleRate` of the microphone's mono audio. */
  constructor(sampleRate: number, { hangoverMs = 500 }: VoiceActivityOptions = {}) {
    this.#sampleRate = sampleRate;
    const minFrames = Math.max(1, Math.round(MIN_SPEECH_MS / FRAME_MS));
    this.#windowFrames = minFrames + Math.round(WINDOW_SLACK_MS / FRAME_MS);
    this.#hangoverFrames = Math.round(hangoverMs / FRAME_MS);
    this.#leak = 1 - 1 / this.#windowFrames;
    // The value that the leaky sum reaches after `minFrames` consecutive frames of speech.
    this.#threshold = this.#windowFrames * (1 - this.#leak ** minFrames) - 0.1;
  }

  /**
   * Takes mono audio that is given to the loudspeaker. `atMs` is its time on the microphone's clock (0 at the first
   * pushed sample); by default it follows the last audio. Push it no later than the microphone's audio of that time.
   * Silence may be left out, except for the beginning of a pause: audio that ends without it was interrupted.
   */
  pushPlayout(pcm: Int16Array, sampleRate: number, atMs?: number): void {
    if (atMs !== undefined) {
      // A small deviation is jitter, and the audio has no gap: a frame left out would look like a pause.
      const expectedMs = this.#nextPlayoutFrame * FRAME_MS + this.#playoutFrames.pendingMs;
      if (Math.abs(atMs - expectedMs) > PLAYOUT_JITTER_MS) {
        const last = this.#nextPlayoutFrame - 1;
        this.#nextPlayoutFrame = Math.round((atMs - this.#playoutFrames.pendingMs) / FRAME_MS);
        if (this.#nextPlayoutFrame - last <= MAX_LAG_FRAMES && this.#history.hasAudio(last)) {
          this.#history.bridge(last, this.#nextPlayoutFrame);
          const lag = this.#lag === undefined ? MAX_LAG_FRAMES : Math.ceil(this.#lag / FRAME_SAMPLES);
          this.#interruptedUntil = this.#nextPlayoutFrame + lag + RECOVERY_FRAMES;
        }
      }
    }
    this.#playoutFrames.push(pcm, sampleRate, (audio) => {
      const frame = this.#nextPlayoutFrame++;
      this.#playout.set(frame, audio);
      this.#history.set(frame, this.#playoutBands.analyse(audio));
      if (this.#history.isAudible(frame)) this.#playedUntil = frame;
    });
  }

  /** Takes the microphone's audio, without gaps, in pieces of any size. */
  push(pcm: Int16Array): VoiceActivityEvent[] {
    const events: VoiceActivityEvent[] = [];
    this.#microphoneFrames.push(pcm, this.#sampleRate, (audio) => {
      const event = this.#analyse(this.#nextFrame++, audio);
      if (event) events.push(event);
    });
    return events;
  }

  #analyse(frame: number, audio: Float32Array): VoiceActivityEvent | undefined {
    this.#history.silenceUpTo(frame);
    const isPlaying = frame - this.#playedUntil <= MAX_LAG_FRAMES;
    const energies = this.#microphoneBands.analyse(audio);
    this.#residualEnergies.set(energies);
    this.#microphone.set(frame, audio);
    // If the playout cuts a knock in two, its loud part counts as well: its decay alone would pass for a voice.
    const cancelled = isPlaying ? this.#canceller.process(frame, audio) : audio;
    this.#residual.set(frame, cancelled);
    if (isPlaying) {
      const residual = this.#residualBands.analyse(cancelled);
      // When the echo path has changed, the filter adds energy instead of removing it.
      for (let band = 0; band < BANDS; band++)
        this.#residualEnergies[band] = Math.min(this.#residualEnergies[band]!, residual[band]!);
    }
    if (frame < FIRST_NOISE_FRAMES) {
      this.#measureFirstNoise(energies);
      return undefined;
    }
    for (let band = 0; band < BANDS; band++) {
      this.#residualDb[band] = 10 * Math.log10(this.#residualEnergies[band]! + 1e-12);
      this.#microphoneDb[band] = 10 * Math.log10(energies[band]! + 1e-12);
    }
    this.#residualEcho.observe(frame, this.#residualDb);
    this.#wholeEcho.observe(frame, this.#microphoneDb);
    const excess = this.#excessOver((band) => this.#boundDb(frame, band));
    const audioExcess = this.#excessOver((band) => this.#residualEcho.minBoundDb(band));
    this.#speechEvidence = this.#leak * this.#speechEvidence + evidenceOf(excess);
    this.#audioEvidence = this.#leak * this.#audioEvidence + evidenceOf(audioExcess);
    this.#speechFrames = this.#speechEvidence < this.#threshold ? 0 : this.#speechFrames + 1;
    this.#audioFrames = this.#audioEvidence < this.#threshold ? 0 : this.#audioFrames + 1;
    const isSpeech = excess > (this.#speaking ? STILL_SPEECH_DB : SPEECH_DB);
    this.#followNoise(energies, isSpeech);
    this.#recentSpeech.push(isSpeech);
    if (this.#recentSpeech.length > this.#windowFrames) this.#recentSpeech.shift();
    if (this.#speaking) {
      if (isPlaying && isSpeech) this.#findMovedEcho(frame);
      return this.#awaitEnd(frame, isSpeech);
    }
    if (isPlaying && this.#speechEvidence < CHANCE_FRAMES) {
      this.#residualEcho.learn(this.#residualEnergies, this.#noise);
      this.#wholeEcho.learn(energies, this.#noise);
    }
    return this.#awaitStart(frame, isPlaying);
  }

  /** The maximum level of an echo in this frame. The canceller does not reduce the echo of an interrupted playout. */
  #boundDb(frame: number, band: number): number {
    const residual = this.#residualEcho.boundDb(band);
    return frame > this.#interruptedUntil ? residual : Math.max(residual, this.#wholeEcho.boundDb(band));
  }

  #excessOver(echoDb: (band: number) => number): number {
    let excess = 0;
    for (let band = 0; band < BANDS; band++) {
      const noiseDb = 10 * Math.log10(NOISE_MARGIN * this.#noise[band]!);
      const over = this.#residualDb[band]! - Math.max(noiseDb, echoDb(band));
      if (over > 0) excess += Math.min(over, BAND_LIMIT_DB);
    }
    return excess;
  }

  #awaitEnd(frame: number, isSpeech: boolean): VoiceActivityEvent | undefined {
    if (isSpeech) this.#lastSpeechFrame = frame;
    if (frame - this.#lastSpeechFrame < this.#hangoverFrames) return undefined;
    this.#speaking = false;
    return { kind: 'speech_ended', atMs: (this.#lastSpeechFrame + 1) * FRAME_MS };
  }

  #awaitStart(frame: number, isPlaying: boolean): VoiceActivityEvent | undefined {
    if (isPlaying) {
      if (!this.#isUserSpeaking(frame)) return undefined;
    } else if (this.#speechFrames === 0) return undefined;
    if (this.#isToneOrKnock(frame, isPlaying)) return undefined;
    this.#speaking = true;
    this.#comparedFrame = frame;
    this.#speechFrames = 0;
    this.#audioFrames = 0;
    this.#lastSpeechFrame = frame;
    const first = Math.max(0, this.#recentSpeech.indexOf(true));
    return { kind: 'speech_started', atMs: (frame - this.#recentSpeech.length + 1 + first) * FRAME_MS };
  }

  #isUserSpeaking(frame: number): boolean {
    const speechFrames = this.#speechFrames;
    const audioFrames = this.#audioFrames;
    if (speechFrames > 0) {
      if ((speechFrames - 1) % COMPARE_INTERVAL > 0) return false;
      return this.#isUserSpeech(frame, Math.min(MAX_COMPARED_FRAMES, MIN_COMPARED_FRAMES + speechFrames - 1));
    }
    if (this.#residualEcho.isLagKnown || audioFrames === 0) return false;
    if (
      audioFrames >= UNKNOWN_ECHO_FRAMES - MIN_COMPARED_FRAMES &&
      (audioFrames - 1) % COMPARE_INTERVAL === 0
    ) {
      return this.#isUserSpeech(frame, Math.min(MAX_COMPARED_FRAMES, MIN_COMPARED_FRAMES + audioFrames));
    }
    return false;
  }

  /** Whether the last `frames` frames are the user's speech. If they are an echo, its delay is learned. */
  #isUserSpeech(frame: number, frames: number): boolean {
    const { lag, value } = this.#compare(frame, frames);
    const share = (frames - MIN_COMPARED_FRAMES) / (MAX_COMPARED_FRAMES - MIN_COMPARED_FRAMES);
    const between = ([shortest, longest]: readonly [number, number]) =>
      shortest + share * (longest - shortest);
    const isSame = this.#isSameLag(lag);
    if (value > between(isSame ? SAME_ECHO_CORRELATION : ECHO_CORRELATION)) {
      this.#accept(frame, lag);
      return false;
    }
    if (frames === MAX_COMPARED_FRAMES) return true;
    // An empty jitter buffer repeats its last audio, then stretches the next, which is no recognizable copy.
    return (
      frame > this.#interruptedUntil && value < between(isSame ? SAME_OTHER_CORRELATION : OTHER_CORRELATION)
    );
  }

  /** Finds an echo whose delay has changed during speech; otherwise it would count as speech that never ends. */
  #findMovedEcho(frame: number): void {
    if (frame - this.#comparedFrame < COMPARE_INTERVAL_SPEAKING) return;
    this.#comparedFrame = frame;
    const { lag, value } = this.#compare(frame, MAX_COMPARED_FRAMES);
    if (value > (this.#isSameLag(lag) ? SAME_ECHO_CORRELATION[0] : MOVED_CORRELATION))
      this.#accept(frame, lag);
  }

  #compare(frame: number, frames: number): Correlation {
    return this.#correlation.find(this.#clearest(frame, frames), frame, frames);
  }

  #isToneOrKnock(frame: number, isPlaying: boolean): boolean {
    const audio = isPlaying ? this.#clearest(frame, MAX_COMPARED_FRAMES) : this.#microphone;
    audio.read((frame - MAX_COMPARED_FRAMES + 1) * FRAME_SAMPLES, this.#scratch, this.#scratch.length);
    return isToneOrKnock(this.#scratch);
  }

  /**
   * Returns the canceller's output if it is clearly quieter, else the microphone's audio: when the echo path has
   * changed, the filter only adds energy.
   */
  #clearest(frame: number, frames: number): FrameRing {
    const isBetter =
      this.#energyOf(this.#residual, frame, frames) <
      CANCELLED_FRACTION * this.#energyOf(this.#microphone, frame, frames);
    return isBetter ? this.#residual : this.#microphone;
  }

  #isSameLag(lag: number): boolean {
    return this.#lag !== undefined && Math.abs(lag - this.#lag) < SAME_LAG;
  }

  #accept(frame: number, lag: number): void {
    this.#canceller.moveTo(lag, frame);
    // The bound of a frame includes the two frames after it.
    const lagFrames = Math.max(0, Math.floor(lag / FRAME_SAMPLES) - 1);
    // If only the delay has changed, the filter removes the echo at the new delay; otherwise the echo is new or louder.
    const hasMoved =
      this.#lag !== undefined &&
      this.#canceller.residualEnergy(this.#microphone, frame, MIN_COMPARED_FRAMES) <
        MOVED_FRACTION * this.#energyOf(this.#microphone, frame, MIN_COMPARED_FRAMES);
    const wholeEcho = this.#wholeEcho;
    wholeEcho.accept(lagFrames, MIN_COMPARED_FRAMES, (band) => wholeEcho.gainOf(band) + LOUDER_DB);
    if (hasMoved) this.#residualEcho.moveTo(lagFrames);
    else {
      this.#residualEcho.accept(lagFrames, MIN_COMPARED_FRAMES, (band) => wholeEcho.gainOf(band));
      this.#canceller.forgetFilter();
    }
    this.#lag = lag;
    this.#speechEvidence = 0;
    this.#speechFrames = 0;
    this.#audioEvidence = 0;
    this.#audioFrames = 0;
    this.#recentSpeech = [];
  }

  #energyOf(audio: FrameRing, last: number, frames: number): number {
    const scratch = this.#scratch;
    audio.read((last - frames + 1) * FRAME_SAMPLES, scratch, frames * FRAME_SAMPLES);
    let sum = 0;
    for (let i = 0; i < frames * FRAME_SAMPLES; i++) sum += scratch[i]! ** 2;
    return sum;
  }

  #measureFirstNoise(energies: Float32Array): void {
    const first = this.#firstFrames;
    first.push(energies.slice());
    if (first.length < FIRST_NOISE_MEAN_FRAMES) return;
    const latest = first.slice(-FIRST_NOISE_MEAN_FRAMES);
    for (let band = 0; band < BANDS; band++) {
      const mean = latest.reduce((sum, each) => sum + each[band]!, 0) / latest.length;
      const quietest = first.length === latest.length ? mean * QUIETEST_TO_MEAN : this.#noise[band]!;
      this.#noise[band] = Math.max(LOWEST_NOISE[band]!, Math.min(quietest, mean * QUIETEST_TO_MEAN));
    }
    if (first.length === FIRST_NOISE_FRAMES) first.length = 0;
  }

  #followNoise(energies: Float32Array, isSpeech: boolean): void {
    if (energies.every((energy) => energy < DIGITAL_SILENCE)) return;
    for (let band = 0; band < BANDS; band++) {
      const noise = this.#noise[band]!;
      const energy = energies[band]!;
      if (energy < noise) {
        this.#noise[band] = Math.max(LOWEST_NOISE[band]!, noise + 0.1 * (energy - noise));
      } else if (this.#residualEcho.boundDb(band) < 10 * Math.log10(noise)) {
        const isQuiet = !isSpeech && energy < 4 * NOISE_MARGIN * noise;
        const rise = isQuiet ? NOISE_RISE_IN_PAUSE_DB : NOISE_RISE_DB;
        this.#noise[band] = noise * 10 ** (rise / 10);
      }
    }
  }
}

/** Returns how far a frame counts as speech, 0 to 1. */
function evidenceOf(excessDb: number): number {
  return clamp((excessDb - NO_SPEECH_DB) / (SPEECH_DB - NO_SPEECH_DB));
}
