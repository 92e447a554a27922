import type { ModelManifest } from '../catalogue/model-entry.ts';
import { OnnxGraph } from './onnx-graph.ts';
import { writeModel } from './write-model.ts';

/** The whole vocabulary. The tokens for a blank and for the end may not come first. */
const WORDS = ['Hi', '!', 'Ġ'];
const END = 3;
const START = 4;
const NO_TIMESTAMPS = 5;
const VOCABULARY = 6;

export interface TinyWhisper {
  /** The ONNX opset version that the file declares; default: 17. */
  opset?: number;
  /** The scores of the tokens in the first step, and in later steps. */
  first?: readonly number[];
  later?: readonly number[];
}

/**
 * Writes a model with the files and names of Whisper, small enough for a test. It ignores its input and always
 * transcribes "Hi", although a blank and the end have higher scores. Returns its manifest.
 */
export async function writeTinyWhisper(folder: string, options: TinyWhisper = {}): Promise<ModelManifest> {
  const { opset, first = [1, 1.1, 1.2, 1.3, 0, 0], later = [0, 0, 0, 9, 0, 0] } = options;
  const files: Record<string, string | Uint8Array> = {
    'config.json': JSON.stringify({ decoder_layers: 0, decoder_attention_heads: 1, d_model: 2 }),
    'generation_config.json': JSON.stringify({
      eos_token_id: END,
      decoder_start_token_id: START,
      no_timestamps_token_id: NO_TIMESTAMPS,
      suppress_tokens: [1],
      begin_suppress_tokens: [2, END],
    }),
    'tokenizer.json': JSON.stringify({
      model: { vocab: Object.fromEntries(WORDS.map((word, id) => [word, id])) },
      added_tokens: [END, START, NO_TIMESTAMPS].map((id) => ({ id, content: `<|${id}|>` })),
    }),
    'onnx/encoder_model_quantized.onnx': encoder().toModel(opset),
    'onnx/decoder_model_merged_quantized.onnx': decoder(first, later).toModel(opset),
  };
  const facts = {
    name: 'whisper-of-a-test',
    purpose: 'speech-recognition' as const,
    title: 'Says "Hi"',
    languages: ['en'],
  };
  return writeModel(folder, facts, files);
}

/** Returns the first two bands of each frame. */
function encoder(): OnnxGraph {
  const graph = new OnnxGraph();
  const x = graph.input('input_features', 'float32', [1, 80, 'frames']);
  const turned = graph.node('Transpose', [x], { perm: [0, 2, 1] });
  const part = graph.node('Slice', [turned, graph.ints(0), graph.ints(2), graph.ints(2)]);
  graph.node('Identity', [part], {}, 'last_hidden_state');
  graph.output('last_hidden_state', 'float32', [1, 'frames', 2]);
  return graph;
}

function decoder(first: readonly number[], later: readonly number[]): OnnxGraph {
  const graph = new OnnxGraph();
  graph.input('input_ids', 'int64', [1, 'tokens']);
  graph.input('encoder_hidden_states', 'float32', [1, 'frames', 2]);
  const again = graph.node('Squeeze', [graph.input('use_cache_branch', 'bool', [1]), graph.ints(0)]);
  const scores = (name: string, values: readonly number[]) =>
    graph.constant(name, Float32Array.from(values), [1, 1, VOCABULARY]);
  const chosen = graph.node('Where', [again, scores('later', later), scores('first', first)]);
  graph.node('Identity', [chosen], {}, 'logits');
  graph.output('logits', 'float32', [1, 1, VOCABULARY]);
  return graph;
}
