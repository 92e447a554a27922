import { AudioFrame, type AudioSource } from '@livekit/rtc-node';
import { seededRandom } from './inside.ts';

const CHUNK_MS = 10;
/** From the loudspeaker to the microphone and through the queues of both: the most that the event loop may be late. */
const DELAY_MS = 200;

/**
 * A loudspeaker beside an open microphone. No page can delay a browser's loudspeaker or microphone, so the echo always
 * comes after the same time: echo that this process is too late for is lost.
 */
export class AcousticEcho {
  readonly #microphone: AudioSource;
  readonly #gain: number;
  readonly #noise: number;
  readonly #random = seededRandom(1);
  /** When the microphone will have sent all its sound. */
  #sentAt: number;
  #lateMs = 0;

  /** `gain`: of the echo; `noise`: amplitude of the room's noise, as samples. */
  constructor(microphone: AudioSource, gain: number, noise: number) {
    this.#microphone = microphone;
    this.#gain = gain;
    this.#noise = noise;
    this.#sentAt = performance.now();
    const samples = (microphone.sampleRate * CHUNK_MS) / 1000;
    for (let ms = 0; ms < DELAY_MS; ms += CHUNK_MS) this.#record(new Int16Array(samples));
  }

  /** The next 10 ms of the loudspeaker, mono, at the microphone's rate. */
  play(pcm: Int16Array): void {
    const now = performance.now();
    this.#lateMs += Math.max(0, now - this.#sentAt);
    this.#sentAt = Math.max(now, this.#sentAt);
    if (this.#lateMs < CHUNK_MS) this.#record(pcm);
    else this.#lateMs -= CHUNK_MS;
  }

  #record(heard: Int16Array): void {
    const pcm = Int16Array.from(heard, (sample) =>
      Math.round(sample * this.#gain + (this.#random() * 2 - 1) * this.#noise),
    );
    this.#sentAt += CHUNK_MS;
    this.#microphone
      .captureFrame(new AudioFrame(pcm, this.#microphone.sampleRate, 1, pcm.length))
      .catch(() => undefined);
  }
}
