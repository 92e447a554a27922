import { type Canvas, createCanvas, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import type { FacePose } from '../director/face-pose.ts';
import { clamp, lerp, mix, tint } from './colour.ts';
import type { Look } from './look.ts';
import type { SheetBox } from './sheet.ts';

/** Where the lips meet. */
export const MOUTH_Y = 166;
/** All that lips and what is between them ever cover, with their shade on the chin. */
export const MOUTH_BOX: SheetBox = { left: -128, top: 116, right: 128, bottom: 262 };

interface Lips {
  /** Half widths of the lips and of the opening. */
  w: number;
  iw: number;
  /** Height of the corners. */
  cy: number;
  /** Opening in the middle: upper and lower edge. */
  yi: number;
  yl: number;
  /** Outer edges in the middle. */
  ut: number;
  lt: number;
  opening: number;
  spread: number;
}

function lipsOf(look: Look, pose: FacePose): Lips {
  const round = clamp(pose.round);
  const press = clamp(pose.press);
  const opening = Math.max(0, pose.open) * 50;
  const w = (67 + 9 * pose.widen + 13 * pose.smile - 23 * round - 5 * pose.open) * look.lips.width;
  const full = look.lips.fullness;
  const upper = (14 + 5 * round) * full * (1 - 0.6 * press);
  const lower = (20.5 + 4 * round) * full * (1 - 0.52 * press);
  const yi = -opening * 0.2 - clamp(pose.upper) * 5;
  const yl = opening * 0.8 - 4 * clamp(pose.bite);
  return {
    w,
    iw: w - 7,
    // A wide open mouth is an oval: its corners come down to the middle of the opening.
    cy: -18 * pose.smile + opening * 0.2 * (1 - 0.6 * clamp(pose.smile)),
    yi,
    yl,
    ut: yi - upper,
    lt: yl + lower,
    opening,
    spread: 0.52 + 0.16 * round,
  };
}

/** Lips, teeth and tongue over the skin of a closed face without a mouth. */
export function drawMouth(ctx: SKRSContext2D, look: Look, pose: FacePose): void {
  const lips = lipsOf(look, pose);
  ctx.save();
  ctx.translate(0, MOUTH_Y);
  drawChinShade(ctx, look, lips);
  if (lips.opening > 1.2) drawInterior(ctx, pose, lips);
  drawLips(ctx, look, pose, lips);
  ctx.restore();
}

const SPOT_SIZE = 64;
const spots = new Map<string, Canvas>();

/** A round spot that fades to its rim, painted once a colour: stretching it costs less than a gradient each time. */
function spotOf(colour: string): Canvas {
  let canvas = spots.get(colour);
  if (!canvas) {
    canvas = createCanvas(SPOT_SIZE, SPOT_SIZE);
    const ctx = canvas.getContext('2d');
    const r = SPOT_SIZE / 2;
    const gradient = ctx.createRadialGradient(r, r, 0, r, r, r);
    gradient.addColorStop(0, tint(colour, 1));
    gradient.addColorStop(0.5, tint(colour, 0.5));
    gradient.addColorStop(1, tint(colour, 0));
    ctx.fillStyle = gradient;
    ctx.fillRect(0, 0, SPOT_SIZE, SPOT_SIZE);
    spots.set(colour, canvas);
  }
  return canvas;
}

function spot(
  ctx: SKRSContext2D,
  x: number,
  y: number,
  rx: number,
  ry: number,
  colour: string,
  alpha: number,
): void {
  ctx.globalAlpha = alpha;
  ctx.drawImage(spotOf(colour), x - rx, y - ry, 2 * rx, 2 * ry);
  ctx.globalAlpha = 1;
}

function drawChinShade(ctx: SKRSContext2D, look: Look, { w, lt }: Lips): void {
  spot(ctx, 4, lt + 8, w * 0.8, 14, look.skin.shadow, 0.44);
}

/** The two edges of the opening as path pieces. */
function upperEdge(path: Path2D, { iw, cy, yi, spread }: Lips, dip: number): void {
  path.bezierCurveTo(-iw * spread, cy * 0.4 + yi * 1.25 - 1, -10, yi - 1.5, 0, yi + dip);
  path.bezierCurveTo(10, yi - 1.5, iw * spread, cy * 0.4 + yi * 1.25 - 1, iw, cy);
}

function innerPath(lips: Lips): Path2D {
  const { iw, cy, yl, spread } = lips;
  const path = new Path2D();
  path.moveTo(-iw, cy);
  upperEdge(path, lips, 1.8);
  const side = lerp(cy, yl * 1.12, 0.86) + 1;
  path.bezierCurveTo(iw * (spread + 0.16), side, iw * 0.3, yl + 1, 0, yl + 1);
  path.bezierCurveTo(-iw * 0.3, yl + 1, -iw * (spread + 0.16), side, -iw, cy);
  path.closePath();
  return path;
}

function drawInterior(ctx: SKRSContext2D, pose: FacePose, lips: Lips): void {
  const { w, yi, yl, opening } = lips;
  ctx.save();
  ctx.clip(innerPath(lips));
  const cavity = ctx.createLinearGradient(0, yi, 0, yl);
  cavity.addColorStop(0, '#28090c');
  cavity.addColorStop(0.6, '#471317');
  cavity.addColorStop(1, '#6c2628');
  ctx.fillStyle = cavity;
  ctx.fillRect(-w, yi - 14, 2 * w, opening + 34);

  const raised = clamp(pose.tongue);
  const ty = yl + 8 - raised * opening * 0.55;
  const flesh = ctx.createRadialGradient(-7, ty - 3, 2, 0, ty + 4, 42);
  flesh.addColorStop(0, '#d67d7f');
  flesh.addColorStop(0.6, '#b75a60');
  flesh.addColorStop(1, '#8c3a42');
  ctx.fillStyle = flesh;
  ctx.beginPath();
  ctx.ellipse(0, ty + 6, Math.min(w * 0.64, 40), 10 + opening * 0.24, 0, 0, 7);
  ctx.fill();
  ctx.strokeStyle = 'rgba(110,36,44,0.4)';
  ctx.lineWidth = 2;
  ctx.beginPath();
  ctx.moveTo(0, ty - 2 - opening * 0.1);
  ctx.lineTo(0, ty + 14);
  ctx.stroke();

  if (opening > 12) {
    const shown = clamp((opening - 12) / 14);
    ctx.fillStyle = tint('#cdc2b6', 0.72 * shown);
    ctx.beginPath();
    ctx.ellipse(0, yl + 6.5, w * 0.5, 9, 0, 0, 7);
    ctx.fill();
  }
  drawUpperTeeth(ctx, pose, lips);
  if (pose.tongueOut > 0.05) {
    const edge = yi + Math.min(13, 5 + opening * 0.6);
    ctx.fillStyle = '#cc7074';
    ctx.beginPath();
    ctx.ellipse(0, edge + 3, 25, 8 * clamp(pose.tongueOut), 0, 0, 7);
    ctx.fill();
  }
  // The corners lie in shade.
  for (const s of [-1, 1]) spot(ctx, s * (w - 4), lips.cy, 20, 16, '#20060a', 0.75);
  ctx.restore();
}

function drawUpperTeeth(ctx: SKRSContext2D, pose: FacePose, { w, yi, opening }: Lips): void {
  const height = Math.min(13.5 + 5 * clamp(pose.teeth), 5 + opening * 0.64);
  const half = w * 0.76;
  const row = new Path2D();
  row.moveTo(-half, yi - 12);
  row.lineTo(half, yi - 12);
  row.bezierCurveTo(half * 0.92, yi + height * 0.7, half * 0.45, yi + height, 0, yi + height);
  row.bezierCurveTo(-half * 0.45, yi + height, -half * 0.92, yi + height * 0.7, -half, yi - 12);
  row.closePath();
  const enamel = ctx.createLinearGradient(-half, 0, half, 0);
  enamel.addColorStop(0, '#857770');
  enamel.addColorStop(0.22, '#ece5dc');
  enamel.addColorStop(0.48, '#fbf8f2');
  enamel.addColorStop(0.78, '#e4dcd2');
  enamel.addColorStop(1, '#75675f');
  ctx.fillStyle = enamel;
  ctx.fill(row);
  ctx.strokeStyle = 'rgba(130,104,94,0.2)';
  ctx.lineWidth = 1;
  ctx.beginPath();
  for (const x of [0, -13.5, 13.5, -25.5, 25.5, -35.5, 35.5]) {
    ctx.moveTo(x, yi - 4);
    ctx.quadraticCurveTo(x * 1.01, yi + height * 0.5, x * 0.99, yi + height * (0.98 - Math.abs(x) * 0.006));
  }
  ctx.stroke();
  // A narrow opening lets the lip's shadow darken the teeth less: a smile is bright.
  const shade = ctx.createLinearGradient(0, yi - 2, 0, yi + Math.min(13, 3 + opening * 0.5));
  shade.addColorStop(0, `rgba(30,5,8,${(0.26 + 0.36 * clamp((opening - 8) / 18)).toFixed(2)})`);
  shade.addColorStop(1, 'rgba(30,5,8,0)');
  ctx.fillStyle = shade;
  ctx.fillRect(-w, yi - 16, 2 * w, 32);
}

function drawLips(ctx: SKRSContext2D, look: Look, pose: FacePose, lips: Lips): void {
  const { w, iw, cy, yi, yl, ut, lt, opening, spread } = lips;
  const { skin } = look;
  const colour = look.lips.colour;
  const dark = mix(colour, skin.shadow, 0.36);
  const light = mix(colour, skin.light, 0.32);
  const upper = new Path2D();
  upper.moveTo(-w, cy);
  upper.bezierCurveTo(-w * 0.66, lerp(cy, ut, 0.45), -w * 0.42, ut - 1, -13, ut - 3);
  upper.quadraticCurveTo(-5, ut - 2, 0, ut + 3);
  upper.quadraticCurveTo(5, ut - 2, 13, ut - 3);
  upper.bezierCurveTo(w * 0.42, ut - 1, w * 0.66, lerp(cy, ut, 0.45), w, cy);
  upper.bezierCurveTo(iw * spread, cy * 0.4 + yi * 1.25 + 1.2, 10, yi + 0.5, 0, yi + 3.4);
  upper.bezierCurveTo(-10, yi + 0.5, -iw * spread, cy * 0.4 + yi * 1.25 + 1.2, -w, cy);
  upper.closePath();
  const side = lerp(cy, yl * 1.12, 0.86);
  const lower = new Path2D();
  lower.moveTo(-w + 2, cy + 1);
  lower.bezierCurveTo(-w * 0.74, lerp(cy, lt, 0.7), -w * 0.42, lt + 1, 0, lt + 1);
  lower.bezierCurveTo(w * 0.42, lt + 1, w * 0.74, lerp(cy, lt, 0.7), w - 2, cy + 1);
  lower.bezierCurveTo(iw * (spread + 0.16), side, iw * 0.3, yl - 0.5, 0, yl - 0.5);
  lower.bezierCurveTo(-iw * 0.3, yl - 0.5, -iw * (spread + 0.16), side, -w + 2, cy + 1);
  lower.closePath();

  // A lip has no outline: a wide faint stroke lets it run into the skin.
  ctx.lineJoin = 'round';
  ctx.strokeStyle = tint(colour, 0.2);
  ctx.lineWidth = 5;
  ctx.stroke(upper);
  ctx.stroke(lower);
  const top = ctx.createLinearGradient(-w * 0.5, ut, w * 0.6, yi + 6);
  top.addColorStop(0, mix(colour, light, 0.3));
  top.addColorStop(0.5, mix(colour, dark, 0.4));
  top.addColorStop(1, dark);
  ctx.fillStyle = top;
  ctx.fill(upper);
  const bottom = ctx.createLinearGradient(0, yl - 1, 0, lt);
  bottom.addColorStop(0, mix(dark, colour, 0.35));
  bottom.addColorStop(0.42, mix(colour, light, 0.62));
  bottom.addColorStop(1, mix(colour, dark, 0.55));
  ctx.fillStyle = bottom;
  ctx.fill(lower);
  const thick = lt - yl;
  spot(
    ctx,
    -11,
    yl + thick * 0.44,
    26 - 8 * clamp(pose.round),
    6 * (1 - 0.5 * clamp(pose.press)),
    '#fff2ec',
    0.46,
  );
  spot(ctx, -14, ut - 4, 16, 3.4, skin.light, 0.5);

  const closed = opening < 1.2;
  const line = new Path2D();
  line.moveTo(-w, cy);
  line.bezierCurveTo(-iw * spread, cy * 0.4 + yi * 1.25, -10, yi - 0.5, 0, yi + 2.6);
  line.bezierCurveTo(10, yi - 0.5, iw * spread, cy * 0.4 + yi * 1.25, w, cy);
  ctx.strokeStyle = tint(mix(skin.shadow, '#20060a', 0.6), closed ? 0.8 : 0.32);
  ctx.lineWidth = closed ? 2.4 : 1.6;
  ctx.stroke(line);
  for (const s of [-1, 1]) spot(ctx, s * w, cy, 11, 11, mix(skin.shadow, '#20060a', 0.3), 0.4);
}
