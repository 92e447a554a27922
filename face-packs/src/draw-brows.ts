import type { Look } from './look.ts';
import { paintBrow } from './paint-features.ts';
import type { Sheet } from './sheet.ts';

/** Where a brow is, from the middle of the face. */
const X = 91;
const Y = -50;

/** Both brows at rest. */
export function drawBrows(sheet: Sheet, look: Look): void {
  const { ctx, scale } = sheet;
  const brow = paintBrow(look, scale);
  for (const side of [-1, 1] as const) {
    ctx.save();
    ctx.translate(side * X, Y);
    ctx.scale(side, 1);
    ctx.rotate(0.02 + 0.07 * look.brows.arch - look.eyes.tilt * 0.6);
    sheet.stamp(brow);
    ctx.restore();
  }
}
