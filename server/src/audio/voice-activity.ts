import { clamp } from '../lib/clamp.ts';
import { BAND_WIDTHS, BANDS, BandEnergies } from './band-energies.ts';
import { EchoCanceller } from './echo-canceller.ts';
import { PlayoutMemory } from './playout-memory.ts';
import { ResidualEcho } from './residual-echo.ts';
import { FRAME, FRAME_MS, FrameCutter, FrameRing } from './sound-frames.ts';
import { isToneOrKnock } from './tone-or-knock.ts';
import { type Likeness, WaveformLikeness } from './waveform-likeness.ts';

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
const EXPLAINED_DB = 10;
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
const NO_SOUND = 1e-9;
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
const LAGS = 120;
/** How many frames are compared with the playout: at first, and at most while the result is in doubt. */
const SHORTEST_LOOK = 12;
const LONGEST_LOOK = 24;
/**
 * Above `ECHO_LIKENESS` sound is echo, below `OTHER_LIKENESS` it is speech, and between them it is in doubt. Each has a
 * value for `SHORTEST_LOOK` and one for `LONGEST_LOOK`, because longer sounds are less similar by chance.
 */
const ECHO_LIKENESS = [0.36, 0.25] as const;
const OTHER_LIKENESS = [0.27, 0.2] as const;
/** Likeness of echo at the known delay, where some echo always remains under the user's speech. */
const SAME_ECHO_LIKENESS = [0.45, 0.4] as const;
const SAME_OTHER_LIKENESS = [0.34, 0.38] as const;
/** Delays that differ by less than this are equal; in samples: 4 ms. */
const SAME_LAG = 32;
/** How much louder a known echo may become at once. */
const LOUDER_DB = 6;
/** The canceller's output is used instead of the microphone if it has less than this fraction of the energy. */
const WORTH_CANCELLING = 0.8;
/** As long as no echo is known, a sound that could be one is compared after this many frames. */
const UNKNOWN_LOOK = 20;
/** If the filter, moved to the new delay, leaves less than this fraction of the energy, only the delay has changed. */
const MOVED = 0.4;
/** How many frames after its echo has returned an interrupted playout counts as uninterrupted again. */
const MENDING_FRAMES = 50;
/** While the user speaks: how often to compare, and from which likeness on sound counts as echo. */
const LOOK_WHILE_SPEAKING = 24;
const MOVED_LIKENESS = 0.4;
/** In doubt the comparison, the most expensive step, is repeated after this many frames. */
const LOOK_AGAIN = 2;

/**
 * Detects the start and end of speech by the energy in six bands above a noise floor that follows the room; beeps and
 * knocks do not start speech. With the playout (`pushPlayout`) it cancels the echo in the microphone, estimates the
 * residual echo, and never classifies a copy of the playout as speech.
 */
export class VoiceActivityDetector {
  readonly #sampleRate: number;
  readonly #windowFrames: number;
  readonly #hangoverFrames: number;
  /** From this amount of evidence (`#unexplained`) on, the audio is speech. */
  readonly #enough: number;
  readonly #leak: number;
  readonly #microphoneFrames = new FrameCutter();
  readonly #playoutFrames = new FrameCutter();
  readonly #microphoneBands = new BandEnergies();
  readonly #residualBands = new BandEnergies();
  readonly #playoutBands = new BandEnergies();
  readonly #playout = new FrameRing(2 * (LAGS + LONGEST_LOOK));
  readonly #microphone = new FrameRing(LONGEST_LOOK);
  readonly #residual = new FrameRing(LONGEST_LOOK);
  readonly #memory = new PlayoutMemory();
  readonly #canceller = new EchoCanceller(this.#playout);
  readonly #echo = new ResidualEcho(this.#memory, LAGS);
  readonly #wholeEcho = new ResidualEcho(this.#memory, LAGS);
  readonly #likeness = new WaveformLikeness(this.#playout, LONGEST_LOOK, LAGS);
  readonly #noise = LOWEST_NOISE.slice();
  readonly #first: Float32Array[] = [];
  readonly #left = new Float32Array(BANDS);
  readonly #leftDb = new Float32Array(BANDS);
  readonly #scratch = new Float32Array(LONGEST_LOOK * FRAME);
  readonly #heardDb = new Float32Array(BANDS);
  /** The delay of the echo, in samples; undefined until it is known. */
  #lag: number | undefined;
  #nextFrame = 0;
  #nextPlayoutFrame = 0;
  #playedUntil = Number.NEGATIVE_INFINITY;
  /** Until this frame the echo may be that of an interrupted playout. */
  #brokenUntil = Number.NEGATIVE_INFINITY;
  /** Which of the latest frames were speech. */
  #recent: boolean[] = [];
  /** Evidence, in frames: first for audio that is neither noise nor echo, then for any audio. */
  #unexplained = 0;
  #sound = 0;
  /** Number of consecutive frames with enough of each evidence. */
  #unexplainedFrames = 0;
  #soundFrames = 0;
  #lookedFrame = 0;
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
    this.#enough = this.#windowFrames * (1 - this.#leak ** minFrames) - 0.1;
  }

  /**
   * Takes mono audio that is given to the loudspeaker. `atMs` is its time on the microphone's clock (0 at the first
   * pushed sample); by default it follows the last audio. Push it no later than the microphone's audio of that time.
   * Silence may be left out, except for the beginning of a pause: audio that ends without it was interrupted.
   */
  pushPlayout(pcm: Int16Array, sampleRate: number, atMs?: number): void {
    if (atMs !== undefined) {
      // A small deviation is jitter, and the sound has no gap: a frame left out would look like a pause.
      const expectedMs = this.#nextPlayoutFrame * FRAME_MS + this.#playoutFrames.openMs;
      if (Math.abs(atMs - expectedMs) > PLAYOUT_JITTER_MS) {
        const last = this.#nextPlayoutFrame - 1;
        this.#nextPlayoutFrame = Math.round((atMs - this.#playoutFrames.openMs) / FRAME_MS);
        if (this.#nextPlayoutFrame - last <= LAGS && this.#memory.hasSound(last)) {
          this.#memory.bridge(last, this.#nextPlayoutFrame);
          const lag = this.#lag === undefined ? LAGS : Math.ceil(this.#lag / FRAME);
          this.#brokenUntil = this.#nextPlayoutFrame + lag + MENDING_FRAMES;
        }
      }
    }
    this.#playoutFrames.push(pcm, sampleRate, (sound) => {
      const frame = this.#nextPlayoutFrame++;
      this.#playout.set(frame, sound);
      this.#memory.set(frame, this.#playoutBands.analyse(sound));
      if (this.#memory.isAudible(frame)) this.#playedUntil = frame;
    });
  }

  /** Takes the microphone's audio, without gaps, in pieces of any size. */
  push(pcm: Int16Array): VoiceActivityEvent[] {
    const events: VoiceActivityEvent[] = [];
    this.#microphoneFrames.push(pcm, this.#sampleRate, (sound) => {
      const event = this.#hear(this.#nextFrame++, sound);
      if (event) events.push(event);
    });
    return events;
  }

  #hear(frame: number, sound: Float32Array): VoiceActivityEvent | undefined {
    this.#memory.silenceUpTo(frame);
    const isPlaying = frame - this.#playedUntil <= LAGS;
    const energies = this.#microphoneBands.analyse(sound);
    this.#left.set(energies);
    this.#microphone.set(frame, sound);
    // If the playout cuts a knock in two, its loud part counts as well: its decay alone would pass for a voice.
    const rest = isPlaying ? this.#canceller.process(frame, sound) : sound;
    this.#residual.set(frame, rest);
    if (isPlaying) {
      const left = this.#residualBands.analyse(rest);
      // When the echo path has changed, the filter adds energy instead of removing it.
      for (let band = 0; band < BANDS; band++) this.#left[band] = Math.min(this.#left[band]!, left[band]!);
    }
    if (frame < FIRST_NOISE_FRAMES) {
      this.#hearFirst(energies);
      return undefined;
    }
    for (let band = 0; band < BANDS; band++) {
      this.#leftDb[band] = 10 * Math.log10(this.#left[band]! + 1e-12);
      this.#heardDb[band] = 10 * Math.log10(energies[band]! + 1e-12);
    }
    this.#echo.hear(frame, this.#leftDb);
    this.#wholeEcho.hear(frame, this.#heardDb);
    const excess = this.#excessOver((band) => this.#boundDb(frame, band));
    const soundExcess = this.#excessOver((band) => this.#echo.leastBoundDb(band));
    this.#unexplained = this.#leak * this.#unexplained + evidenceOf(excess);
    this.#sound = this.#leak * this.#sound + evidenceOf(soundExcess);
    this.#unexplainedFrames = this.#unexplained < this.#enough ? 0 : this.#unexplainedFrames + 1;
    this.#soundFrames = this.#sound < this.#enough ? 0 : this.#soundFrames + 1;
    const isSpeech = excess > (this.#speaking ? STILL_SPEECH_DB : SPEECH_DB);
    this.#followNoise(energies, isSpeech);
    this.#recent.push(isSpeech);
    if (this.#recent.length > this.#windowFrames) this.#recent.shift();
    if (this.#speaking) {
      if (isPlaying && isSpeech) this.#lookForMovedEcho(frame);
      return this.#awaitEnd(frame, isSpeech);
    }
    if (isPlaying && this.#unexplained < CHANCE_FRAMES) {
      this.#echo.learn(this.#left, this.#noise);
      this.#wholeEcho.learn(energies, this.#noise);
    }
    return this.#awaitStart(frame, isPlaying);
  }

  /** The maximum level of an echo in this frame. The canceller does not reduce the echo of an interrupted playout. */
  #boundDb(frame: number, band: number): number {
    const left = this.#echo.boundDb(band);
    return frame > this.#brokenUntil ? left : Math.max(left, this.#wholeEcho.boundDb(band));
  }

  #excessOver(echoDb: (band: number) => number): number {
    let excess = 0;
    for (let band = 0; band < BANDS; band++) {
      const noiseDb = 10 * Math.log10(NOISE_MARGIN * this.#noise[band]!);
      const over = this.#leftDb[band]! - Math.max(noiseDb, echoDb(band));
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
      if (!this.#isSomebody(frame)) return undefined;
    } else if (this.#unexplainedFrames === 0) return undefined;
    if (this.#isToneOrKnock(frame, isPlaying)) return undefined;
    this.#speaking = true;
    this.#lookedFrame = frame;
    this.#unexplainedFrames = 0;
    this.#soundFrames = 0;
    this.#lastSpeechFrame = frame;
    const first = Math.max(0, this.#recent.indexOf(true));
    return { kind: 'speech_started', atMs: (frame - this.#recent.length + 1 + first) * FRAME_MS };
  }

  #isSomebody(frame: number): boolean {
    const unexplainedFrames = this.#unexplainedFrames;
    const soundFrames = this.#soundFrames;
    if (unexplainedFrames > 0) {
      if ((unexplainedFrames - 1) % LOOK_AGAIN > 0) return false;
      return this.#look(frame, Math.min(LONGEST_LOOK, SHORTEST_LOOK + unexplainedFrames - 1));
    }
    if (this.#echo.isLagKnown || soundFrames === 0) return false;
    if (soundFrames >= UNKNOWN_LOOK - SHORTEST_LOOK && (soundFrames - 1) % LOOK_AGAIN === 0) {
      return this.#look(frame, Math.min(LONGEST_LOOK, SHORTEST_LOOK + soundFrames));
    }
    return false;
  }

  /** Whether the last `frames` frames are the user's speech. If they are an echo, its delay is learned. */
  #look(frame: number, frames: number): boolean {
    const { lag, value } = this.#compare(frame, frames);
    const share = (frames - SHORTEST_LOOK) / (LONGEST_LOOK - SHORTEST_LOOK);
    const between = ([shortest, longest]: readonly [number, number]) =>
      shortest + share * (longest - shortest);
    const isSame = this.#isSameLag(lag);
    if (value > between(isSame ? SAME_ECHO_LIKENESS : ECHO_LIKENESS)) {
      this.#accept(frame, lag);
      return false;
    }
    if (frames === LONGEST_LOOK) return true;
    // An empty jitter buffer repeats its last sound, then stretches the next, which is no recognizable copy.
    return frame > this.#brokenUntil && value < between(isSame ? SAME_OTHER_LIKENESS : OTHER_LIKENESS);
  }

  /** Finds an echo whose delay has changed during speech; otherwise it would count as speech that never ends. */
  #lookForMovedEcho(frame: number): void {
    if (frame - this.#lookedFrame < LOOK_WHILE_SPEAKING) return;
    this.#lookedFrame = frame;
    const { lag, value } = this.#compare(frame, LONGEST_LOOK);
    if (value > (this.#isSameLag(lag) ? SAME_ECHO_LIKENESS[0] : MOVED_LIKENESS)) this.#accept(frame, lag);
  }

  #compare(frame: number, frames: number): Likeness {
    return this.#likeness.find(this.#clearest(frame, frames), frame, frames);
  }

  #isToneOrKnock(frame: number, isPlaying: boolean): boolean {
    const sound = isPlaying ? this.#clearest(frame, LONGEST_LOOK) : this.#microphone;
    sound.read((frame - LONGEST_LOOK + 1) * FRAME, this.#scratch, this.#scratch.length);
    return isToneOrKnock(this.#scratch);
  }

  /**
   * Returns the canceller's output if it is clearly quieter, else the microphone's audio: when the echo path has
   * changed, the filter only adds energy.
   */
  #clearest(frame: number, frames: number): FrameRing {
    const isBetter =
      this.#energyOf(this.#residual, frame, frames) <
      WORTH_CANCELLING * this.#energyOf(this.#microphone, frame, frames);
    return isBetter ? this.#residual : this.#microphone;
  }

  #isSameLag(lag: number): boolean {
    return this.#lag !== undefined && Math.abs(lag - this.#lag) < SAME_LAG;
  }

  #accept(frame: number, lag: number): void {
    this.#canceller.moveTo(lag, frame);
    // The bound of a frame includes the two frames after it.
    const lagFrames = Math.max(0, Math.floor(lag / FRAME) - 1);
    // If only the delay has changed, the filter removes the echo at the new delay; otherwise the echo is new or louder.
    const hasMoved =
      this.#lag !== undefined &&
      this.#canceller.leaves(this.#microphone, frame, SHORTEST_LOOK) <
        MOVED * this.#energyOf(this.#microphone, frame, SHORTEST_LOOK);
    const wholeEcho = this.#wholeEcho;
    wholeEcho.accept(lagFrames, SHORTEST_LOOK, (band) => wholeEcho.gainOf(band) + LOUDER_DB);
    if (hasMoved) this.#echo.moveTo(lagFrames);
    else {
      this.#echo.accept(lagFrames, SHORTEST_LOOK, (band) => wholeEcho.gainOf(band));
      this.#canceller.forgetFilter();
    }
    this.#lag = lag;
    this.#unexplained = 0;
    this.#unexplainedFrames = 0;
    this.#sound = 0;
    this.#soundFrames = 0;
    this.#recent = [];
  }

  #energyOf(sound: FrameRing, last: number, frames: number): number {
    const scratch = this.#scratch;
    sound.read((last - frames + 1) * FRAME, scratch, frames * FRAME);
    let sum = 0;
    for (let i = 0; i < frames * FRAME; i++) sum += scratch[i]! ** 2;
    return sum;
  }

  #hearFirst(energies: Float32Array): void {
    const first = this.#first;
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
    if (energies.every((energy) => energy < NO_SOUND)) return;
    for (let band = 0; band < BANDS; band++) {
      const noise = this.#noise[band]!;
      const energy = energies[band]!;
      if (energy < noise) {
        this.#noise[band] = Math.max(LOWEST_NOISE[band]!, noise + 0.1 * (energy - noise));
      } else if (this.#echo.boundDb(band) < 10 * Math.log10(noise)) {
        const isQuiet = !isSpeech && energy < 4 * NOISE_MARGIN * noise;
        const rise = isQuiet ? NOISE_RISE_IN_PAUSE_DB : NOISE_RISE_DB;
        this.#noise[band] = noise * 10 ** (rise / 10);
      }
    }
  }
}

/** Returns how far a frame counts as speech, 0 to 1. */
function evidenceOf(excessDb: number): number {
  return clamp((excessDb - EXPLAINED_DB) / (SPEECH_DB - EXPLAINED_DB));
}
