import type { Texture } from '../warp/pixel-machine.ts';
import type { WarpField } from '../warp/warp-field.ts';

/** The tolerance for points on the edge of two triangles. */
const EDGE = 1e-4;

/** The corners of triangles: their positions in the frame and in the picture. */
export interface Corners {
  readonly toX: Float64Array;
  readonly toY: Float64Array;
  readonly fromX: Float64Array;
  readonly fromY: Float64Array;
}

/**
 * Sets the source positions of those nodes of a field that are in one of the triangles. Later triangles take
 * precedence.
 */
export function fillTriangles(
  field: WarpField,
  { toX, toY, fromX, fromY }: Corners,
  triangles: readonly number[],
  source: Texture,
): void {
  const { x: left, y: top, cols, rows } = field;
  const cells = 1 / field.pitch;
  // This runs for every face on the machine, for thousands of triangles per frame, so it has no arrays or objects.
  for (let t = 0; t < triangles.length; t += 3) {
    const a = triangles[t]!;
    const b = triangles[t + 1]!;
    const c = triangles[t + 2]!;
    const ay = (toY[a]! - top) * cells;
    const by = (toY[b]! - top) * cells;
    const cy = (toY[c]! - top) * cells;
    const fromRow = Math.max(0, Math.ceil(Math.min(ay, by, cy) - EDGE));
    const toRow = Math.min(rows, Math.floor(Math.max(ay, by, cy) + EDGE));
    if (fromRow > toRow) continue;
    const ax = (toX[a]! - left) * cells;
    const bx = (toX[b]! - left) * cells;
    const cx = (toX[c]! - left) * cells;
    const fromCol = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - EDGE));
    const toCol = Math.min(cols, Math.floor(Math.max(ax, bx, cx) + EDGE));
    if (fromCol > toCol) continue;
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    if (Math.abs(area) < 1e-9) continue;
    const bc = (cy - ay) / area;
    const cb = (cx - ax) / area;
    const db = (by - ay) / area;
    const dc = (bx - ax) / area;
    for (let row = fromRow; row <= toRow; row++) {
      const vOfRow = (row - ay) * cb;
      const wOfRow = (row - ay) * dc;
      // Most triangles are a few columns wide: testing each costs less than computing where the inside begins.
      for (let col = fromCol; col <= toCol; col++) {
        const v = (col - ax) * bc - vOfRow;
        const w = wOfRow - (col - ax) * db;
        if (v < -EDGE || w < -EDGE || v + w > 1 + EDGE) continue;
        const u = 1 - v - w;
        const x = u * fromX[a]! + v * fromX[b]! + w * fromX[c]!;
        const y = u * fromY[a]! + v * fromY[b]! + w * fromY[c]!;
        field.setNode(col, row, x, y, source);
      }
    }
  }
}
