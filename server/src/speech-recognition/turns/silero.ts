import { join } from 'node:path';
import { MODEL_RATE } from '../../audio/sample-rates.ts';
import { openSession } from '../../models/runtime/onnx-runtime.ts';
import type { InferenceSession, OnnxRuntime, Tensor } from '../../models/runtime/onnx-types.ts';

/** Samples that are judged at a time: 32 ms. */
export const SILERO_FRAME = 512;
/** Each frame is preceded by this many samples of the previous one. */
const CONTEXT = 64;
const STATE = [2, 1, 128] as const;
/** The model's state drifts in long non-speech, so it is reset every two seconds, but not during speech. */
const RESET_FRAMES = 62;
const SPEECH_PROBABILITY = 0.35;

/** Silero VAD (snakers4/silero-vad); one session serves any number of streams. */
export class Silero {
  readonly #runtime: OnnxRuntime;
  readonly #session: InferenceSession;
  readonly #rate: Tensor;

  private constructor(runtime: OnnxRuntime, session: InferenceSession) {
    this.#runtime = runtime;
    this.#session = session;
    this.#rate = new runtime.Tensor('int64', BigInt64Array.of(BigInt(MODEL_RATE)), []);
  }

  static async open(runtime: OnnxRuntime, folder: string): Promise<Silero> {
    return new Silero(runtime, await openSession(runtime, join(folder, 'silero_vad.onnx')));
  }

  openStream(): SileroStream {
    const initialState = () => new this.#runtime.Tensor('float32', new Float32Array(256), STATE);
    let state = initialState();
    let age = 0;
    const input = new Float32Array(CONTEXT + SILERO_FRAME);
    return {
      judge: async (frame) => {
        input.copyWithin(0, SILERO_FRAME);
        input.set(frame, CONTEXT);
        const tensor = new this.#runtime.Tensor('float32', input, [1, input.length]);
        const { output, stateN } = await this.#session.run({ input: tensor, state, sr: this.#rate });
        const probability = (output!.data as Float32Array)[0]!;
        age++;
        if (age >= RESET_FRAMES && probability < SPEECH_PROBABILITY) {
          state = initialState();
          age = 0;
        } else state = stateN!;
        return probability;
      },
    };
  }
}

export interface SileroStream {
  /** Returns the likelihood, 0 to 1, that a frame of {@link SILERO_FRAME} samples is speech. */
  judge(frame: Float32Array): Promise<number>;
}
