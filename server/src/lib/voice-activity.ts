import { BANDS, BandEnergies, FRAME_MS } from './band-energies.ts';
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
/** Speech must fill `minSpeechMs` of a window this much longer. */
const WINDOW_SLACK_MS = 100;
/** How far above noise and echo (all bands together, each counted up to `BAND_LIMIT_DB`) a frame is speech. */
const SPEECH_DB = 21;
const STILL_SPEECH_DB = 15;
const BAND_LIMIT_DB = 12;
/** Uncertainty of the echo's estimate: 6 dB. */
const ECHO_MARGIN = 4;
/** Noise varies from frame to frame; its mean times this is still noise. */
const NOISE_MARGIN = 3;
/** Energy per band that is silence on any line (about -75 dB of full scale). */
const LOWEST_NOISE = 3e-8;
/** dB a frame. The floor falls at once, and rises slowly even through speech, so that a new fan becomes noise. */
const NOISE_RISE_DB = 0.03;
const NOISE_RISE_IN_PAUSE_DB = 0.25;
/** At the start, the room's mean is taken for its noise; nothing is reported. */
const FIRST_NOISE_FRAMES = 20;
const PLAYOUT_JITTER_MS = 25;
/** Likeness to our own playout from which an event is echo after all: strict while the delay is unknown. */
const ECHO_LIKENESS = 0.85;
const ECHO_LIKENESS_KNOWN_DELAY = 0.9;

/**
 * Hears when someone begins and ceases to speak: energy in seven bands above a noise floor that follows the room. Told
 * what is being played (`pushPlayout`), it learns how that comes back through the microphone and does not take it
 * for speech, while it does hear somebody who talks over it.
 */
export class VoiceActivityDetector {
  private readonly sampleRate: number;
  private readonly minFrames: number;
  private readonly windowFrames: number;
  private readonly hangoverFrames: number;
  private readonly microphone = new BandEnergies();
  private readonly playout = new BandEnergies();
  private readonly echo = new EchoEstimate();
  private readonly noise = new Float32Array(BANDS).fill(LOWEST_NOISE);
  private nextFrame = 0;
  private nextPlayoutFrame = 0;
  /** Frames of speech among the latest ones; bit 0 is the latest. */
  private recent: boolean[] = [];
  private lastSpeechFrame = -1;
  private speaking = false;

  /** `sampleRate` of the microphone's mono sound. */
  constructor(sampleRate: number, options: VoiceActivityOptions = {}) {
    const { minSpeechMs, hangoverMs } = { ...DEFAULTS, ...options };
    this.sampleRate = sampleRate;
    this.minFrames = Math.max(1, Math.round(minSpeechMs / FRAME_MS));
    this.windowFrames = this.minFrames + Math.round(WINDOW_SLACK_MS / FRAME_MS);
    this.hangoverFrames = Math.round(hangoverMs / FRAME_MS);
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
    this.playout.push(pcm, sampleRate, (energies) => {
      this.echo.addPlayout(this.nextPlayoutFrame++, energies);
    });
  }

  /** The microphone's sound, gapless, in pieces of any size. */
  push(pcm: Int16Array): VoiceActivityEvent[] {
    const events: VoiceActivityEvent[] = [];
    this.microphone.push(pcm, this.sampleRate, (energies) => {
      const event = this.hear(this.nextFrame++, energies);
      if (event) events.push(event);
    });
    return events;
  }

  private hear(frame: number, energies: Float32Array): VoiceActivityEvent | undefined {
    const echo = this.echo.expect(frame, energies);
    if (frame < FIRST_NOISE_FRAMES) {
      this.noise.forEach((noise, band) => {
        this.noise[band] = Math.max(LOWEST_NOISE, noise + (energies[band]! - noise) / (frame + 1));
      });
      return undefined;
    }
    const excess = this.excessOver(echo, energies);
    const isSpeech = excess > (this.speaking ? STILL_SPEECH_DB : SPEECH_DB);
    this.followNoise(energies, isSpeech, echo);
    this.recent.push(isSpeech);
    if (this.recent.length > this.windowFrames) this.recent.shift();
    const count = this.recent.filter(Boolean).length;
    // A few frames above the estimate are its own uncertainty; more are somebody, who is not to be learned as echo.
    if (count < 3) this.echo.learn(this.noise);

    if (this.speaking) {
      if (isSpeech) this.lastSpeechFrame = frame;
      if (frame - this.lastSpeechFrame < this.hangoverFrames) return undefined;
      this.speaking = false;
      return { kind: 'speech_ended', atMs: (this.lastSpeechFrame + 1) * FRAME_MS };
    }
    if (count < this.minFrames) return undefined;
    if (this.echo.audible && this.isEcho()) {
      this.echo.raise();
      this.recent = [];
      return undefined;
    }
    this.speaking = true;
    this.lastSpeechFrame = frame;
    const first = this.recent.indexOf(true);
    return { kind: 'speech_started', atMs: (frame - this.recent.length + 1 + first) * FRAME_MS };
  }

  private isEcho(): boolean {
    const limit = this.echo.delayFrames === undefined ? ECHO_LIKENESS : ECHO_LIKENESS_KNOWN_DELAY;
    return this.echo.likeness(this.noise) > limit;
  }

  private excessOver(echo: Float32Array, energies: Float32Array): number {
    let sum = 0;
    for (let band = 0; band < BANDS; band++) {
      const expected = NOISE_MARGIN * this.noise[band]! + ECHO_MARGIN * echo[band]!;
      sum += Math.min(BAND_LIMIT_DB, Math.max(0, 10 * Math.log10(energies[band]! / expected)));
    }
    return sum;
  }

  private followNoise(energies: Float32Array, isSpeech: boolean, echo: Float32Array): void {
    for (let band = 0; band < BANDS; band++) {
      const noise = this.noise[band]!;
      const energy = energies[band]!;
      if (energy < noise) this.noise[band] = Math.max(LOWEST_NOISE, noise + 0.1 * (energy - noise));
      else if (echo[band]! < noise) {
        const isQuiet = !isSpeech && energy < 4 * NOISE_MARGIN * noise;
        const rise = isQuiet ? NOISE_RISE_IN_PAUSE_DB : NOISE_RISE_DB;
        this.noise[band] = noise * 10 ** (rise / 10);
      }
    }
  }
}
