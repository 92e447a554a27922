import { BAND_WIDTHS, BANDS, BandEnergies, FRAME_MS } from './band-energies.ts';
import { EchoEstimate } from './echo-estimate.ts';

export interface VoiceActivityEvent {
  kind: 'speech_started' | 'speech_ended';
  /** When the speech began or ended, on the clock of the pushed sound; earlier than the push that tells it. */
  atMs: number;
}

export interface VoiceActivityOptions {
  /** How much sound of speech it takes: shorter is a click or a cough. */
  minSpeechMs?: number;
  /** The silence that ends an utterance. */
  hangoverMs?: number;
}

const DEFAULTS = { minSpeechMs: 80, hangoverMs: 500 };
/** Speech must fill about `minSpeechMs` of a time this much longer. */
const WINDOW_SLACK_MS = 100;
/** How far above noise and echo (all bands together) a frame is speech. */
const SPEECH_DB = 21;
const STILL_SPEECH_DB = 15;
/** So many frames that are neither noise nor echo may be chance; more are somebody, not to be learned as echo. */
const CHANCE_FRAMES = 2.5;
/** Noise varies from frame to frame; its mean times this (5 dB) is still noise. */
const NOISE_MARGIN = 3;
/**
 * Energy that is silence on any line: white noise of -56 dB of full scale. Lower is a microphone that was muted or
 * gated, and its noise, when it comes back, must not be somebody.
 */
const LOWEST_NOISE = Float32Array.from(BAND_WIDTHS, (hz) => 2e-10 * hz);
/** A frame below that in each band is no sound of a room at all: a gap in the transmission. */
const NO_SOUND = 1e-9;
/** dB a frame. The floor falls at once, and rises slowly even through speech, so that a new fan becomes noise. */
const NOISE_RISE_DB = 0.03;
const NOISE_RISE_IN_PAUSE_DB = 0.25;
/** At the start, the quietest moment is taken for the room's noise; nothing is reported. */
const FIRST_NOISE_FRAMES = 20;
const FIRST_NOISE_MEAN_FRAMES = 3;
/** The quietest of several means is below their mean. */
const QUIETEST_TO_MEAN = 1.6;
const PLAYOUT_JITTER_MS = 25;
/** A waveform so like our own playout, after whatever delay, is echo that has become louder or has moved. */
const ECHO_LIKENESS = 0.52;
/** Enough after the delay that is known, where chance has little choice. */
const ECHO_LIKENESS_KNOWN_DELAY = 0.42;
/**
 * What is as like it as this may be: more is awaited before it is told. After so many frames nothing is left of what
 * raised the doubt; if the new sound resembles playout of the same delay, that is no chance.
 */
const DOUBTFUL_LIKENESS = 0.34;
const LONGEST_DOUBT_FRAMES = 14;
const SAME_LAG = 2;

/**
 * Hears when someone begins and ceases to speak: energy in seven bands above a noise floor that follows the room. Told
 * what is being played (`pushPlayout`), it learns how that comes back through the microphone and does not take it
 * for speech, while it does hear somebody who talks over it.
 */
export class VoiceActivityDetector {
  private readonly sampleRate: number;
  private readonly windowFrames: number;
  private readonly hangoverFrames: number;
  /** Of frames that are neither noise nor echo. */
  private readonly enough: number;
  private readonly microphone = new BandEnergies();
  private readonly playout = new BandEnergies();
  private readonly echo: EchoEstimate;
  private readonly noise = LOWEST_NOISE.slice();
  private readonly first: Float32Array[] = [];
  private readonly energiesDb = new Float32Array(BANDS);
  private readonly noiseDb = new Float32Array(BANDS);
  private nextFrame = 0;
  private nextPlayoutFrame = 0;
  /** Which of the latest frames were speech. */
  private recent: boolean[] = [];
  private doubted = 0;
  private doubtfulLag = 0;
  private lastSpeechFrame = -1;
  private speaking = false;

  /** `sampleRate` of the microphone's mono sound. */
  constructor(sampleRate: number, options: VoiceActivityOptions = {}) {
    const { minSpeechMs, hangoverMs } = { ...DEFAULTS, ...options };
    this.sampleRate = sampleRate;
    const minFrames = Math.max(1, Math.round(minSpeechMs / FRAME_MS));
    this.windowFrames = minFrames + Math.round(WINDOW_SLACK_MS / FRAME_MS);
    this.hangoverFrames = Math.round(hangoverMs / FRAME_MS);
    this.echo = new EchoEstimate(this.windowFrames);
    // What `minFrames` in a row come to when each is forgotten a little with every other.
    this.enough = this.windowFrames * (1 - (1 - 1 / this.windowFrames) ** minFrames) - 0.1;
  }

  get isSpeech(): boolean {
    return this.speaking;
  }

  /**
   * What is given to the loudspeaker, mono. `atMs` is its place on the microphone's clock (0 at the first pushed
   * sample) and defaults to right after the last; push it no later than the microphone's sound of that time.
   */
  pushPlayout(pcm: Int16Array, sampleRate: number, atMs?: number): void {
    if (atMs !== undefined) {
      // Places that only jitter are taken for gapless sound: a frame left out would look like a pause.
      const expectedMs = this.nextPlayoutFrame * FRAME_MS + this.playout.openMs;
      if (Math.abs(atMs - expectedMs) > PLAYOUT_JITTER_MS) {
        this.nextPlayoutFrame = Math.round((atMs - this.playout.openMs) / FRAME_MS);
      }
    }
    this.playout.push(pcm, sampleRate, (energies, sound) => {
      this.echo.addPlayout(this.nextPlayoutFrame++, energies, sound);
    });
  }

  /** The microphone's sound, gapless, in pieces of any size. */
  push(pcm: Int16Array): VoiceActivityEvent[] {
    const events: VoiceActivityEvent[] = [];
    this.microphone.push(pcm, this.sampleRate, (energies, sound) => {
      const event = this.hear(this.nextFrame++, energies, sound);
      if (event) events.push(event);
    });
    return events;
  }

  private hear(frame: number, energies: Float32Array, sound: Float32Array): VoiceActivityEvent | undefined {
    const isFirst = frame < FIRST_NOISE_FRAMES;
    if (isFirst) this.hearFirst(energies);
    for (let band = 0; band < BANDS; band++) {
      this.energiesDb[band] = 10 * Math.log10(energies[band]! + 1e-12);
      this.noiseDb[band] = 10 * Math.log10(NOISE_MARGIN * this.noise[band]!);
    }
    this.echo.hear(frame, this.energiesDb, isFirst ? this.energiesDb : this.noiseDb, sound);
    if (isFirst) return undefined;
    const isSpeech = this.echo.excessDb > (this.speaking ? STILL_SPEECH_DB : SPEECH_DB);
    this.followNoise(energies, isSpeech);
    this.recent.push(isSpeech);
    if (this.recent.length > this.windowFrames) this.recent.shift();
    if (!this.speaking && this.echo.unexplained < CHANCE_FRAMES) this.echo.learn(energies, this.noise);
    return this.speaking ? this.awaitEnd(frame, isSpeech) : this.awaitStart(frame);
  }

  private awaitEnd(frame: number, isSpeech: boolean): VoiceActivityEvent | undefined {
    if (isSpeech) this.lastSpeechFrame = frame;
    if (frame - this.lastSpeechFrame < this.hangoverFrames) return undefined;
    this.speaking = false;
    return { kind: 'speech_ended', atMs: (this.lastSpeechFrame + 1) * FRAME_MS };
  }

  private awaitStart(frame: number): VoiceActivityEvent | undefined {
    if (this.echo.unexplained < this.enough) {
      this.doubted = 0;
      return undefined;
    }
    if (this.echo.audible && this.isEcho()) return undefined;
    this.speaking = true;
    this.doubted = 0;
    this.lastSpeechFrame = frame;
    const first = Math.max(0, this.recent.indexOf(true));
    return { kind: 'speech_started', atMs: (frame - this.recent.length + 1 + first) * FRAME_MS };
  }

  private isEcho(): boolean {
    const { lag, value } = this.echo.likeness();
    const known = this.echo.delayFrames;
    const isKnown = known !== undefined && Math.abs(lag - known) <= SAME_LAG;
    if (this.doubted === 0) this.doubtfulLag = lag;
    const isCertain = value > (isKnown ? ECHO_LIKENESS_KNOWN_DELAY : ECHO_LIKENESS);
    const isDoubtful = value > DOUBTFUL_LIKENESS;
    const isAgain = this.doubted >= LONGEST_DOUBT_FRAMES && Math.abs(lag - this.doubtfulLag) <= SAME_LAG;
    if (isCertain || (isDoubtful && isAgain)) {
      this.echo.accept(lag);
      this.recent = [];
      this.doubted = 0;
      return true;
    }
    return isDoubtful && this.doubted++ < LONGEST_DOUBT_FRAMES;
  }

  private hearFirst(energies: Float32Array): void {
    const { first } = this;
    first.push(energies.slice());
    if (first.length < FIRST_NOISE_MEAN_FRAMES) return;
    const latest = first.slice(-FIRST_NOISE_MEAN_FRAMES);
    for (let band = 0; band < BANDS; band++) {
      const mean = latest.reduce((sum, each) => sum + each[band]!, 0) / latest.length;
      const quietest = first.length === latest.length ? mean * QUIETEST_TO_MEAN : this.noise[band]!;
      this.noise[band] = Math.max(LOWEST_NOISE[band]!, Math.min(quietest, mean * QUIETEST_TO_MEAN));
    }
    if (first.length === FIRST_NOISE_FRAMES) first.length = 0;
  }

  private followNoise(energies: Float32Array, isSpeech: boolean): void {
    if (energies.every((energy) => energy < NO_SOUND)) return;
    for (let band = 0; band < BANDS; band++) {
      const noise = this.noise[band]!;
      const energy = energies[band]!;
      if (energy < noise) {
        this.noise[band] = Math.max(LOWEST_NOISE[band]!, noise + 0.1 * (energy - noise));
      } else if (this.echo.expectedDb(band) < 10 * Math.log10(noise)) {
        const isQuiet = !isSpeech && energy < 4 * NOISE_MARGIN * noise;
        const rise = isQuiet ? NOISE_RISE_IN_PAUSE_DB : NOISE_RISE_DB;
        this.noise[band] = noise * 10 ** (rise / 10);
      }
    }
  }
}
