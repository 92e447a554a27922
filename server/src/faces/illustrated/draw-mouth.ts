import { type Canvas, createCanvas, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import type { FacePose } from '../director/face-pose.ts';
import { clamp, lerp, mix, tint } from './colour.ts';
import type { Look } from './look.ts';
import type { SheetBox } from './sheet.ts';

/** Where the lips meet. */
export const MOUTH_Y = 166;
/** The box that the lips, what is between them, and their shade on the chin ever cover. */
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
  /** 0 a slit that ends in two points .. 1 an ellipse. */
  oval: number;
}

function lipsOf(look: Look, pose: FacePose): Lips {
  const round = clamp(pose.round);
  const press = clamp(pose.press);
  const smile = pose.smile * (1 - 0.6 * round);
  const opening = Math.max(0, pose.open) * 50;
  const w = (67 + 9 * pose.widen + 13 * smile - 27 * round - 5 * pose.open) * look.lips.width;
  // Pursed lips are as full at the corners as elsewhere.
  const iw = w - 7 - 9 * round;
  const oval = clamp((opening / iw) * (1 + round));
  const full = look.lips.fullness;
  const upper = (14 + 5 * round) * full * (1 - 0.5 * press);
  const lower = (20.5 + 4 * round) * full * (1 - 0.42 * press);
  const yi = -opening * 0.2 - clamp(pose.upper) * 5;
  const yl = opening * 0.8 - 4 * clamp(pose.bite);
  const corners = -18 * smile + opening * (0.2 + 0.1 * oval) * (1 - 0.6 * clamp(smile));
  return {
    w,
    iw,
    // A wide open mouth is an oval: its corners come down towards the middle of the opening, in a smile as well.
    cy: lerp(corners, Math.max(corners, yi + opening * 0.26), oval),
    yi,
    yl,
    ut: yi - upper,
    lt: yl + lower,
    opening,
    spread: 0.52 + 0.16 * round,
    oval,
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

/** The upper edge of the opening from the left corner to the right, or back. */
function upperEdge(path: Path2D, { iw, cy, yi, spread, oval }: Lips, dip: number, direction: 1 | -1): void {
  const x = lerp(iw * spread, iw, oval) * direction;
  const y = lerp(cy * 0.4 + yi * 1.25, lerp(cy, yi, 0.6), oval);
  const top = lerp(10, iw * 0.52, oval) * direction;
  path.bezierCurveTo(-x, y, -top, yi - 0.5, 0, yi + dip);
  path.bezierCurveTo(top, yi - 0.5, x, y, iw * direction, cy);
}

/** The lower edge, likewise. */
function lowerEdge(path: Path2D, { iw, cy, yl, spread, oval }: Lips, direction: 1 | -1): void {
  const x = lerp(iw * (spread + 0.16), iw, oval) * direction;
  const y = lerp(lerp(cy, yl * 1.12, 0.86), lerp(cy, yl, 0.6), oval);
  const bottom = lerp(iw * 0.3, iw * 0.54, oval) * direction;
  path.bezierCurveTo(-x, y, -bottom, yl, 0, yl);
  path.bezierCurveTo(bottom, yl, x, y, iw * direction, cy);
}

function innerPath(lips: Lips): Path2D {
  const path = new Path2D();
  // Reaches a little under the lips, so that no skin shows between them and the inside.
  const under = { ...lips, iw: lips.iw + 1.5, yi: lips.yi - 1.2, yl: lips.yl + 1.2 };
  path.moveTo(-under.iw, under.cy);
  upperEdge(path, under, 1.8, 1);
  lowerEdge(path, under, -1);
  path.closePath();
  return path;
}

function drawInterior(ctx: SKRSContext2D, pose: FacePose, lips: Lips): void {
  const { w, iw, yi, yl, opening } = lips;
  ctx.save();
  ctx.clip(innerPath(lips));
  const cavity = ctx.createLinearGradient(0, yi, 0, yl);
  cavity.addColorStop(0, '#28090c');
  cavity.addColorStop(1, '#4a1418');
  ctx.fillStyle = cavity;
  ctx.fillRect(-w, yi - 14, 2 * w, opening + 34);

  // The tongue comes out of the dark of the throat.
  const back = yl - opening * (0.2 * (1 - clamp(pose.round)) + 0.4 * clamp(pose.tongue));
  const flesh = ctx.createLinearGradient(0, back, 0, back + 22);
  flesh.addColorStop(0, '#4a161b');
  flesh.addColorStop(0.5, '#8a3d43');
  flesh.addColorStop(1, '#9c4a4f');
  ctx.fillStyle = flesh;
  ctx.beginPath();
  ctx.ellipse(0, yl + 12, Math.min(iw * 0.84, 46), yl + 12 - back, 0, 0, 7);
  ctx.fill();
  // The lower lip stands before it.
  const lip = ctx.createLinearGradient(0, yl - 6, 0, yl + 1);
  lip.addColorStop(0, 'rgba(40,9,12,0)');
  lip.addColorStop(1, 'rgba(40,9,12,0.6)');
  ctx.fillStyle = lip;
  ctx.fillRect(-w, yl - 6, 2 * w, 9);
  const edge = upperTeethEdge(pose);
  drawUpperTeeth(ctx, lips, edge);
  // Half raised, on the way to other sounds, it would look like a lump behind the teeth.
  const out = clamp((pose.tongueOut - 0.4) / 0.5);
  if (out > 0) {
    const tip = edge - 3 + 9 * (1 - out);
    ctx.fillStyle = '#cf7c7a';
    ctx.beginPath();
    ctx.ellipse(0, tip + 11, 29, 11, 0, 0, 7);
    ctx.fill();
    spot(ctx, -4, tip + 5, 18, 4, '#ffd9d0', 0.4 * out);
  }
  // The corners lie in shade.
  for (const s of [-1, 1]) spot(ctx, s * (iw + 3), lips.cy, 20, 16, '#20060a', 0.75);
  ctx.restore();
}

/** The teeth stay with the skull: lips uncover them, and lips pushed forward hide them. */
function upperTeethEdge(pose: FacePose): number {
  return 5 + 5 * clamp(pose.teeth) - 10 * clamp(pose.round);
}

function drawUpperTeeth(ctx: SKRSContext2D, { w, iw, cy, yi, opening }: Lips, edge: number): void {
  // A smile shows the teeth up to its corners, and the teeth are drawn higher with it.
  const half = Math.max(58, iw * 0.9);
  const side = edge - 5 + Math.min(0, cy) * 0.7;
  const row = new Path2D();
  row.moveTo(-half, yi - 16);
  row.lineTo(half, yi - 16);
  row.bezierCurveTo(half * 0.98, side, half * 0.66, edge, 0, edge);
  row.bezierCurveTo(-half * 0.66, edge, -half * 0.98, side, -half, yi - 16);
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
    ctx.lineTo(x * 0.99, edge - Math.abs(x) * 0.05);
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
  const { w, iw, cy, yi, yl, ut, lt, opening, oval } = lips;
  const { skin } = look;
  const colour = look.lips.colour;
  const dark = mix(colour, skin.shadow, 0.36);
  const light = mix(colour, skin.light, 0.32);
  const upper = new Path2D();
  const side = w * lerp(0.66, 0.98, oval);
  const bow = w * lerp(0.42, 0.58, oval);
  const upperRim = (path: Path2D) => {
    path.moveTo(-w, cy);
    path.bezierCurveTo(-side, lerp(cy, ut, 0.45), -bow, ut - 1, -13, ut - 3);
    path.quadraticCurveTo(-5, ut - 2, 0, ut + 3);
    path.quadraticCurveTo(5, ut - 2, 13, ut - 3);
    path.bezierCurveTo(bow, ut - 1, side, lerp(cy, ut, 0.45), w, cy);
  };
  upperRim(upper);
  // A little under the lower lip: where they meet no skin shows.
  upper.lineTo(w - 1, cy + 1.6);
  upper.lineTo(iw, cy + 1.6);
  upper.lineTo(iw, cy);
  upperEdge(upper, lips, 3.4 * (1 - oval), -1);
  upper.lineTo(-iw, cy + 1.6);
  upper.lineTo(-w + 1, cy + 1.6);
  upper.closePath();
  const lower = new Path2D();
  const cheek = w * lerp(0.74, 0.98, oval);
  const base = w * lerp(0.42, 0.56, oval);
  const fall = lerp(cy, lt, lerp(0.7, 0.56, oval));
  lower.moveTo(-w + 2, cy + 1);
  lower.bezierCurveTo(-cheek, fall, -base, lt + 1, 0, lt + 1);
  lower.bezierCurveTo(base, lt + 1, cheek, fall, w - 2, cy + 1);
  lower.lineTo(iw, cy);
  lowerEdge(lower, lips, -1);
  lower.closePath();

  // A lip has no outline: a wide faint stroke around both lets them run into the skin.
  const around = new Path2D();
  upperRim(around);
  around.bezierCurveTo(cheek, fall, base, lt + 1, 0, lt + 1);
  around.bezierCurveTo(-base, lt + 1, -cheek, fall, -w, cy);
  ctx.lineJoin = 'round';
  ctx.strokeStyle = tint(colour, 0.2);
  ctx.lineWidth = 5;
  ctx.stroke(around);
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
  line.lineTo(-iw, cy);
  upperEdge(line, lips, 2.6 * (1 - oval), 1);
  line.lineTo(w, cy);
  ctx.strokeStyle = tint(mix(skin.shadow, '#20060a', 0.6), closed ? 0.8 : 0.32 * (1 - oval));
  ctx.lineWidth = closed ? 2.4 : 1.6;
  ctx.stroke(line);
  for (const s of [-1, 1]) spot(ctx, s * w, cy, 11, 11, mix(skin.shadow, '#20060a', 0.3), 0.4 - 0.25 * oval);
}
