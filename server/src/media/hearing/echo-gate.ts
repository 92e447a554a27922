/** Audio before the detection that belongs to the speech, which begins softly and is detected late. */
const PRE_ROLL_MS = 200;
/** How much audio is held that may turn out to be speech: backchannels are transcribed before they pass. */
const MEMORY_MS = 1800;
const SAMPLES_PER_MS = 24;

/**
 * Stands between the consumer's microphone and an engine that detects speech by itself. While a loudspeaker may play
 * the avatar's audio into the microphone, the engine gets silence unless the consumer speaks; otherwise the avatar
 * would interrupt itself. It gets silence rather than nothing because an engine's detector counts time by samples.
 */
export class EchoGate {
  readonly #withheld: Int16Array[] = [];
  #withheldSamples = 0;

  /**
   * Returns the audio to give to the engine now.
   * `playing`: `pcm` may contain the avatar's audio. `speaking`: the consumer speaks, and has done so for `speechMs`.
   */
  pass(pcm: Int16Array, playing: boolean, speaking: boolean, speechMs = 100): Int16Array[] {
    if (speaking || !playing) {
      this.#trimTo(speechMs + PRE_ROLL_MS);
      // Held audio is let through only if it is speech; the engine got silence in its place when it arrived.
      const released = speaking ? [...this.#withheld, pcm] : [pcm];
      this.#clear();
      return released;
    }
    this.#withheld.push(pcm);
    this.#withheldSamples += pcm.length;
    this.#trimTo(MEMORY_MS);
    return [new Int16Array(pcm.length)];
  }

  #trimTo(ms: number): void {
    while (this.#withheldSamples > ms * SAMPLES_PER_MS)
      this.#withheldSamples -= this.#withheld.shift()!.length;
  }

  #clear(): void {
    this.#withheld.length = 0;
    this.#withheldSamples = 0;
  }
}
