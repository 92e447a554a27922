/** Speech is recognised as such a while after it began, and begins softly: so much before it belongs to it. */
const PRE_ROLL_MS = 200;
/** Kept of what may turn out to be speech: a short remark is understood before it is let through. */
const MEMORY_MS = 1800;
const SAMPLES_PER_MS = 24;

/**
 * Between the consumer's microphone and an engine that listens by itself: while our own sound may come back through
 * a loudspeaker, the engine hears silence, unless the consumer speaks over it. Otherwise the avatar would interrupt
 * itself. Silence, not nothing: an engine's own detector counts time by samples.
 */
export class EchoGate {
  readonly #held: Int16Array[] = [];
  #heldSamples = 0;

  /**
   * What the engine is to hear now. `playing`: our sound may be in `pcm`; `speaking`: the consumer speaks, and has done so
   * for `speechMs`.
   */
  pass(pcm: Int16Array, playing: boolean, speaking: boolean, speechMs = 100): Int16Array[] {
    if (speaking || !playing) {
      this.#keep(speechMs + PRE_ROLL_MS);
      // What was held is let through only for speech; it was replaced by silence when it came.
      const passed = speaking ? [...this.#held, pcm] : [pcm];
      this.#drop();
      return passed;
    }
    this.#held.push(pcm);
    this.#heldSamples += pcm.length;
    this.#keep(MEMORY_MS);
    return [new Int16Array(pcm.length)];
  }

  #keep(ms: number): void {
    while (this.#heldSamples > ms * SAMPLES_PER_MS) this.#heldSamples -= this.#held.shift()!.length;
  }

  #drop(): void {
    this.#held.length = 0;
    this.#heldSamples = 0;
  }
}
