import type { ModelManifest } from '../catalogue/model-entry.ts';
import { OnnxGraph } from './onnx-graph.ts';
import { writeModel } from './write-model.ts';

export interface TinyTurns {
  /** The ONNX opset version that the files declare; default: 17. */
  opset?: number;
  over?: number;
}

/**
 * Writes models with the files and names of Silero VAD and Smart Turn, small enough for a test: a frame's probability
 * of speech is its loudest sample, and every turn is equally likely over. Returns their manifest.
 */
export function writeTinyTurns(
  folder: string,
  { opset, over = 0.9 }: TinyTurns = {},
): Promise<ModelManifest> {
  return writeModel(
    folder,
    { name: 'turns', purpose: 'turns', title: 'Takes what is loud for speech', languages: ['*'] },
    {
      'silero_vad.onnx': silero().toModel(opset),
      'smart-turn-v3.2-cpu.onnx': smartTurn(over).toModel(opset),
    },
  );
}

function silero(): OnnxGraph {
  const graph = new OnnxGraph();
  const loudness = graph.node('Abs', [graph.input('input', 'float32', [1, 'samples'])]);
  const state = graph.input('state', 'float32', [2, 1, 128]);
  graph.input('sr', 'int64', []);
  graph.node('ReduceMax', [loudness], { keepdims: 1 }, 'output');
  graph.node('Identity', [state], {}, 'stateN');
  graph.output('output', 'float32', [1, 1]);
  graph.output('stateN', 'float32', [2, 1, 128]);
  return graph;
}

function smartTurn(over: number): OnnxGraph {
  const graph = new OnnxGraph();
  graph.input('input_features', 'float32', [1, 80, 800]);
  graph.node('Identity', [graph.floats(over)], {}, 'logits');
  graph.output('logits', 'float32', [1]);
  return graph;
}
