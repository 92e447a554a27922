/**
 * Writes models in the ONNX format (field numbers of onnx.proto, IR version 8), for tests: tiny models, and
 * Whisper from weights of another format.
 */

export type Dimension = number | string;
export type OnnxArray = Float32Array | BigInt64Array | Uint8Array | Int8Array | Int32Array;
type Attribute = number | number[] | OnnxGraph;

const TYPES = { float32: 1, uint8: 2, int8: 3, int32: 6, int64: 7, bool: 9 } as const;
export type OnnxType = keyof typeof TYPES;
const ATTRIBUTE = { int: 2, graph: 5, ints: 7 };

/** A graph: nodes in the order of computation, constants, inputs and outputs. */
export class OnnxGraph {
  /** The outermost graph keeps the constants of all nested graphs. */
  readonly #constants: Map<string, Uint8Array>;
  readonly #nodes: Uint8Array[] = [];
  readonly #inputs: Uint8Array[] = [];
  readonly #outputs: Uint8Array[] = [];
  readonly #prefix: string;
  #count = 0;

  constructor(prefix = 'v', outer?: OnnxGraph) {
    this.#prefix = prefix;
    this.#constants = outer ? outer.#constants : new Map<string, Uint8Array>();
  }

  input(name: string, type: OnnxType, dims: readonly Dimension[]): string {
    this.#inputs.push(describeValue(name, type, dims));
    return name;
  }

  output(name: string, type: OnnxType, dims: readonly Dimension[]): void {
    this.#outputs.push(describeValue(name, type, dims));
  }

  /** Adds a constant; each name is written once. */
  constant(name: string, data: OnnxArray, dims: readonly number[] = [data.length]): string {
    if (!this.#constants.has(name)) {
      const raw = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
      const fields = [
        ...dims.map((dim) => number(1, dim)),
        number(2, TYPES[typeOf(data)]),
        text(8, name),
        message(9, raw),
      ];
      this.#constants.set(name, Buffer.concat(fields));
    }
    return name;
  }

  ints(...values: number[]): string {
    return this.constant(`ints_${values.join('_')}`, BigInt64Array.from(values, BigInt));
  }

  floats(...values: number[]): string {
    return this.constant(`floats_${values.join('_')}`, Float32Array.from(values));
  }

  /** Adds a node with one output. Returns the name of the output. */
  node(
    type: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, Attribute>> = {},
    output = `${this.#prefix}_${type}_${++this.#count}`,
  ): string {
    return this.nodeOf(type, inputs, [output], attributes)[0]!;
  }

  nodeOf(
    type: string,
    inputs: readonly string[],
    outputs: readonly string[],
    attributes: Readonly<Record<string, Attribute>> = {},
  ): readonly string[] {
    this.#nodes.push(
      Buffer.concat([
        ...inputs.map((name) => text(1, name)),
        ...outputs.map((name) => text(2, name)),
        text(4, type),
        ...Object.entries(attributes).map(([name, value]) => message(5, describeAttribute(name, value))),
      ]),
    );
    return outputs;
  }

  toModel(opset = 17): Uint8Array {
    const constants = [...this.#constants.values()].map((tensor) => message(5, tensor));
    const graph = Buffer.concat([this.toGraph(), ...constants]);
    return Buffer.concat([number(1, 8), message(7, graph), message(8, number(2, opset))]);
  }

  toGraph(): Uint8Array {
    return Buffer.concat([
      ...this.#nodes.map((node) => message(1, node)),
      text(2, this.#prefix),
      ...this.#inputs.map((value) => message(11, value)),
      ...this.#outputs.map((value) => message(12, value)),
    ]);
  }
}

function typeOf(data: OnnxArray): OnnxType {
  if (data instanceof Float32Array) return 'float32';
  if (data instanceof BigInt64Array) return 'int64';
  if (data instanceof Int32Array) return 'int32';
  return data instanceof Int8Array ? 'int8' : 'uint8';
}

function describeAttribute(name: string, value: Attribute): Uint8Array {
  const head = text(1, name);
  if (value instanceof OnnxGraph)
    return Buffer.concat([head, message(6, value.toGraph()), number(20, ATTRIBUTE.graph)]);
  if (typeof value === 'number') return Buffer.concat([head, number(3, value), number(20, ATTRIBUTE.int)]);
  return Buffer.concat([head, ...value.map((each) => number(8, each)), number(20, ATTRIBUTE.ints)]);
}

function describeValue(name: string, type: OnnxType, dims: readonly Dimension[]): Uint8Array {
  const shape = dims.map((dim) => message(1, typeof dim === 'number' ? number(1, dim) : text(2, dim)));
  const tensor = Buffer.concat([number(1, TYPES[type]), message(2, Buffer.concat(shape))]);
  return Buffer.concat([text(1, name), message(2, message(1, tensor))]);
}

const text = (field: number, value: string): Uint8Array => message(field, Buffer.from(value, 'utf8'));

/** Encodes an integer field. Negative numbers take ten bytes, as two's complement of 64 bits. */
function number(field: number, value: number): Uint8Array {
  return Buffer.concat([varint(BigInt(field * 8)), varint(BigInt.asUintN(64, BigInt(value)))]);
}

function message(field: number, content: Uint8Array): Uint8Array {
  return Buffer.concat([varint(BigInt(field * 8 + 2)), varint(BigInt(content.length)), content]);
}

function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    if (rest < 128n) return Buffer.from([...bytes, Number(rest)]);
    bytes.push(Number(rest & 127n) + 128);
  }
}
