import { beforeEach, describe, expect, it } from 'vitest';
import { MODEL_RATE } from '../../audio/sample-rates.ts';
import { useFolder } from '../../lib/testing/use-folder.ts';
import type { OnnxRuntime, Tensor } from '../../models/runtime/onnx-types.ts';
import { writeTinyWhisper } from '../../models/testing/tiny-whisper.ts';
import { WhisperModel } from './whisper-model.ts';

const folder = useFolder('of each');
beforeEach(() => writeTinyWhisper(folder));

/** Creates a runtime with these scores for the six tokens in each step, which accepts windows of the given lengths. */
function scripted(steps: readonly (readonly number[])[], isTaken: (frames: number) => boolean = () => true) {
  const frames: number[] = [];
  let step = 0;
  class ScriptedTensor {
    readonly type: string;
    readonly data: Tensor['data'];
    readonly dims: readonly number[];
    constructor(type: string, data: Tensor['data'], dims: readonly number[]) {
      this.type = type;
      this.data = data;
      this.dims = dims;
    }
  }
  const runtime = {
    Tensor: ScriptedTensor,
    InferenceSession: {
      create: async () => ({
        outputNames: ['logits'],
        run: async ({ input_features: features }: Record<string, Tensor>) => {
          if (!features) {
            const scores = Float32Array.from(steps[Math.min(step++, steps.length - 1)]!);
            return { logits: { dims: [1, 1, 6], data: scores } };
          }
          if (!isTaken(features.dims[2]!)) throw new Error('Got invalid dimensions for input');
          frames.push(features.dims[2]!);
          return { last_hidden_state: { dims: [1, 1, 2], data: new Float32Array(2) } };
        },
      }),
    },
  } as unknown as OnnxRuntime;
  return { runtime, frames };
}

const second = new Float32Array(MODEL_RATE);
const END = [0, 0, 0, 9, 0, 0];

describe('Whisper', () => {
  it('returns no words if the same token repeats in both the short and the long window', async () => {
    const { runtime, frames } = scripted([[9, 0, 0, 1, 0, 0]]);
    const model = await WhisperModel.open(runtime, folder);
    frames.length = 0;
    expect((await model.transcribe(second)).text).toBe('');
    expect(frames).toEqual([1000, 3000]);
  });

  it('keeps the window of 30 seconds if the export is built for it', async () => {
    const { runtime, frames } = scripted([[5, 0, 0, 0, 0, 0], END], (count) => count === 3000);
    const model = await WhisperModel.open(runtime, folder);
    expect((await model.transcribe(second)).text).toBe('Hi');
    expect(frames).toEqual([3000, 3000]);
  });
});
