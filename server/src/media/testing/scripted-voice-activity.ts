import type { EchoDetector } from '../hearing/hearing-deps.ts';

/** A detector whose events are given by the test. They are returned with the next piece of the microphone's audio. */
export class ScriptedVoiceActivity implements EchoDetector {
  readonly playouts: { atMs: number; samples: number }[] = [];
  /** The number of microphone samples it received, at 24 kHz. */
  heardSamples = 0;
  #next: ReturnType<EchoDetector['push']> = [];

  pushPlayout(pcm: Int16Array, _sampleRate: number, atMs: number): void {
    this.playouts.push({ atMs, samples: pcm.length });
  }

  push(pcm: Int16Array): ReturnType<EchoDetector['push']> {
    this.heardSamples += pcm.length;
    return this.#next.splice(0);
  }

  /** @param atMs on the microphone's clock */
  report(kind: 'speech_started' | 'speech_ended', atMs: number): void {
    this.#next.push({ kind, atMs });
  }
}
