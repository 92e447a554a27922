import { Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import { mix, tint } from './colour.ts';
import { cubicPoints } from './draw-mouth.ts';
import type { Look } from './look.ts';
import { paintIris } from './paint-features.ts';
import { EYE_X } from './relief.ts';
import { type Point, Sheet } from './sheet.ts';

/** How far an eye is below the middle of the face. */
const EYE_Y = 2;
/** How far the iris is above the middle of its eye: the upper lid covers its top. */
const IRIS_UP = 3.5;
const INNER_Y = 5;
const OUTER_Y = -4;

/** The lid curves of an open eye in its own coordinates: +x is the outer corner. `upper`, `lower`: heights of their handles. */
function lidsOf({ eyes }: Look) {
  const top = 21 * eyes.size * (1 - 0.14 * (1 - eyes.crease));
  const bottom = 13 * eyes.size * 0.95;
  // A cubic whose handles stand at height h peaks at about three quarters of it.
  const ends = ((INNER_Y + OUTER_Y) / 2) * 0.25;
  return { a: 43.5 * eyes.size, upper: (-top - ends) / 0.75, lower: (bottom - ends) / 0.75, top };
}

/** Points of the edge of a lid of the eye at a side, from the left to the right, in units of the portrait. */
export function lidEdge(look: Look, side: -1 | 1, edge: 'upper' | 'lower'): Point[] {
  const { a, upper, lower } = lidsOf(look);
  const handles: Point[] =
    edge === 'upper'
      ? [
          [-a, INNER_Y],
          [-a * 0.58, upper],
          [a * 0.5, upper * 1.05],
          [a, OUTER_Y],
        ]
      : [
          [-a, INNER_Y],
          [-a * 0.45, lower * 1.06],
          [a * 0.64, lower],
          [a, OUTER_Y],
        ];
  const points = cubicPoints(handles).map((point) => toPortrait(look, side, point));
  return side === 1 ? points : points.reverse();
}

/** How far above its edge the fold of the upper lid is. */
export const creaseAbove = ({ eyes }: Look): number => 7 + 5 * eyes.crease;

/** The middle of the iris that looks ahead. */
export const irisAt = (look: Look, side: -1 | 1): Point => toPortrait(look, side, [0, -IRIS_UP]);

function toPortrait({ eyes }: Look, side: -1 | 1, [x, y]: Point): Point {
  const [c, s] = [Math.cos(eyes.tilt), -Math.sin(eyes.tilt)];
  return [side * (EYE_X + x * c - y * s), EYE_Y + x * s + y * c];
}

function atEye(ctx: SKRSContext2D, look: Look, side: -1 | 1, draw: () => void): void {
  ctx.save();
  ctx.translate(side * EYE_X, EYE_Y);
  ctx.scale(side, 1);
  ctx.rotate(-look.eyes.tilt);
  draw();
  ctx.restore();
}

/** Open eyes without their irises. */
export function drawEyes({ ctx }: Sheet, look: Look): void {
  for (const side of [-1, 1] as const) {
    atEye(ctx, look, side, () => {
      drawCrease(ctx, look);
      drawBall(ctx, look);
      drawLashes(ctx, look);
    });
  }
}

/** What lids are made of as they shut: skin over the eyes, with a soft edge. `skin`: the face without eyes. */
export function paintLids(skin: Sheet, look: Look, drawOver: (sheet: Sheet) => void): Sheet {
  const lids = new Sheet(skin.box, skin.scale);
  lids.stamp(skin);
  for (const side of [-1, 1] as const) {
    atEye(lids.ctx, look, side, () => {
      const { a, top } = lidsOf(look);
      lids.blob(0, -6, a, top, mix(look.skin.base, look.skin.light, 0.25), 0.5);
      drawCrease(lids.ctx, look);
    });
  }
  drawOver(lids);
  const mask = new Sheet(skin.box, skin.scale);
  const { a } = lidsOf(look);
  mask.soft(4, () => {
    mask.ctx.fillStyle = '#000000';
    for (const side of [-1, 1] as const)
      atEye(mask.ctx, look, side, () => {
        mask.ctx.beginPath();
        mask.ctx.ellipse(4, -4, a + 17, 37, 0, 0, 7);
        mask.ctx.fill();
      });
  });
  lids.ctx.globalCompositeOperation = 'destination-in';
  lids.stamp(mask);
  return lids;
}

/** The iris with its catch light: a disc that fills its sheet. */
export function paintIrisDisc(look: Look, scale: number): { sheet: Sheet; radius: number } {
  const iris = paintIris(look, scale);
  const { ctx } = iris;
  // The window's light, at the upper left of both eyes, and its reflection from below.
  ctx.fillStyle = 'rgba(255,255,255,0.94)';
  ctx.beginPath();
  ctx.ellipse(-6, -7, 3.6, 4.4, 0.2, 0, 7);
  ctx.fill();
  ctx.fillStyle = 'rgba(255,255,255,0.18)';
  ctx.beginPath();
  ctx.arc(6.5, 7, 2.6, 0, 7);
  ctx.fill();
  return { sheet: iris, radius: iris.box.right };
}

function drawCrease(ctx: SKRSContext2D, look: Look): void {
  const { skin } = look;
  const { a, top } = lidsOf(look);
  const height = (-top - creaseAbove(look)) / 0.75;
  ctx.beginPath();
  ctx.moveTo(-a + 8, INNER_Y - 12);
  ctx.bezierCurveTo(-a * 0.55, height, a * 0.5, height, a + 2, OUTER_Y - 11);
  ctx.strokeStyle = tint(skin.shadow, 0.14);
  ctx.lineWidth = 8;
  ctx.stroke();
  ctx.strokeStyle = tint(skin.shadow, 0.18 + 0.34 * look.eyes.crease);
  ctx.lineWidth = 2.4;
  ctx.stroke();
}

function drawBall(ctx: SKRSContext2D, look: Look): void {
  const { a, upper, lower } = lidsOf(look);
  const opening = new Path2D();
  opening.moveTo(-a, INNER_Y);
  opening.bezierCurveTo(-a * 0.58, upper, a * 0.5, upper * 1.05, a, OUTER_Y);
  opening.bezierCurveTo(a * 0.64, lower, -a * 0.45, lower * 1.06, -a, INNER_Y);
  opening.closePath();
  ctx.save();
  ctx.clip(opening);
  ctx.fillStyle = mix('#ded5cf', look.skin.base, 0.2);
  ctx.fillRect(-a - 2, -60, 2 * a + 4, 120);
  const white = ctx.createLinearGradient(-a, 0, a, 0);
  white.addColorStop(0, tint('#a85a62', 0.42));
  white.addColorStop(0.18, tint('#c8a8a0', 0.1));
  white.addColorStop(0.78, tint('#9a98a4', 0.08));
  white.addColorStop(1, tint('#6e5a60', 0.44));
  ctx.fillStyle = white;
  ctx.fillRect(-a, -60, 2 * a, 120);
  ctx.fillStyle = tint(mix('#c9757a', look.skin.shadow, 0.2), 0.75);
  ctx.beginPath();
  ctx.ellipse(-a + 6, INNER_Y + 0.5, 6.5, 4.2, 0.2, 0, 7);
  ctx.fill();
  ctx.restore();
  ctx.strokeStyle = tint(mix(look.skin.light, look.skin.blush, 0.35), 0.55);
  ctx.lineWidth = 2.2;
  ctx.beginPath();
  ctx.moveTo(-a + 6, INNER_Y + 2);
  ctx.bezierCurveTo(-a * 0.45, lower * 1.06 + 1, a * 0.64, lower + 1, a, OUTER_Y);
  ctx.stroke();
}

function drawLashes(ctx: SKRSContext2D, look: Look): void {
  const { a, upper, lower } = lidsOf(look);
  const { lash } = look.eyes;
  ctx.strokeStyle = tint(mix(look.skin.shadow, '#1a0a08', 0.5), 0.28 + 0.14 * lash);
  ctx.lineWidth = 1.7;
  ctx.beginPath();
  ctx.moveTo(-a + 16, INNER_Y + 5);
  ctx.bezierCurveTo(-a * 0.4, lower * 1.06 + 4, a * 0.64, lower + 4, a, OUTER_Y + 1);
  ctx.stroke();
  const thick = 3 + 2.4 * lash;
  ctx.fillStyle = 'rgba(26,14,12,0.86)';
  ctx.beginPath();
  ctx.moveTo(-a - 1, INNER_Y + 1);
  ctx.bezierCurveTo(
    -a * 0.58,
    upper - thick * 0.7,
    a * 0.5,
    upper - thick * 1.5,
    a + 5 * lash + 1,
    OUTER_Y - 4 * lash,
  );
  ctx.bezierCurveTo(a * 0.58, upper + 1.5, -a * 0.54, upper + 1.2, -a - 1, INNER_Y + 1);
  ctx.fill();
  if (lash <= 0.4) return;
  // Single lashes at the outer half.
  ctx.strokeStyle = 'rgba(22,12,12,0.7)';
  ctx.lineWidth = 1.6;
  ctx.beginPath();
  for (let i = 0; i < 9; i++) {
    const t = 0.6 + i * 0.044;
    const m = 1 - t;
    const x = m ** 3 * -a + 3 * m * m * t * (-a * 0.58) + 3 * m * t * t * (a * 0.5) + t ** 3 * a;
    const y = m ** 3 * INNER_Y + 3 * m * m * t * upper + 3 * m * t * t * upper + t ** 3 * OUTER_Y;
    const length = (1 + 9 * t * t) * lash;
    ctx.moveTo(x, y - 2);
    ctx.quadraticCurveTo(x + length * 0.4, y - length * 0.35, x + length * 0.85, y - length * 0.9);
  }
  ctx.stroke();
}
