import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { InferenceSession, OnnxRuntime, SessionOptions } from './onnx-types.ts';

/** The machine lacks something that models need; the message tells the operator what. */
export class RuntimeMissing extends Error {
  override readonly name = 'RuntimeMissing';
}

/** A thread that spins while it waits would take the cores that faces and audio need. */
const NO_SPINNING = { session: { intra_op: { allow_spinning: '0' }, inter_op: { allow_spinning: '0' } } };

/**
 * Loads ONNX Runtime: the one that `visavis models add runtime` installed in `modelsFolder`, otherwise an
 * `onnxruntime-node` package that is installed beside this one. Native code: call it in a thread of its own.
 * @throws RuntimeMissing if there is none, or it does not work on this machine
 */
export function loadOnnxRuntime(modelsFolder: string): OnnxRuntime {
  const own = createRequire(join(modelsFolder, 'runtime', 'package.json'));
  const besideUs = createRequire(import.meta.url);
  const refusals: NodeJS.ErrnoException[] = [];
  for (const require of [own, besideUs]) {
    try {
      return require('onnxruntime-node') as OnnxRuntime;
    } catch (error) {
      refusals.push(error as NodeJS.ErrnoException);
    }
  }
  // The error of an installed runtime that does not load is more informative than that of a missing one.
  const broken = refusals.find(({ code }) => code !== 'MODULE_NOT_FOUND');
  if (broken)
    throw new RuntimeMissing(`ONNX Runtime does not work on this machine: ${firstLine(broken.message)}`);
  throw new RuntimeMissing('ONNX Runtime is not installed (npx visavis models add runtime)');
}

/**
 * Opens a model on one CPU thread, without spinning. `run` of the session blocks its thread while it computes.
 * @throws Error, with a single line, if the file is not a model, or of a version that this runtime does not support
 */
export async function openSession(
  runtime: OnnxRuntime,
  model: string | Uint8Array,
  options: SessionOptions = {},
): Promise<InferenceSession> {
  try {
    return await runtime.InferenceSession.create(model, {
      executionProviders: ['cpu'],
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      executionMode: 'sequential',
      graphOptimizationLevel: 'all',
      enableMemPattern: false,
      logSeverityLevel: 3,
      extra: NO_SPINNING,
      ...options,
    });
  } catch (error) {
    throw new Error(`the model cannot be opened: ${firstLine((error as Error).message)}`);
  }
}

const firstLine = (text: string): string => text.split('\n')[0]!.slice(0, 300);
