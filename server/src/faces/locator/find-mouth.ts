import type { FacePatch } from './face-patch.ts';

/** In eye distances from the point between the eyes, x along them. */
export interface Mouth {
  left: [number, number];
  right: [number, number];
  /** Where the lips meet; where teeth show, where these meet the lower lip. */
  center: [number, number];
  /** Whether the mouth stands open in a smile that shows the upper teeth. */
  teeth: boolean;
}

/** Where a mouth may be: between nose and chin. */
const TOP = 0.78;
const BOTTOM = 1.45;
const LIKELY = 1.1;
const SIDE = 0.6;

/** The line between the lips: the dark seam that runs across the face below the nose. */
export function findMouth(patch: FacePatch): Mouth {
  return findSmile(patch) ?? findSeam(patch);
}

/** The upper teeth of a smile: as bright as skin or brighter, with far less colour, and wider than high. */
function findSmile(patch: FacePatch): Mouth | undefined {
  const step = 1 / patch.unit;
  const skin = median((x, y) => patch.light(x, y));
  const tint = median((x, y) => patch.colour(x, y));
  const isTooth = (x: number, y: number) =>
    patch.light(x, y) > skin * 0.8 && patch.colour(x, y) < Math.min(0.3, tint * 0.68);
  /** The longest run of teeth in a column. */
  const run = (x: number): { top: number; bottom: number } | undefined => {
    let best: { top: number; bottom: number } | undefined;
    let top: number | undefined;
    for (let y = TOP; y <= BOTTOM; y += step) {
      if (isTooth(x, y)) {
        top ??= y;
        if (!best || y - top > best.bottom - best.top) best = { top, bottom: y };
      } else {
        top = undefined;
      }
    }
    return best && best.bottom - best.top >= 0.05 && best.bottom - best.top < 0.34 ? best : undefined;
  };
  const columns: { x: number; top: number; bottom: number }[] = [];
  for (let x = -SIDE; x <= SIDE; x += step) {
    const found = run(x);
    if (found) columns.push({ x, ...found });
  }
  const middle = columns.filter(({ x }) => Math.abs(x) < 0.2);
  if (middle.length * step < 0.28) return undefined;
  const level = middle.reduce((sum, { bottom }) => sum + bottom, 0) / middle.length;
  const row = columns.filter(({ top, bottom }) => top < level && bottom > level - 0.3);
  const left = row[0]!;
  const right = row.at(-1)!;
  const centerX = (left.x + right.x) / 2;
  const lowest = row.filter(({ x }) => Math.abs(x - centerX) < 0.12);
  const bottom = lowest.reduce((sum, column) => sum + column.bottom, 0) / Math.max(1, lowest.length);
  if (right.x - left.x < 0.3 || lowest.length === 0) return undefined;
  // The corners lie in the shadow beyond the last tooth.
  return {
    left: [left.x - 0.1, (left.top + left.bottom) / 2],
    right: [right.x + 0.1, (right.top + right.bottom) / 2],
    center: [centerX, bottom + step],
    teeth: true,
  };
}

/** The darkest smooth path across, by dynamic programming; it ends where it is no darker than the skin around it. */
function findSeam(patch: FacePatch): Mouth {
  const step = 1 / patch.unit;
  const cols = Math.round((2 * SIDE) / step) + 1;
  const rows = Math.round((BOTTOM - TOP) / step) + 1;
  const xOf = (col: number) => -SIDE + col * step;
  const yOf = (row: number) => TOP + row * step;
  const dark = new Float32Array(cols * rows);
  for (let col = 0; col < cols; col++) {
    for (let row = 0; row < rows; row++) {
      const [x, y] = [xOf(col), yOf(row)];
      const here = patch.light(x, y);
      const above = Math.max(patch.light(x, y - 0.06), patch.light(x, y - 0.1));
      const below = Math.max(patch.light(x, y + 0.06), patch.light(x, y + 0.1));
      dark[col * rows + row] = Math.max(0, Math.min(above, below) - here) / (here + 40);
    }
  }
  const likely = (col: number, row: number) => {
    const around = Math.exp(-(((yOf(row) - LIKELY) / 0.2) ** 2)) * Math.exp(-((xOf(col) / 0.45) ** 2));
    return dark[col * rows + row]! * around;
  };
  const best = new Float32Array(cols * rows);
  const from = new Int16Array(cols * rows);
  for (let col = 0; col < cols; col++) {
    for (let row = 0; row < rows; row++) {
      let most = col === 0 ? 0 : -1;
      for (let last = Math.max(0, row - 1); col > 0 && last <= Math.min(rows - 1, row + 1); last++) {
        const before = best[(col - 1) * rows + last]! - Math.abs(last - row) * 0.004;
        if (before > most) {
          most = before;
          from[col * rows + row] = last;
        }
      }
      best[col * rows + row] = most + likely(col, row);
    }
  }
  let row = 0;
  for (let r = 1; r < rows; r++) if (best[(cols - 1) * rows + r]! > best[(cols - 1) * rows + row]!) row = r;
  const path = Array.from<number>({ length: cols });
  for (let col = cols - 1; col >= 0; col--) {
    path[col] = row;
    row = from[col * rows + row]!;
  }
  const depth = path.map((r, col) => dark[col * rows + r]!);
  const middle = Math.round((cols - 1) / 2);
  const near = Math.round(0.15 / step);
  const inner = depth.slice(middle - near, middle + near + 1).toSorted((a, b) => a - b);
  const least = inner[Math.floor(inner.length / 2)]! * 0.35;
  const end = (direction: 1 | -1): number => {
    let col = middle + direction * Math.round(0.26 / step);
    const limit = Math.round(0.52 / step);
    const gap = Math.round(0.06 / step);
    for (let missed = 0; Math.abs(col - middle) < limit; col += direction) {
      missed = depth[col]! < least ? missed + 1 : 0;
      if (missed > gap) return col - direction * missed;
    }
    return col;
  };
  const [left, right] = [end(-1), end(1)];
  const at = (col: number) => {
    let sum = 0;
    for (let c = col - 2; c <= col + 2; c++) sum += yOf(path[Math.max(0, Math.min(cols - 1, c))]!);
    return sum / 5;
  };
  const center = Math.round((left + right) / 2);
  return {
    left: [xOf(left), at(left)],
    right: [xOf(right), at(right)],
    center: [xOf(center), at(center)],
    teeth: false,
  };
}

/** The middle of a measure over cheeks, lips and chin. */
function median(measure: (x: number, y: number) => number): number {
  const values: number[] = [];
  for (let y = 0.5; y < 1.45; y += 0.05) for (let x = -0.5; x <= 0.5; x += 0.05) values.push(measure(x, y));
  values.sort((a, b) => a - b);
  return values[Math.floor(values.length / 2)]!;
}
