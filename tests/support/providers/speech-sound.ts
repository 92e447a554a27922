/** Returns audio as loud as speech: a voiced tone in syllables of 150 ms. Deterministic. */
export function speechSound(durationMs: number, sampleRate: number, pitchHz = 140): Int16Array {
  const pcm = new Int16Array(Math.round((durationMs * sampleRate) / 1000));
  for (let i = 0; i < pcm.length; i++) {
    const t = i / sampleRate;
    const syllable = 0.35 + 0.65 * Math.sin((Math.PI * t) / 0.15) ** 2;
    const voice =
      Math.sin(2 * Math.PI * pitchHz * t) +
      0.5 * Math.sin(4 * Math.PI * pitchHz * t) +
      0.25 * Math.sin(6 * Math.PI * pitchHz * t);
    pcm[i] = Math.round(6000 * syllable * voice);
  }
  return pcm;
}

export function silence(durationMs: number, sampleRate: number): Int16Array {
  return new Int16Array(Math.round((durationMs * sampleRate) / 1000));
}

export function toBase64(pcm: Int16Array): string {
  return Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength).toString('base64');
}

export function fromBase64(base64: string): Int16Array {
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length % 2 !== 0) throw new Error('half a sample');
  return new Int16Array(new Uint8Array(bytes).buffer);
}

/** Returns the mean absolute value. */
export function loudness(pcm: Int16Array): number {
  let sum = 0;
  for (const sample of pcm) sum += Math.abs(sample);
  return pcm.length === 0 ? 0 : sum / pcm.length;
}

/** How a simulated provider detects speech: it starts with the first loud chunk and ends after 300 ms of silence. */
export class LoudnessDetector {
  speaking = false;
  receivedMs = 0;
  #quietMs = 0;

  /** Returns what changed with this chunk. */
  push(pcm: Int16Array, sampleRate: number): 'started' | 'stopped' | undefined {
    const ms = (pcm.length * 1000) / sampleRate;
    this.receivedMs += ms;
    if (loudness(pcm) > 300) {
      this.#quietMs = 0;
      if (this.speaking) return undefined;
      this.speaking = true;
      return 'started';
    }
    if (!this.speaking) return undefined;
    this.#quietMs += ms;
    if (this.#quietMs < 300) return undefined;
    this.speaking = false;
    return 'stopped';
  }
}
