import type { GreyPicture } from './grey-picture.ts';

/** Middles of the pupils in pixels, left and right of the picture, and how sure that is: 0..1. */
export interface Eyes {
  left: Spot;
  right: Spot;
  certainty: number;
}

interface Spot {
  x: number;
  y: number;
}

interface Candidate extends Spot {
  weight: number;
}

/** Where eyes usually are in the cascade's squares, as parts of the side, and how far an eye may be from there. */
const EXPECTED = { y: 0.4, distance: 0.4, reachX: 0.17, reachY: 0.14 };

/**
 * The pupils in the square of a face: the two dark spots to which most of the edges around point (Timm and Barth,
 * "Accurate Eye Centre Localisation by Means of Gradients", 2011), chosen as a pair that is level, as far apart as eyes
 * are, and alike.
 */
export function findEyes(face: GreyPicture): Eyes | undefined {
  const size = face.width;
  const half = EXPECTED.distance / 2;
  const left = candidates(face, (0.5 - half) * size);
  const right = candidates(face, (0.5 + half) * size);
  let best: Eyes | undefined;
  for (const l of left) {
    for (const r of right) {
      const distance = (r.x - l.x) / size;
      const slope = (r.y - l.y) / (r.x - l.x);
      const height = (l.y + r.y) / 2 / size;
      const middle = (l.x + r.x) / 2 / size;
      const certainty =
        Math.sqrt(l.weight * r.weight) *
        (0.3 + 0.7 * Math.max(0, likeness(face, l, r))) *
        bell((distance - EXPECTED.distance) / 0.14) *
        bell(slope / 0.3) *
        bell((height - EXPECTED.y) / 0.09) *
        bell((middle - 0.5) / 0.11);
      if (!best || certainty > best.certainty) best = { left: l, right: r, certainty };
    }
  }
  return best;
}

function bell(value: number): number {
  return Math.exp(-value * value);
}

/** The spots around this column that gather most gradients; weights as parts of the best. */
function candidates(face: GreyPicture, middleX: number): Candidate[] {
  const { width, pixels } = face;
  const size = width;
  const x0 = Math.max(2, Math.round(middleX - EXPECTED.reachX * size));
  const x1 = Math.min(width - 3, Math.round(middleX + EXPECTED.reachX * size));
  const y0 = Math.max(2, Math.round((EXPECTED.y - EXPECTED.reachY) * size));
  const y1 = Math.min(face.height - 3, Math.round((EXPECTED.y + EXPECTED.reachY) * size));
  const radius = Math.max(3, Math.round(size * 0.055));
  const cols = x1 - x0 + 1;
  const rows = y1 - y0 + 1;
  const votes = new Float32Array(cols * rows);
  for (let y = y0; y <= y1; y++) {
    for (let x = x0; x <= x1; x++) {
      const at = y * width + x;
      const gx = pixels[at + 1]! - pixels[at - 1]!;
      const gy = pixels[at + width]! - pixels[at - width]!;
      const strength = Math.sqrt(gx * gx + gy * gy);
      if (strength < 12) continue;
      // An iris is darker than what is around it: its middle lies against the gradient.
      for (let dy = -radius; dy <= radius; dy++) {
        for (let dx = -radius; dx <= radius; dx++) {
          const [cx, cy] = [x - x0 + dx, y - y0 + dy];
          if (cx < 0 || cy < 0 || cx >= cols || cy >= rows) continue;
          const reach = Math.sqrt(dx * dx + dy * dy);
          if (reach < 1 || reach > radius) continue;
          const towards = -(dx * gx + dy * gy) / (reach * strength);
          // Eyes have upright edges, between iris and white; brows and glasses mostly level ones.
          const upright = 0.35 + 0.65 * Math.abs(gx / strength);
          if (towards > 0.8) votes[cy * cols + cx]! += towards * towards * upright * Math.min(strength, 80);
        }
      }
    }
  }
  const blurred = new Float32Array(votes.length);
  for (let y = 1; y < rows - 1; y++) {
    for (let x = 1; x < cols - 1; x++) {
      let sum = 0;
      let light = 0;
      for (let dy = -1; dy <= 1; dy++) {
        for (let dx = -1; dx <= 1; dx++) {
          sum += votes[(y + dy) * cols + x + dx]!;
          light += pixels[(y + y0 + dy) * width + x + x0 + dx]!;
        }
      }
      blurred[y * cols + x] = sum * (1.15 - light / 9 / 255);
    }
  }
  return peaks(blurred, cols, rows, radius).map(({ x, y, weight }) => ({ x: x + x0, y: y + y0, weight }));
}

/** The highest spots of a map at least this far apart, the best first; their weights are parts of the best one's. */
function peaks(map: Float32Array, cols: number, rows: number, apart: number): Candidate[] {
  const found: Candidate[] = [];
  const rest = Float32Array.from(map);
  for (let i = 0; i < 6; i++) {
    let best = 0;
    for (let at = 1; at < rest.length; at++) if (rest[at]! > rest[best]!) best = at;
    if (rest[best]! <= 0) break;
    const [x, y] = [best % cols, Math.floor(best / cols)];
    found.push({ x, y, weight: rest[best]! });
    for (let cy = Math.max(0, y - apart); cy <= Math.min(rows - 1, y + apart); cy++)
      rest.fill(0, cy * cols + Math.max(0, x - apart), cy * cols + Math.min(cols - 1, x + apart) + 1);
  }
  return found.map(({ x, y, weight }) => ({ x, y, weight: weight / found[0]!.weight }));
}

/** How much what is around one spot looks like the mirror of what is around the other: -1..1. */
function likeness({ width, height, pixels }: GreyPicture, left: Spot, right: Spot): number {
  const [halfWidth, halfHeight] = [Math.round(width * 0.14), Math.round(width * 0.1)];
  let [n, sumA, sumB, sumAA, sumBB, sumAB] = [0, 0, 0, 0, 0, 0];
  for (let dy = -halfHeight; dy <= halfHeight; dy++) {
    for (let dx = -halfWidth; dx <= halfWidth; dx++) {
      const [ax, ay, bx, by] = [left.x + dx, left.y + dy, right.x - dx, right.y + dy];
      if (Math.min(ax, ay, bx, by) < 0 || Math.max(ax, bx) >= width || Math.max(ay, by) >= height) continue;
      const a = pixels[ay * width + ax]!;
      const b = pixels[by * width + bx]!;
      n++;
      sumA += a;
      sumB += b;
      sumAA += a * a;
      sumBB += b * b;
      sumAB += a * b;
    }
  }
  const spread = Math.sqrt((sumAA - (sumA * sumA) / n) * (sumBB - (sumB * sumB) / n));
  return spread > 0 ? (sumAB - (sumA * sumB) / n) / spread : 0;
}
