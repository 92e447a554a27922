import { writeModel } from './write-model.ts';

/** GGUF's types of values (ggml's `docs/gguf.md`), and of tokens. */
const TYPE = { uint32: 4, int32: 5, float32: 6, bool: 7, string: 8, array: 9 };
const TOKEN = { normal: 1, control: 3, userDefined: 4 };
const ALIGNMENT = 32;
const HEAD = 32;
const ARCHITECTURE = 'qwen3';

/** The characters by which a byte-level tokenizer writes bytes: most are written as themselves, others above 255. */
const BYTES = (() => {
  const isItself = (byte: number) => (byte > 32 && byte < 127) || (byte > 160 && byte !== 173);
  let others = 256;
  return Array.from({ length: 256 }, (_, byte) => String.fromCharCode(isItself(byte) ? byte : others++));
})();
const MARKS = ['<think>', '</think>'];
const END = '<|end|>';

/**
 * Writes a language model of Qwen3's architecture as if it were installed. Which token follows depends only on the last
 * one, so that a test knows what the model says.
 * @param next what follows a character or a mark of a thought; the answer ends after all others
 */
export async function writeTinyChatModel(
  folder: string,
  { name, template, next }: { name: string; template: string; next: Readonly<Record<string, string>> },
): Promise<void> {
  const tokens = [...BYTES, ...MARKS, END];
  const idOf = (text: string) => (MARKS.includes(text) ? tokens.indexOf(text) : text.charCodeAt(0));
  const size = tokens.length;
  const end = size - 1;
  const output = new Float32Array(size * size);
  for (let id = 0; id < size; id++) {
    const follows = next[id < 256 ? String.fromCharCode(id) : tokens[id]!];
    output[(follows === undefined ? end : idOf(follows)) * size + id] = 4;
  }
  const oneHot = Float32Array.from({ length: size * size }, (_, at) => (at % (size + 1) === 0 ? 1 : 0));
  const ones = (length: number) => new Float32Array(length).fill(1);
  const zeros = (...shape: number[]) => [shape, new Float32Array(shape[0]! * shape[1]!)] as const;
  const tensors: Record<string, readonly [shape: number[], values: Float32Array]> = {
    'token_embd.weight': [[size, size], oneHot],
    'output_norm.weight': [[size], ones(size)],
    'output.weight': [[size, size], output],
    'blk.0.attn_norm.weight': [[size], ones(size)],
    'blk.0.attn_q.weight': zeros(size, HEAD),
    'blk.0.attn_k.weight': zeros(size, HEAD),
    'blk.0.attn_v.weight': zeros(size, HEAD),
    'blk.0.attn_output.weight': zeros(HEAD, size),
    'blk.0.attn_q_norm.weight': [[HEAD], ones(HEAD)],
    'blk.0.attn_k_norm.weight': [[HEAD], ones(HEAD)],
    'blk.0.ffn_norm.weight': [[size], ones(size)],
    'blk.0.ffn_gate.weight': zeros(size, HEAD),
    'blk.0.ffn_up.weight': zeros(size, HEAD),
    'blk.0.ffn_down.weight': zeros(HEAD, size),
  };
  const types = tokens.map((_, id) =>
    id < 256 ? TOKEN.normal : id === end ? TOKEN.control : TOKEN.userDefined,
  );
  const facts = [
    text('general.architecture', ARCHITECTURE),
    number('context_length', 2048),
    number('embedding_length', size),
    number('block_count', 1),
    number('feed_forward_length', HEAD),
    number('attention.head_count', 1),
    number('attention.head_count_kv', 1),
    number('attention.key_length', HEAD),
    number('attention.value_length', HEAD),
    entry(`${ARCHITECTURE}.attention.layer_norm_rms_epsilon`, TYPE.float32, Float32Array.of(1e-6)),
    text('tokenizer.ggml.model', 'gpt2'),
    text('tokenizer.ggml.pre', 'qwen2'),
    list('tokenizer.ggml.tokens', TYPE.string, tokens.map(string)),
    list(
      'tokenizer.ggml.token_type',
      TYPE.int32,
      types.map((type) => Int32Array.of(type)),
    ),
    list('tokenizer.ggml.merges', TYPE.string, []),
    entry('tokenizer.ggml.eos_token_id', TYPE.uint32, Uint32Array.of(end)),
    entry('tokenizer.ggml.add_bos_token', TYPE.bool, Uint8Array.of(0)),
    text('tokenizer.chat_template', template),
  ];
  await writeModel(
    folder,
    { name, purpose: 'language-model', title: 'Says what a test wants', languages: ['en'] },
    { 'tiny.gguf': gguf(facts, tensors) },
  );
}

function gguf(facts: Buffer[], tensors: Record<string, readonly [number[], Float32Array]>): Buffer {
  const infos: Buffer[] = [];
  const data: Buffer[] = [];
  let offset = 0;
  for (const [name, [shape, values]] of Object.entries(tensors)) {
    const rank = raw(Uint32Array.of(shape.length));
    infos.push(string(name), rank, ...shape.map(int64), raw(Uint32Array.of(0)), int64(offset));
    const padded = pad(raw(values));
    data.push(padded);
    offset += padded.length;
  }
  const counts = [int64(Object.keys(tensors).length), int64(facts.length)];
  const head = Buffer.concat([Buffer.from('GGUF'), raw(Uint32Array.of(3)), ...counts, ...facts, ...infos]);
  return Buffer.concat([pad(head), ...data]);
}

type Values = Float32Array | Int32Array | Uint32Array | BigUint64Array | Uint8Array;

const raw = (values: Values) => Buffer.from(values.buffer, values.byteOffset, values.byteLength);
const int64 = (value: number) => raw(BigUint64Array.of(BigInt(value)));
const string = (value: string) => Buffer.concat([int64(Buffer.byteLength(value)), Buffer.from(value)]);
const entry = (key: string, type: number, value: Values) =>
  Buffer.concat([string(key), raw(Uint32Array.of(type)), raw(value)]);
const text = (key: string, value: string) => entry(key, TYPE.string, string(value));
const number = (key: string, value: number) =>
  entry(`${ARCHITECTURE}.${key}`, TYPE.uint32, Uint32Array.of(value));
const list = (key: string, type: number, items: Values[]) => {
  const head = Buffer.concat([raw(Uint32Array.of(type)), int64(items.length)]);
  return entry(key, TYPE.array, Buffer.concat([head, ...items.map(raw)]));
};
const pad = (bytes: Buffer) =>
  Buffer.concat([bytes, Buffer.alloc((ALIGNMENT - (bytes.length % ALIGNMENT)) % ALIGNMENT)]);
