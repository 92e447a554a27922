import type { FacePatch } from './face-patch.ts';

/** Above and below the middle of an eye, in eye distances. */
export interface Lids {
  /** Of the edge of the upper lid; negative. */
  top: number;
  bottom: number;
  /** Of the brow; negative. */
  brow: number;
}

/** Where an eye ends: at the steps of brightness above and below the iris; and the dark row above is the brow. */
export function findLids(patch: FacePatch, eyeX: number): Lids {
  const light = (y: number) => patch.rowLight(y, eyeX - 0.09, eyeX + 0.09);
  const steepest = (from: number, to: number, likely: number, rise: (y: number) => number): number => {
    let best = likely;
    let most = 0;
    for (let y = from; y <= to; y += 0.5 / patch.unit) {
      const value = rise(y) * Math.exp(-(((y - likely) / 0.06) ** 2));
      if (value > most) {
        most = value;
        best = y;
      }
    }
    return best;
  };
  const e = 0.025;
  const top = steepest(-0.17, -0.05, -0.1, (y) => light(y - e) - light(y + e));
  const bottom = steepest(0.04, 0.14, 0.08, (y) => light(y + e) - light(y - e));
  let brow = -0.3;
  let darkest = light(brow);
  for (let y = Math.min(-0.2, top - 0.08); y > -0.42; y -= 1 / patch.unit) {
    const value = light(y) * (1 + 3 * (y + 0.3) ** 2);
    if (value < darkest) {
      darkest = value;
      brow = y;
    }
  }
  return { top, bottom, brow };
}
