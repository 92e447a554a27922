import { CASCADE_BASE64 } from './cascade-weights.ts';
import { type GreyPicture, halve, Integral, resample } from './grey-picture.ts';

/** A square around brows, eyes, nose and mouth, in pixels. */
export interface FaceBox {
  x: number;
  y: number;
  size: number;
  /** How many windows of about this place and size detected a face. */
  votes: number;
}

interface Test {
  x: number;
  y: number;
  width: number;
  height: number;
  patterns: Int32Array;
  inside: number;
  outside: number;
}

interface Stage {
  threshold: number;
  tests: Test[];
}

const WINDOW = 24;
const SCALE_STEP = 1.12;
let stages: readonly Stage[] | undefined;

/**
 * The frontal faces in a picture, the most certain first: a cascade of multi-block local binary patterns
 * (Zhang et al., "Face Detection Based on Multi-Block LBP Representation", 2007) over every place and size.
 * A face is found from `WINDOW` pixels up, tilted by up to about 15 degrees.
 */
export function findFaces(picture: GreyPicture): FaceBox[] {
  stages ??= readStages();
  const hits: FaceBox[] = [];
  let source = picture;
  let halvings = 1;
  for (let scale = 1; Math.min(picture.width, picture.height) / scale >= WINDOW; scale *= SCALE_STEP) {
    if (scale / halvings >= 2) {
      source = halve(source);
      halvings *= 2;
    }
    const width = Math.floor(picture.width / scale);
    const height = Math.floor(picture.height / scale);
    const integral = new Integral(scale === halvings ? source : resample(source, width, height));
    const step = scale < 1.5 ? 2 : 1;
    for (let y = 0; y + WINDOW <= height; y += step)
      for (let x = 0; x + WINDOW <= width; x += step)
        if (isFace(integral, x, y, stages))
          hits.push({ x: x * scale, y: y * scale, size: WINDOW * scale, votes: 1 });
  }
  return group(hits);
}

function isFace(integral: Integral, x: number, y: number, cascade: readonly Stage[]): boolean {
  for (const { threshold, tests } of cascade) {
    let sum = 0;
    for (const test of tests) {
      const pattern = integral.pattern(x + test.x, y + test.y, test.width, test.height);
      sum += test.patterns[pattern >> 5]! & (1 << (pattern & 31)) ? test.inside : test.outside;
    }
    if (sum < threshold) return false;
  }
  return true;
}

/** Windows that overlap closely are one face: their mean. */
function group(hits: readonly FaceBox[]): FaceBox[] {
  const groups: { x: number; y: number; size: number; votes: number }[] = [];
  for (const hit of hits) {
    const near = groups.find((face) => {
      const [x, y, size] = [face.x / face.votes, face.y / face.votes, face.size / face.votes];
      const reach = Math.min(size, hit.size) * 0.35;
      const centre = (hit.size - size) / 2;
      return (
        Math.abs(hit.x + centre - x) < reach &&
        Math.abs(hit.y + centre - y) < reach &&
        Math.max(size, hit.size) < Math.min(size, hit.size) * 1.7
      );
    });
    if (near) {
      near.x += hit.x;
      near.y += hit.y;
      near.size += hit.size;
      near.votes += 1;
    } else {
      groups.push({ ...hit });
    }
  }
  return groups
    .map(({ x, y, size, votes }) => ({ x: x / votes, y: y / votes, size: size / votes, votes }))
    .sort((a, b) => b.votes - a.votes);
}

function readStages(): Stage[] {
  const bytes = Buffer.from(CASCADE_BASE64, 'base64');
  const read: Stage[] = [];
  let at = 0;
  while (at < bytes.length) {
    const tests: Test[] = [];
    const count = bytes.readUInt8(at);
    const threshold = bytes.readFloatLE(at + 1);
    at += 5;
    for (let i = 0; i < count; i++, at += 44) {
      tests.push({
        x: bytes.readUInt8(at),
        y: bytes.readUInt8(at + 1),
        width: bytes.readUInt8(at + 2),
        height: bytes.readUInt8(at + 3),
        patterns: Int32Array.from({ length: 8 }, (_, word) => bytes.readInt32LE(at + 4 + word * 4)),
        inside: bytes.readFloatLE(at + 36),
        outside: bytes.readFloatLE(at + 40),
      });
    }
    read.push({ threshold, tests });
  }
  return read;
}
