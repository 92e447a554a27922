import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { OnnxGraph } from '../inside.ts';
import { readCtranslate2, type Weights } from './read-ctranslate2.ts';

/** Vocabulary size of `whisper-*.en`, which has one token fewer than the others. */
const ENGLISH_TOKENS = 51_864;

/**
 * Converts Whisper from CTranslate2's format to that of `onnx-community/whisper-*`: an encoder, and one decoder for the
 * first and later steps, with 8-bit weights. `source` holds `config.json`, `tokenizer.json`; `weights` is the model.
 */
export async function convertWhisper(source: string, weights: Buffer, target: string): Promise<void> {
  const model = new Whisper(readCtranslate2(weights));
  await mkdir(join(target, 'onnx'), { recursive: true });
  const files: Record<string, string | Uint8Array> = {
    'onnx/encoder_model_quantized.onnx': model.encoder(),
    'onnx/decoder_model_merged_quantized.onnx': model.decoder(),
    'tokenizer.json': await readFile(join(source, 'tokenizer.json')),
    'config.json': JSON.stringify(model.config()),
    'generation_config.json': JSON.stringify(
      describeGeneration(
        model,
        JSON.parse(await readFile(join(source, 'config.json'), 'utf8')) as Suppressed,
      ),
    ),
  };
  for (const [path, content] of Object.entries(files)) await writeFile(join(target, path), content);
}

interface Suppressed {
  suppress_ids: number[];
  suppress_ids_begin: number[];
  lang_ids: number[];
}

/** These tokens have the same order in all Whisper models; the ones after the languages come last. */
function describeGeneration({ vocabulary }: Whisper, { suppress_ids, suppress_ids_begin }: Suppressed) {
  const isMultilingual = vocabulary > ENGLISH_TOKENS;
  const end = isMultilingual ? 50_257 : 50_256;
  return {
    eos_token_id: end,
    decoder_start_token_id: end + 1,
    no_timestamps_token_id: end + 106,
    is_multilingual: isMultilingual,
    suppress_tokens: suppress_ids,
    begin_suppress_tokens: suppress_ids_begin,
    ...(isMultilingual && {
      lang_to_id: Object.fromEntries(LANGUAGES.map((code, n) => [`<|${code}|>`, end + 2 + n])),
      task_to_id: { transcribe: end + 102, translate: end + 101 },
    }),
  };
}

/** The first of Whisper's languages, in its order. */
const LANGUAGES = 'en zh de es ru ko fr ja pt tr pl ca nl ar sv it'.split(' ');

class Whisper {
  readonly vocabulary: number;
  readonly #weights: Weights;
  readonly #width: number;
  readonly #heads: number;
  readonly #layers: number;

  constructor(weights: Weights) {
    this.#weights = weights;
    this.vocabulary = this.#get('decoder/embeddings/weight').dims[0]!;
    this.#width = this.#get('encoder/conv1/weight').dims[0]!;
    this.#heads = this.#get('encoder/num_heads').data[0]!;
    this.#layers = [...weights.keys()].filter((name) =>
      /^encoder\/layer_\d+\/ffn\/linear_0\/weight$/.test(name),
    ).length;
  }

  config(): object {
    return {
      model_type: 'whisper',
      d_model: this.#width,
      decoder_layers: this.#layers,
      decoder_attention_heads: this.#heads,
    };
  }

  encoder(): Uint8Array {
    const g = new OnnxGraph();
    let x = g.input('input_features', 'float32', ['batch', 80, 'frames']);
    for (const [n, strides] of [
      ['conv1', 1],
      ['conv2', 2],
    ] as const) {
      const inputs = [x, this.#keep(g, `encoder/${n}/weight`), this.#keep(g, `encoder/${n}/bias`)];
      x = gelu(g, g.node('Conv', inputs, { pads: [1, 1], strides: [strides], kernel_shape: [3] }));
    }
    x = g.node('Transpose', [x], { perm: [0, 2, 1] });
    const places = this.#keep(g, 'encoder/position_encodings/encodings');
    x = g.node('Add', [x, g.node('Slice', [places, g.ints(0), sizeOf(g, x, 1), g.ints(0)])]);
    for (let layer = 0; layer < this.#layers; layer++) {
      const at = `encoder/layer_${layer}`;
      const y = this.#norm(g, x, `${at}/self_attention/layer_norm`);
      const [q, k, v] = [0, 1, 2].map((part) =>
        this.#split(g, this.#linear(g, y, `${at}/self_attention/linear_0`, part, 3)),
      );
      const attended = this.#attend(g, q!, k!, v!);
      x = g.node('Add', [x, this.#linear(g, attended, `${at}/self_attention/linear_1`)]);
      x = this.#feedForward(g, x, at);
    }
    this.#norm(g, x, 'encoder/layer_norm', 'last_hidden_state');
    g.output('last_hidden_state', 'float32', ['batch', 'places', this.#width]);
    return g.toModel();
  }

  decoder(): Uint8Array {
    const g = new OnnxGraph();
    const headSize = this.#width / this.#heads;
    const ids = g.input('input_ids', 'int64', ['batch', 'tokens']);
    const hidden = g.input('encoder_hidden_states', 'float32', ['batch', 'places', this.#width]);
    for (let layer = 0; layer < this.#layers; layer++)
      for (const part of ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value']) {
        const dims = (past: string) => ['batch', this.#heads, past, headSize];
        g.input(`past_key_values.${layer}.${part}`, 'float32', dims(`past_${part.split('.')[0]}`));
        g.output(`present.${layer}.${part}`, 'float32', dims(`present_${part}`));
      }
    const again = g.node('Squeeze', [g.input('use_cache_branch', 'bool', [1]), g.ints(0)]);
    const past = sizeOf(g, 'past_key_values.0.decoder.key', 2);
    const count = sizeOf(g, ids, 1);
    const total = g.node('Add', [past, count]);
    const places = this.#keep(g, 'decoder/position_encodings/encodings');
    let x = g.node('Add', [this.#embed(g, ids), g.node('Slice', [places, past, total, g.ints(0)])]);
    const mask = maskFuture(g, past, count, total);
    for (let layer = 0; layer < this.#layers; layer++) {
      const at = `decoder/layer_${layer}`;
      const from = (part: string) => `past_key_values.${layer}.${part}`;
      const to = (part: string) => `present.${layer}.${part}`;
      let y = this.#norm(g, x, `${at}/self_attention/layer_norm`);
      const [q, k, v] = [0, 1, 2].map((part) =>
        this.#split(g, this.#linear(g, y, `${at}/self_attention/linear_0`, part, 3)),
      );
      const keys = g.node('Concat', [from('decoder.key'), k!], { axis: 2 }, to('decoder.key'));
      const values = g.node('Concat', [from('decoder.value'), v!], { axis: 2 }, to('decoder.value'));
      y = this.#attend(g, q!, keys, values, mask);
      x = g.node('Add', [x, this.#linear(g, y, `${at}/self_attention/linear_1`)]);

      y = this.#norm(g, x, `${at}/attention/layer_norm`);
      const asked = this.#split(g, this.#linear(g, y, `${at}/attention/linear_0`));
      const [heardKeys, heardValues] = ['key', 'value'].map((part, n) => {
        const fresh = new OnnxGraph(`fresh_${layer}_${part}`, g);
        const made = this.#split(fresh, this.#linear(fresh, hidden, `${at}/attention/linear_1`, n, 2));
        fresh.output(made, 'float32', ['batch', this.#heads, 'places', headSize]);
        const kept = new OnnxGraph(`kept_${layer}_${part}`, g);
        const same = kept.node('Identity', [from(`encoder.${part}`)]);
        kept.output(same, 'float32', ['batch', this.#heads, 'places', headSize]);
        return g.node('If', [again], { then_branch: kept, else_branch: fresh }, to(`encoder.${part}`));
      });
      y = this.#attend(g, asked, heardKeys!, heardValues!);
      x = g.node('Add', [x, this.#linear(g, y, `${at}/attention/linear_2`)]);
      x = this.#feedForward(g, x, at);
    }
    x = this.#norm(g, x, 'decoder/layer_norm');
    const logits = multiply(g, x, 'logits', this.#get('decoder/embeddings/weight'));
    g.node('Identity', [logits], {}, 'logits');
    g.output('logits', 'float32', ['batch', 'tokens', this.vocabulary]);
    return g.toModel();
  }

  /** Embeds words from a table of 8-bit values, one row per word. */
  #embed(g: OnnxGraph, ids: string): string {
    const { dims, data } = this.#get('decoder/embeddings/weight');
    const { values, scales } = quantise(data, dims[0]!, dims[1]!);
    const rows = g.node('Gather', [g.constant('words', values, dims), ids]);
    const scale = g.node('Gather', [g.constant('words_scale', scales, [dims[0]!, 1]), ids]);
    return g.node('Mul', [g.node('Cast', [rows], { to: 1 }), scale]);
  }

  #feedForward(g: OnnxGraph, x: string, at: string): string {
    const y = this.#linear(g, this.#norm(g, x, `${at}/ffn/layer_norm`), `${at}/ffn/linear_0`);
    return g.node('Add', [x, this.#linear(g, gelu(g, y), `${at}/ffn/linear_1`)]);
  }

  /** Uses `part` of `parts`, which are stored one after the other. */
  #linear(g: OnnxGraph, x: string, name: string, part = 0, parts = 1): string {
    const { dims, data } = this.#get(`${name}/weight`);
    const rows = dims[0]! / parts;
    const weight = {
      dims: [rows, dims[1]!],
      data: data.subarray(part * rows * dims[1]!, (part + 1) * rows * dims[1]!),
    };
    const y = multiply(g, x, `${name}/${part}`, weight);
    const bias = this.#weights.get(`${name}/bias`)?.data.subarray(part * rows, (part + 1) * rows);
    return bias ? g.node('Add', [y, g.constant(`${name}/${part}/bias`, bias)]) : y;
  }

  #norm(g: OnnxGraph, x: string, name: string, output?: string): string {
    const inputs = [x, this.#keep(g, `${name}/gamma`), this.#keep(g, `${name}/beta`)];
    return g.node('LayerNormalization', inputs, {}, output);
  }

  #split(g: OnnxGraph, x: string): string {
    const shaped = g.node('Reshape', [x, g.ints(0, -1, this.#heads, this.#width / this.#heads)]);
    return g.node('Transpose', [shaped], { perm: [0, 2, 1, 3] });
  }

  #attend(g: OnnxGraph, q: string, k: string, v: string, mask?: string): string {
    const scaled = g.node('Mul', [q, g.floats((this.#width / this.#heads) ** -0.5)]);
    const scores = g.node('MatMul', [scaled, g.node('Transpose', [k], { perm: [0, 1, 3, 2] })]);
    const masked = mask ? g.node('Add', [scores, mask]) : scores;
    const seen = g.node('MatMul', [g.node('Softmax', [masked], { axis: -1 }), v]);
    return g.node('Reshape', [
      g.node('Transpose', [seen], { perm: [0, 2, 1, 3] }),
      g.ints(0, -1, this.#width),
    ]);
  }

  #keep(g: OnnxGraph, name: string): string {
    const { dims, data } = this.#get(name);
    return g.constant(name, data, dims);
  }

  #get(name: string): { dims: number[]; data: Float32Array } {
    const found = this.#weights.get(name);
    if (!found) throw new Error(`the weights have no ${name}`);
    return found;
  }
}

/** Computes x · Wᵀ in integers: x is quantised at run time, W (one row per output) in advance. */
function multiply(
  g: OnnxGraph,
  x: string,
  name: string,
  { dims, data }: { dims: number[]; data: Float32Array },
): string {
  const [rows, columns] = dims as [number, number];
  const { values, scales } = quantise(data, rows, columns);
  const turned = new Int8Array(values.length);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      turned[column * rows + row] = values[row * columns + column]!;
  const parts = ['whole', 'scale', 'zero'].map((part) => `${x}/${part}/${name}`);
  const [whole, scale, zero] = g.nodeOf('DynamicQuantizeLinear', [x], parts);
  const weight = g.constant(`${name}/q`, turned, [columns, rows]);
  const product = g.node('MatMulInteger', [whole!, weight, zero!]);
  const both = g.node('Mul', [scale!, g.constant(`${name}/s`, scales)]);
  return g.node('Mul', [g.node('Cast', [product], { to: 1 }), both]);
}

/** Quantises to 8 bits, with a scale for each row. */
function quantise(
  data: Float32Array,
  rows: number,
  columns: number,
): { values: Int8Array; scales: Float32Array } {
  const values = new Int8Array(rows * columns);
  const scales = new Float32Array(rows);
  for (let row = 0; row < rows; row++) {
    let most = 1e-12;
    for (let at = row * columns; at < (row + 1) * columns; at++) most = Math.max(most, Math.abs(data[at]!));
    scales[row] = most / 127;
    for (let at = row * columns; at < (row + 1) * columns; at++)
      values[at] = Math.round((data[at]! * 127) / most);
  }
  return { values, scales };
}

function gelu(g: OnnxGraph, x: string): string {
  const bent = g.node('Erf', [g.node('Mul', [x, g.floats(Math.SQRT1_2)])]);
  return g.node('Mul', [g.node('Mul', [x, g.floats(0.5)]), g.node('Add', [bent, g.floats(1)])]);
}

/** Returns the size along an axis, as a row of one number. */
function sizeOf(g: OnnxGraph, x: string, axis: number): string {
  return g.node('Slice', [g.node('Shape', [x]), g.ints(axis), g.ints(axis + 1), g.ints(0)]);
}

/** Masks later tokens: a token attends only to those before it. */
function maskFuture(g: OnnxGraph, past: string, count: string, total: string): string {
  const range = (end: string) =>
    g.node('Range', [
      g.constant('zero', BigInt64Array.of(0n), []),
      g.node('Squeeze', [end, g.ints(0)]),
      g.constant('one', BigInt64Array.of(1n), []),
    ]);
  const rows = g.node('Unsqueeze', [g.node('Add', [range(count), past]), g.ints(1)]);
  const columns = g.node('Unsqueeze', [range(total), g.ints(0)]);
  const later = g.node('Cast', [g.node('Greater', [columns, rows])], { to: 1 });
  return g.node('Mul', [later, g.floats(-1e9)]);
}
