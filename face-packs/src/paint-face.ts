import { Path2D } from '@napi-rs/canvas';
import { seededRandom } from '@visavis/server/dist/lib/seeded-random.js';
import { mix, tint } from './colour.ts';
import { cubicPoints } from './draw-mouth.ts';
import type { Look } from './look.ts';
import { RELIEF } from './relief.ts';
import { shadeSkin } from './shade-skin.ts';
import { mirrored, type Point, Sheet, trace } from './sheet.ts';

/** The right half of the outline, from the forehead to the chin: points and handles of cubic curves. */
function halfOutline({ face: { width: w, jaw: j, chin } }: Look): Point[] {
  return [
    [0, -262],
    [112 * w, -262],
    [176 * w, -186],
    [177 * w, -60],
    [178 * w, 0],
    [(174 + 3 * j) * w, 60],
    [(160 + 8 * j) * w, 112],
    [(145 + 15 * j) * w, 166],
    [(104 + 24 * j) * w, 218 + chin],
    [(54 + 16 * j) * w, 251 + chin],
    [(38 + 10 * j) * w, 263 + chin],
    [18 * w, 268 + chin],
    [0, 268 + chin],
  ];
}

/** Points of the outline of the face, forehead and chin included, all around. */
export function outlineOf(look: Look): Point[] {
  const right = cubicPoints(halfOutline(look));
  return [...right, ...mirrored(right).reverse()];
}

export function facePath(look: Look): Path2D {
  const path = new Path2D();
  trace(path, outlineOf(look));
  path.closePath();
  return path;
}

/** Skin and lips of the whole face with light and shade; eyes and brows are left out. */
export function paintFace(sheet: Sheet, look: Look): void {
  const { ctx } = sheet;
  const face = new Sheet(sheet.box, sheet.scale);
  // The turn of the cheek and the jaw is not a line.
  face.soft(1.2, () => face.ctx.fill(facePath(look)));
  face.ctx.globalCompositeOperation = 'source-in';
  const { left, top, right, bottom } = RELIEF;
  face.ctx.drawImage(shadeSkin(look), left, top, right - left, bottom - top);
  face.ctx.globalCompositeOperation = 'source-atop';
  // The hair's shadow on the forehead.
  face.blob(0, -268, 220, 90, mix(look.skin.shadow, look.hair.colour, 0.25), 0.5);
  if (look.face.lines > 0) paintLines(face, look);
  paintFreckles(face, look);
  ctx.drawImage(
    face.canvas,
    sheet.box.left,
    sheet.box.top,
    sheet.box.right - sheet.box.left,
    sheet.box.bottom - sheet.box.top,
  );
}

/** The lines of a life: forehead, crow's feet, under the eyes, from nose to mouth. */
function paintLines(sheet: Sheet, look: Look): void {
  const { ctx } = sheet;
  const { skin } = look;
  const a = look.face.lines;
  const strokes = (width: number, alpha: number, blur: number, draw: () => void) =>
    sheet.soft(blur, () => {
      ctx.strokeStyle = tint(skin.shadow, alpha * a);
      ctx.lineWidth = width;
      ctx.beginPath();
      draw();
      ctx.stroke();
    });
  strokes(3, 0.3, 1.8, () => {
    for (const [y, half] of [
      [-150, 84],
      [-122, 92],
      [-96, 70],
    ] as const) {
      ctx.moveTo(-half, y + 5);
      ctx.bezierCurveTo(-half * 0.4, y - 7, half * 0.4, y - 4, half, y + 4);
    }
  });
  strokes(2.2, 0.42, 1, () => {
    for (const s of [-1, 1]) {
      for (const [dy, bend] of [
        [-12, -9],
        [0, 2],
        [11, 12],
      ] as const) {
        ctx.moveTo(s * 140, 2 + dy * 0.5);
        ctx.quadraticCurveTo(s * 150, 2 + dy, s * 162, 2 + dy + bend);
      }
    }
  });
  strokes(4, 0.34, 2.4, () => {
    for (const s of [-1, 1]) {
      ctx.moveTo(s * 52, 34);
      ctx.quadraticCurveTo(s * 84, 54, s * 124, 40);
    }
  });
  strokes(5, 0.5, 2.6, () => {
    for (const s of [-1, 1]) {
      ctx.moveTo(s * 48, 102);
      ctx.bezierCurveTo(s * 76, 122, s * 90, 144, s * 90, 168);
    }
  });
  strokes(6, 0.24, 3.4, () => {
    for (const s of [-1, 1]) {
      ctx.moveTo(s * 76, 180);
      ctx.quadraticCurveTo(s * 84, 194, s * 80, 212);
    }
  });
  for (const s of [-1, 1]) sheet.blob(s * 88, 40, 46, 12, mix(skin.shadow, '#6a4a66', 0.3), 0.2 * a);
}

function paintFreckles({ ctx }: Sheet, look: Look): void {
  const random = seededRandom(look.seed + 3);
  for (let i = 0; i < 130 * look.face.freckles; i++) {
    const s = random() < 0.5 ? -1 : 1;
    const x = s * (10 + Math.abs(random() + random() - 0.6) * 112);
    const y = 58 + (random() + random() - 1) * 46;
    ctx.fillStyle = tint('#a85f3c', 0.14 + random() * 0.22);
    ctx.beginPath();
    ctx.ellipse(x, y, 1.2 + random() * 1.8, 1 + random() * 1.3, 0, 0, 7);
    ctx.fill();
  }
}

export function paintEars(sheet: Sheet, look: Look): void {
  const { ctx } = sheet;
  const { skin } = look;
  for (const s of [-1, 1]) {
    ctx.save();
    ctx.scale(s, 1);
    ctx.translate(166 * look.face.width - 166, 0);
    const ear = new Path2D('M158 -26 C172 -70 216 -66 211 -8 C208 34 196 84 172 86 C164 86 158 70 158 60 Z');
    ctx.fillStyle = sheet.linear(160, 0, 214, 0, [
      [0, mix(skin.base, skin.shadow, 0.45)],
      [1, s < 0 ? mix(skin.base, skin.blush, 0.22) : mix(skin.base, skin.shadow, 0.4)],
    ]);
    ctx.fill(ear);
    sheet.within(ear, () => {
      sheet.soft(3.5, () => {
        ctx.strokeStyle = tint(skin.shadow, 0.6);
        ctx.lineWidth = 6;
        ctx.stroke(new Path2D('M176 -34 C206 -44 204 6 192 34 M180 -8 C194 -6 190 22 180 30'));
        ctx.strokeStyle = tint(skin.light, s < 0 ? 0.35 : 0.16);
        ctx.lineWidth = 4;
        ctx.stroke(new Path2D('M180 -50 C212 -56 210 0 200 40'));
      });
    });
    ctx.restore();
  }
}

/** The holes of the nose: its shape is in the relief. */
export function paintNostrils(sheet: Sheet, { skin, nose: { width, length } }: Look): void {
  const { ctx } = sheet;
  sheet.soft(1.8, () => {
    ctx.fillStyle = tint(mix(skin.shadow, '#1a0503', 0.6), 0.7);
    for (const s of [-1, 1]) {
      ctx.beginPath();
      ctx.ellipse(s * 19 * width, 106.5 + length, 9.5 * width, 3.6, s * -0.3, 0, 7);
      ctx.fill();
    }
  });
}
