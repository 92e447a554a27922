import { Path2D } from '@napi-rs/canvas';
import { seededRandom } from '../../lib/seeded-random.ts';
import { mix, tint } from './colour.ts';
import type { Look } from './look.ts';
import type { Sheet } from './sheet.ts';

/** Outline of the face, chin and forehead included. */
export function facePath(look: Look): Path2D {
  const { width: w, jaw: j, chin } = look.face;
  const side = (s: 1 | -1): number[][] => [
    [112 * w * s, -262, 176 * w * s, -186, 177 * w * s, -60],
    [178 * w * s, 0, (174 + 3 * j) * w * s, 60, (160 + 8 * j) * w * s, 112],
    [(145 + 15 * j) * w * s, 166, (104 + 24 * j) * w * s, 218 + chin, (54 + 16 * j) * w * s, 251 + chin],
    [(38 + 10 * j) * w * s, 263 + chin, 18 * w * s, 268 + chin, 0, 268 + chin],
  ];
  const path = new Path2D();
  path.moveTo(0, -262);
  for (const [a, b, c, d, e, f] of side(1)) path.bezierCurveTo(a!, b!, c!, d!, e!, f!);
  const back = side(-1);
  for (let i = 3; i >= 0; i--) {
    const [a, b, c, d] = back[i]!;
    const end = i > 0 ? back[i - 1]!.slice(4) : [0, -262];
    path.bezierCurveTo(c!, d!, a!, b!, end[0]!, end[1]!);
  }
  path.closePath();
  return path;
}

/** Skin, light and shade of the whole face; eyes, brows and mouth are left out. */
export function paintFace(sheet: Sheet, look: Look): void {
  const { skin } = look;
  const outline = facePath(look);
  const { ctx } = sheet;
  ctx.fillStyle = sheet.linear(-150, -220, 170, 230, [
    [0, mix(skin.base, skin.light, 0.42)],
    [0.45, skin.base],
    [1, mix(skin.base, skin.shadow, 0.38)],
  ]);
  ctx.fill(outline);
  sheet.within(outline, () => {
    paintPlanes(sheet, look, outline);
    paintSockets(sheet, look);
    paintMouthSurround(sheet, look);
    if (look.face.lines > 0) paintLines(sheet, look);
    paintTexture(sheet, look);
    sheet.soft(5, () => {
      ctx.strokeStyle = tint('#ffd9b0', look.beard ? 0.12 : 0.22);
      ctx.lineWidth = 6;
      ctx.beginPath();
      const w = look.face.width;
      ctx.moveTo(176 * w, -60);
      ctx.bezierCurveTo(178 * w, 0, 175 * w, 62, 162 * w, 112);
      ctx.bezierCurveTo(146 * w, 168, 106 * w, 220, 60, 250);
      ctx.stroke();
    });
  });
}

function paintPlanes(sheet: Sheet, look: Look, outline: Path2D): void {
  const { ctx } = sheet;
  const { skin } = look;
  sheet.soft(22, () => {
    ctx.strokeStyle = tint(mix(skin.shadow, skin.blush, 0.25), 0.42);
    ctx.lineWidth = 36;
    ctx.stroke(outline);
  });
  sheet.soft(28, () => {
    ctx.fillStyle = tint(skin.shadow, 0.36);
    const plane = new Path2D('M200 -220 C136 -120 152 -20 124 60 C112 122 92 190 42 284 L230 304 Z');
    ctx.fill(plane);
    ctx.fillStyle = tint(skin.shadow, 0.17);
    ctx.fill(new Path2D('M-192 60 C-124 92 -114 152 -72 252 L-204 284 Z'));
  });
  // Light falls from the upper left.
  sheet.blob(-46, -150, 165, 105, skin.light, 0.46);
  sheet.blob(-98, 50, 84, 66, skin.light, 0.5, -0.4);
  sheet.blob(92, 54, 62, 54, skin.light, 0.22, 0.4);
  sheet.blob(-8, 236 + look.face.chin, 52, 34, skin.light, 0.34);
  sheet.blob(-108, 80, 88, 62, skin.blush, 0.34);
  sheet.blob(110, 80, 82, 60, skin.blush, 0.33);
  sheet.blob(0, 98, 50, 38, skin.blush, 0.18);
  sheet.blob(0, 250 + look.face.chin, 60, 30, skin.blush, 0.12);
  sheet.blob(162, -110, 66, 120, skin.shadow, 0.44);
  sheet.blob(-170, -110, 52, 120, skin.shadow, 0.32);
  // The hair's shadow on the forehead.
  sheet.blob(0, -268, 220, 100, mix(skin.shadow, look.hair.colour, 0.25), 0.6);
}

function paintSockets(sheet: Sheet, look: Look): void {
  const { skin } = look;
  for (const s of [-1, 1]) {
    const lit = s < 0;
    sheet.blob(s * 84, -12, 84, 48, skin.shadow, lit ? 0.3 : 0.42);
    sheet.blob(s * 42, -16, 32, 50, skin.shadow, lit ? 0.34 : 0.48);
    sheet.blob(s * 88, 36, 62, 18, mix(skin.shadow, skin.blush, 0.3), 0.17);
    sheet.blob(s * 96, -46, 72, 20, skin.light, lit ? 0.34 : 0.14, s * 0.1);
  }
}

function paintMouthSurround(sheet: Sheet, look: Look): void {
  const { ctx } = sheet;
  const { skin } = look;
  sheet.blob(0, 140, 20, 26, skin.shadow, 0.2);
  sheet.blob(-16, 138, 12, 24, skin.light, 0.22);
  sheet.blob(0, 208, 58, 18, skin.shadow, 0.4);
  for (const s of [-1, 1]) sheet.blob(s * 80, 166, 22, 26, skin.shadow, s < 0 ? 0.1 : 0.16);
  sheet.soft(8, () => {
    ctx.strokeStyle = tint(skin.shadow, 0.11 + 0.2 * look.face.lines);
    ctx.lineWidth = 9;
    ctx.beginPath();
    for (const s of [-1, 1]) {
      ctx.moveTo(s * 50, 106);
      ctx.quadraticCurveTo(s * 84, 130, s * 92, 164);
    }
    ctx.stroke();
  });
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

function paintTexture(sheet: Sheet, look: Look): void {
  const random = seededRandom(look.seed + 3);
  const { ctx } = sheet;
  const { skin } = look;
  for (let i = 0; i < 130 * look.face.freckles; i++) {
    const s = random() < 0.5 ? -1 : 1;
    const x = s * (10 + Math.abs(random() + random() - 0.6) * 112);
    const y = 58 + (random() + random() - 1) * 46;
    ctx.fillStyle = tint('#a85f3c', 0.14 + random() * 0.22);
    ctx.beginPath();
    ctx.ellipse(x, y, 1.2 + random() * 1.8, 1 + random() * 1.3, 0, 0, 7);
    ctx.fill();
  }
  for (let i = 0; i < 2600; i++) {
    ctx.fillStyle = tint(random() < 0.5 ? skin.shadow : skin.light, 0.045);
    ctx.fillRect(-180 + random() * 360, -255 + random() * 520, 1.6, 1.6);
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

/** Nose: painted shade upon shade, without an outline. */
export function paintNose(sheet: Sheet, look: Look): void {
  const { ctx } = sheet;
  const { skin } = look;
  const w = look.nose.width;
  ctx.save();
  ctx.translate(0, look.nose.length);
  sheet.soft(9, () => {
    ctx.fillStyle = tint(skin.shadow, 0.5);
    ctx.fill(new Path2D('M15 -52 C24 0 21 40 38 84 C46 104 34 112 12 110 C20 70 8 20 8 -40 Z'));
  });
  sheet.soft(7, () => {
    ctx.fillStyle = tint(skin.shadow, 0.27);
    ctx.fill(new Path2D('M-17 -46 C-19 0 -20 40 -36 78 L-22 84 C-12 40 -10 0 -9 -40 Z'));
  });
  sheet.blob(0, 107, 50 * w, 19, skin.shadow, 0.66);
  sheet.blob(4, 124, 36, 18, skin.shadow, 0.26);
  for (const s of [-1, 1]) {
    const wing = s < 0 ? mix(skin.base, skin.light, 0.16) : mix(skin.base, skin.shadow, 0.3);
    sheet.blob(s * 30 * w, 90, 22, 22, wing, 0.9);
  }
  sheet.blob(-1, 84, 34 * w, 30, mix(skin.base, skin.light, 0.24), 0.95);
  sheet.blob(0, 90, 30, 22, skin.blush, 0.16);
  sheet.soft(3.4, () => {
    ctx.strokeStyle = tint(skin.shadow, 0.5);
    ctx.lineWidth = 4.2;
    ctx.beginPath();
    for (const s of [-1, 1]) {
      ctx.moveTo(s * 43 * w, 80);
      ctx.bezierCurveTo(s * 51 * w, 93, s * 46 * w, 106, s * 34 * w, 105);
    }
    ctx.stroke();
  });
  sheet.soft(1.6, () => {
    ctx.fillStyle = tint(mix(skin.shadow, '#1a0503', 0.5), 0.78);
    for (const s of [-1, 1]) {
      ctx.beginPath();
      ctx.ellipse(s * 20 * w, 105.5, 10.5 * w, 4.3, s * -0.28, 0, 7);
      ctx.fill();
    }
  });
  sheet.soft(4.5, () => {
    ctx.fillStyle = tint(skin.light, 0.46);
    ctx.beginPath();
    ctx.ellipse(-4, 22, 6, 50, 0.02, 0, 7);
    ctx.fill();
  });
  sheet.blob(-7, 76, 15, 12, mix(skin.light, '#ffffff', 0.6), 0.55);
  ctx.restore();
}
