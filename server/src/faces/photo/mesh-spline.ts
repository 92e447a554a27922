/** A thin-plate-like (biharmonic) spline over mesh points: moves `centres` to their targets and everything between smoothly. */
export class MeshSpline {
  readonly #centres: readonly number[];
  /** Row by row, for each centre: how much of its movement each point makes. */
  readonly #weights: Float64Array;
  readonly #count: number;

  /** Moves points `0..count` of a mesh with the coordinates `x`, `y`, by the moves of some of them. */
  constructor(x: Float64Array, y: Float64Array, count: number, centres: readonly number[]) {
    this.#centres = centres;
    this.#count = count;
    const n = centres.length;
    // A biharmonic spline: distances to the centres, and a plane, which n + 3 conditions determine.
    const basis = (i: number) => [
      ...centres.map((centre) => Math.hypot(x[i]! - x[centre]!, y[i]! - y[centre]!)),
      1,
      x[i]!,
      y[i]!,
    ];
    const rows = centres.map((centre) => basis(centre));
    rows.forEach((row, i) => {
      row[i]! += SMOOTHING;
    });
    for (let k = 0; k < 3; k++) rows.push([...rows.slice(0, n).map((row) => row[n + k]!), 0, 0, 0]);
    const inverse = invert(rows);
    this.#weights = new Float64Array(count * n);
    for (let i = 0; i < count; i++) {
      const values = basis(i);
      for (let k = 0; k < n; k++) {
        let share = 0;
        for (let j = 0; j < n + 3; j++) share += values[j]! * inverse[j]![k]!;
        this.#weights[k * count + i] = share;
      }
    }
  }

  /** Adds the resulting moves to `toX`, `toY`. The moves of the centres are indexed by point. */
  add(moveX: Float64Array, moveY: Float64Array, toX: Float64Array, toY: Float64Array): void {
    const count = this.#count;
    this.#centres.forEach((centre, k) => {
      const dx = moveX[centre]!;
      const dy = moveY[centre]!;
      if (dx === 0 && dy === 0) return;
      const shares = this.#weights.subarray(k * count, (k + 1) * count);
      for (let i = 0; i < count; i++) {
        toX[i]! += shares[i]! * dx;
        toY[i]! += shares[i]! * dy;
      }
    });
  }
}

/** How far a centre may miss its target for the sake of a smooth field, in units of the mesh. */
const SMOOTHING = 1e-3;

/** Inverts a matrix by Gauss-Jordan elimination with the largest pivot. */
function invert(matrix: number[][]): number[][] {
  const n = matrix.length;
  const rows = matrix.map((row, i) => [...row, ...row.map((_, k) => (k === i ? 1 : 0))]);
  for (let col = 0; col < n; col++) {
    let best = col;
    for (let r = col + 1; r < n; r++) if (Math.abs(rows[r]![col]!) > Math.abs(rows[best]![col]!)) best = r;
    [rows[col], rows[best]] = [rows[best]!, rows[col]!];
    const pivot = rows[col]!;
    const by = 1 / pivot[col]!;
    for (let k = 0; k < 2 * n; k++) pivot[k]! *= by;
    for (let r = 0; r < n; r++) {
      const factor = rows[r]![col]!;
      if (r === col || factor === 0) continue;
      for (let k = col; k < 2 * n; k++) rows[r]![k]! -= factor * pivot[k]!;
    }
  }
  return rows.map((row) => row.slice(n));
}
