import { Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import type { FacePose } from '../director/face-pose.ts';
import { clamp, lerp, mix, tint } from './colour.ts';
import type { Look } from './look.ts';
import type { Sheet, SheetBox } from './sheet.ts';

/** Where an eye is, from the middle of the face. */
const EYE_X = 87;
const EYE_Y = 2;
/** The box that the eyes, their lids and lashes ever cover. */
export const EYES_BOX: SheetBox = { left: -152, top: -58, right: 152, bottom: 44 };

/** The lid curves of one eye in its own coordinates: +x is the outer corner. */
interface Lids {
  a: number;
  innerY: number;
  outerY: number;
  /** Control heights of the two cubics. */
  upper: number;
  lower: number;
  /** The upper lid when open. */
  top: number;
}

function lidsOf(look: Look, pose: FacePose): Lids {
  const e = look.eyes.size;
  const wide = clamp(pose.wide);
  const squint = clamp(pose.squint);
  const blink = clamp(pose.blink);
  const gazeY = clamp(pose.gazeY, -1, 1);
  const hood = 1 - look.eyes.crease;
  // The upper lid follows the eye: a look down under a raised lid would be a stare.
  const follow = gazeY > 0 ? 0.4 * gazeY : 0.12 * gazeY;
  const top = 24 * e * (1 + 0.22 * wide - follow - 0.14 * hood - 0.14 * squint);
  const bottom = 14.5 * e * (1 - 0.56 * squint - 0.14 * clamp(pose.smile));
  const meet = bottom * 0.62;
  const yUpper = lerp(-top, meet, blink);
  const yLower = lerp(bottom, meet + 1.5, blink * 0.8);
  const innerY = 5;
  const outerY = -4;
  // A cubic whose handles stand at height h peaks at about three quarters of it.
  const ends = ((innerY + outerY) / 2) * 0.25;
  return { a: 46 * e, innerY, outerY, upper: (yUpper - ends) / 0.75, lower: (yLower - ends) / 0.75, top };
}

export function drawEyes(ctx: SKRSContext2D, look: Look, iris: Sheet, pose: FacePose): void {
  const lids = lidsOf(look, pose);
  for (const s of [-1, 1] as const) {
    ctx.save();
    ctx.translate(s * EYE_X, EYE_Y);
    ctx.scale(s, 1);
    ctx.rotate(-look.eyes.tilt);
    drawCrease(ctx, look, lids, pose);
    if (pose.blink < 0.93) drawBall(ctx, look, iris, lids, pose, s);
    drawLashes(ctx, look, lids, pose);
    ctx.restore();
  }
}

function drawCrease(ctx: SKRSContext2D, look: Look, { a, innerY, outerY, top }: Lids, pose: FacePose): void {
  const { skin } = look;
  const visible = look.eyes.crease;
  const height = lerp(-top - 7 - 5 * visible, -top - 3, pose.blink) / 0.75;
  // The lid itself catches light while it is down.
  if (pose.blink > 0.05) {
    ctx.fillStyle = tint(mix(skin.base, skin.light, 0.25), 0.55 * pose.blink);
    ctx.beginPath();
    ctx.moveTo(-a, innerY);
    ctx.bezierCurveTo(-a * 0.58, height, a * 0.5, height, a, outerY);
    ctx.bezierCurveTo(a * 0.5, 16, -a * 0.58, 18, -a, innerY);
    ctx.fill();
  }
  ctx.beginPath();
  ctx.moveTo(-a + 8, innerY - 12);
  ctx.bezierCurveTo(-a * 0.55, height, a * 0.5, height, a + 2, outerY - 11);
  ctx.strokeStyle = tint(skin.shadow, 0.14);
  ctx.lineWidth = 8;
  ctx.stroke();
  ctx.strokeStyle = tint(skin.shadow, (0.18 + 0.34 * visible) * (1 - 0.35 * pose.blink));
  ctx.lineWidth = 2.4;
  ctx.stroke();
}

function drawBall(ctx: SKRSContext2D, look: Look, iris: Sheet, lids: Lids, pose: FacePose, s: 1 | -1): void {
  const { a, innerY, outerY, upper, lower } = lids;
  const opening = new Path2D();
  opening.moveTo(-a, innerY);
  opening.bezierCurveTo(-a * 0.58, upper, a * 0.5, upper * 1.05, a, outerY);
  opening.bezierCurveTo(a * 0.64, lower, -a * 0.45, lower * 1.06, -a, innerY);
  opening.closePath();
  ctx.save();
  ctx.clip(opening);
  ctx.fillStyle = mix('#f3ede8', look.skin.base, 0.12);
  ctx.fillRect(-a - 2, -60, 2 * a + 4, 120);
  const white = ctx.createLinearGradient(-a, 0, a, 0);
  white.addColorStop(0, tint('#a85a62', 0.42));
  white.addColorStop(0.18, tint('#c8a8a0', 0.1));
  white.addColorStop(0.78, tint('#9a98a4', 0.08));
  white.addColorStop(1, tint('#6e5a60', 0.44));
  ctx.fillStyle = white;
  ctx.fillRect(-a, -60, 2 * a, 120);
  const gx = clamp(pose.gazeX, -1, 1) * 15 * s;
  const gy = clamp(pose.gazeY, -1, 1) * 9 - 3.5 + pose.blink * 5;
  const { box, canvas, scale } = iris;
  ctx.drawImage(canvas, gx + box.left, gy + box.top, canvas.width / scale, canvas.height / scale);
  const lid = ctx.createLinearGradient(0, upper * 0.75 - 2, 0, upper * 0.75 + 20);
  lid.addColorStop(0, 'rgba(38,14,16,0.66)');
  lid.addColorStop(0.45, 'rgba(50,22,24,0.2)');
  lid.addColorStop(1, 'rgba(60,30,30,0)');
  ctx.fillStyle = lid;
  ctx.fillRect(-a, -60, 2 * a, 120);
  // The window's light, at the upper left of both eyes, and its reflection from below.
  ctx.fillStyle = 'rgba(255,255,255,0.94)';
  ctx.beginPath();
  ctx.ellipse(gx - 7.5 * s, gy - 8, 5, 6, 0.2, 0, 7);
  ctx.fill();
  ctx.fillStyle = 'rgba(255,255,255,0.36)';
  ctx.beginPath();
  ctx.arc(gx + 8 * s, gy + 8, 2.8, 0, 7);
  ctx.fill();
  ctx.fillStyle = tint(mix('#c9757a', look.skin.shadow, 0.2), 0.75);
  ctx.beginPath();
  ctx.ellipse(-a + 6, innerY + 0.5, 6.5, 4.2, 0.2, 0, 7);
  ctx.fill();
  ctx.restore();
  ctx.strokeStyle = tint(mix(look.skin.light, look.skin.blush, 0.35), 0.55);
  ctx.lineWidth = 2.2;
  ctx.beginPath();
  ctx.moveTo(-a + 6, innerY + 2);
  ctx.bezierCurveTo(-a * 0.45, lower * 1.06 + 1, a * 0.64, lower + 1, a, outerY);
  ctx.stroke();
}

function drawLashes(ctx: SKRSContext2D, look: Look, lids: Lids, pose: FacePose): void {
  const { a, innerY, outerY, upper, lower } = lids;
  const { lash } = look.eyes;
  ctx.strokeStyle = tint(mix(look.skin.shadow, '#1a0a08', 0.5), 0.28 + 0.14 * lash);
  ctx.lineWidth = 1.7;
  ctx.beginPath();
  ctx.moveTo(-a + 16, innerY + 5);
  ctx.bezierCurveTo(-a * 0.4, lower * 1.06 + 4, a * 0.64, lower + 4, a, outerY + 1);
  ctx.stroke();
  const thick = 4.2 + 3 * lash;
  ctx.fillStyle = 'rgba(22,12,12,0.94)';
  ctx.beginPath();
  ctx.moveTo(-a - 1, innerY + 1);
  ctx.bezierCurveTo(
    -a * 0.58,
    upper - thick * 0.7,
    a * 0.5,
    upper - thick * 1.5,
    a + 5 * lash + 1,
    outerY - 4 * lash,
  );
  ctx.bezierCurveTo(a * 0.58, upper + 1.5, -a * 0.54, upper + 1.2, -a - 1, innerY + 1);
  ctx.fill();
  if (lash <= 0.4) return;
  // Single lashes at the outer half; they point down when the lid is.
  const down = Math.max(0, pose.blink - 0.5) * 2;
  ctx.strokeStyle = 'rgba(22,12,12,0.7)';
  ctx.lineWidth = 1.6;
  ctx.beginPath();
  for (let i = 0; i < 9; i++) {
    const t = 0.6 + i * 0.044;
    const m = 1 - t;
    const x = m ** 3 * -a + 3 * m * m * t * (-a * 0.58) + 3 * m * t * t * (a * 0.5) + t ** 3 * a;
    const y = m ** 3 * innerY + 3 * m * m * t * upper + 3 * m * t * t * upper + t ** 3 * outerY;
    const length = (1 + 9 * t * t) * lash;
    ctx.moveTo(x, y - 2);
    ctx.quadraticCurveTo(
      x + length * 0.4,
      y - length * (0.35 - 0.8 * down),
      x + length * 0.85,
      y - length * (0.9 - 1.5 * down),
    );
  }
  ctx.stroke();
}
