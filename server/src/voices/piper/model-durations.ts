/**
 * The lengths of the phonemes inside a voice. A VITS model computes them but does not output them: bytes appended to
 * the unchanged file make them an output. A protobuf message that is followed by another of its type is merged with it
 * (https://protobuf.dev/programming-guides/encoding/#last-one-wins), so the file on disk keeps its hash.
 */

export const DURATIONS = 'phoneme_durations';
const SHAPE = 'phoneme_durations_shape';

/** Fields of onnx.proto (IR version 8). */
const MODEL_GRAPH = 7;
const GRAPH = { node: 1, initializer: 5, output: 12 };
const NODE = { input: 1, output: 2, type: 4 };
const TENSOR = { dims: 1, dataType: 2, name: 8, raw: 9 };
const FLOAT = 1;
const INT64 = 7;

/**
 * Returns the bytes to append to `model`. Durations are rounded up to whole frames, which VITS does in one place. If a
 * model does not have exactly one such place, the right one is unknown: returns `undefined`.
 */
export function durationOutputBytes(model: Uint8Array): Uint8Array | undefined {
  const rounded: string[] = [];
  try {
    for (const graph of fields(model, MODEL_GRAPH)) {
      for (const node of fields(graph, GRAPH.node)) {
        const [type] = fields(node, NODE.type);
        const [output] = fields(node, NODE.output);
        if (type && output && text(type) === 'Ceil') rounded.push(text(output));
      }
    }
  } catch {
    // The error is reported when the model is opened.
    return undefined;
  }
  return rounded.length === 1 ? outputDefinition(rounded[0]!) : undefined;
}

/** Returns a node that flattens the durations to one dimension, the shape that it needs, and the output. */
function outputDefinition(source: string): Uint8Array {
  const node = [
    message(NODE.input, text8(source)),
    message(NODE.input, text8(SHAPE)),
    message(NODE.output, text8(DURATIONS)),
    message(NODE.type, text8('Reshape')),
  ];
  const shape = [
    number(TENSOR.dims, 1),
    number(TENSOR.dataType, INT64),
    message(TENSOR.name, text8(SHAPE)),
    // -1: as many as there are.
    message(TENSOR.raw, Buffer.alloc(8, 0xff)),
  ];
  const dimension = message(1, message(2, text8('phonemes')));
  const type = message(1, Buffer.concat([number(1, FLOAT), message(2, dimension)]));
  const output = [message(1, text8(DURATIONS)), message(2, type)];
  return message(
    MODEL_GRAPH,
    Buffer.concat([
      message(GRAPH.node, Buffer.concat(node)),
      message(GRAPH.initializer, Buffer.concat(shape)),
      message(GRAPH.output, Buffer.concat(output)),
    ]),
  );
}

/** Yields the contents of the fields with this number and a length, in order; all others are skipped. */
function* fields(bytes: Uint8Array, wanted: number): Generator<Uint8Array> {
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = bytes[at++];
      if (byte === undefined || shift > 2 ** 49) throw new RangeError('the message is truncated');
      value += (byte & 127) * shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = next();
    const kind = tag % 8;
    if (kind === 0) {
      while ((bytes[at++] ?? 0) >= 128);
    } else if (kind === 1) at += 8;
    else if (kind === 5) at += 4;
    else if (kind === 2) {
      const length = next();
      if (at + length > bytes.length) throw new RangeError('the message is truncated');
      if (Math.floor(tag / 8) === wanted) yield bytes.subarray(at, at + length);
      at += length;
    } else throw new RangeError('not a message');
  }
}

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8');
const text8 = (value: string): Uint8Array => Buffer.from(value, 'utf8');

function number(field: number, value: number): Uint8Array {
  return Buffer.concat([varint(field * 8), varint(value)]);
}

function message(field: number, content: Uint8Array): Uint8Array {
  return Buffer.concat([varint(field * 8 + 2), varint(content.length), content]);
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest % 128) + 128);
  }
}
