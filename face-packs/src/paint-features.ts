import { Path2D } from '@napi-rs/canvas';
import { seededRandom } from '@visavis/server/dist/lib/seeded-random.js';
import { lerp, mix, tint } from './colour.ts';
import type { Look } from './look.ts';
import { facePath } from './paint-face.ts';
import { type Point, Sheet, spline, trace } from './sheet.ts';

/** Hair on cheeks and chin, thinning out towards the eyes; the lips stay free. */
export function paintBeard(sheet: Sheet, look: Look): void {
  const beard = look.beard;
  if (!beard) return;
  const random = seededRandom(look.seed + 4);
  const layer = new Sheet({ left: -220, top: -70, right: 220, bottom: 310 }, sheet.scale);
  layer.ctx.fillStyle = tint(beard.colour, beard.density * 0.58);
  layer.ctx.fillRect(-220, -70, 440, 380);
  for (let i = 0; i < 7500; i++) {
    const x = -190 + random() * 380;
    const y = -70 + random() * 350;
    layer.ctx.strokeStyle = tint(random() < 0.2 ? look.hair.light : beard.colour, 0.45);
    layer.ctx.lineWidth = 1.1;
    layer.ctx.beginPath();
    layer.ctx.moveTo(x, y);
    layer.ctx.lineTo(x + x * 0.03 + (random() - 0.5) * 4, y + 5 + random() * 5);
    layer.ctx.stroke();
  }
  const mask = new Sheet(layer.box, sheet.scale);
  const shape = new Path2D(
    'M-200 -60 L-172 -60 C-160 60 -138 112 -88 134 C-60 114 -30 126 0 131 C30 126 60 114 88 134 C138 112 160 60 172 -60 L200 -60 L230 330 L-230 330 Z M-64 167 C-40 198 40 198 64 167 C40 142 -40 142 -64 167 Z',
  );
  mask.soft(6.5, () => {
    mask.ctx.fillStyle = mask.linear(0, -60, 0, 24, [
      [0, 'rgba(0,0,0,0)'],
      [1, '#000000'],
    ]);
    mask.ctx.fill(shape, 'evenodd');
  });
  layer.ctx.globalCompositeOperation = 'destination-in';
  layer.stamp(mask);
  sheet.within(facePath(look), () => sheet.stamp(layer));
  sheet.blob(-20, 240, 54, 24, look.hair.light, 0.2);
}

/** The brow at the right of the picture, inner end to the left; mirrored for the other. */
export function paintBrow(look: Look, scale: number): Sheet {
  const { thickness: t, arch, colour } = look.brows;
  const sheet = new Sheet({ left: -72, top: -42, right: 72, bottom: 32 }, scale);
  const { ctx } = sheet;
  const random = seededRandom(look.seed + 9);
  const top = spline(
    [
      [-50, -3 * t],
      [-20, -6 - 8 * arch * t],
      [18, -8 - 12 * arch * t],
      [56, 6 - 2 * arch],
    ],
    30,
  );
  const bottom = spline(
    [
      [-50, 9 * t],
      [-20, 3],
      [18, -4 - 3 * arch],
      [56, 7 - 2 * arch],
    ],
    30,
  );
  const shape = new Path2D();
  trace(shape, [...top, ...[...bottom].reverse()]);
  shape.closePath();
  sheet.soft(2.8, () => {
    ctx.fillStyle = sheet.linear(-56, 0, 58, 0, [
      [0, tint(colour, 0.08)],
      [0.3, tint(colour, 0.66)],
      [0.8, tint(colour, 0.76)],
      [1, tint(colour, 0.4)],
    ]);
    ctx.fill(shape);
  });
  for (let i = 0; i < 150; i++) {
    const u = random() ** 0.85;
    const k = Math.floor(u * 29);
    const within = 0.12 + random() * 0.8;
    const x = lerp(top[k]![0], bottom[k]![0], within);
    const y = lerp(top[k]![1], bottom[k]![1], within);
    const angle = lerp(-0.95, 0.32, u ** 0.8) + (random() - 0.5) * 0.25;
    const length = (10 - 4 * u) * (0.6 + random() * 0.5);
    const solid = Math.min(1, 0.25 + u * 4);
    ctx.strokeStyle = tint(random() < 0.2 ? mix(colour, look.hair.light, 0.6) : colour, 0.5 * solid);
    ctx.lineWidth = 1.3;
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.lineTo(x + Math.cos(angle) * length, y + Math.sin(angle) * length);
    ctx.stroke();
  }
  return sheet;
}

const IRIS_RADIUS = 19.6;

export function paintIris(look: Look, scale: number): Sheet {
  const r = IRIS_RADIUS * look.eyes.size;
  const { colour } = look.eyes;
  // With room for its soft edge.
  const half = r + 0.7;
  const sheet = new Sheet({ left: -half, top: -half, right: half, bottom: half }, scale);
  const { ctx } = sheet;
  const random = seededRandom(look.seed + 17);
  const disc = new Path2D();
  disc.arc(0, 0, r, 0, Math.PI * 2);
  const gradient = ctx.createRadialGradient(0, 4, r * 0.2, 0, 0, r);
  gradient.addColorStop(0, mix(colour, '#ffe0a8', 0.4));
  gradient.addColorStop(0.52, mix(colour, '#ffffff', 0.06));
  gradient.addColorStop(0.84, mix(colour, '#000000', 0.45));
  gradient.addColorStop(1, mix(colour, '#000000', 0.78));
  sheet.soft(0.7, () => {
    ctx.fillStyle = gradient;
    ctx.fill(disc);
  });
  sheet.within(disc, () => {
    for (let i = 0; i < 80; i++) {
      const a = random() * 6.28;
      ctx.strokeStyle = tint(random() < 0.55 ? mix(colour, '#ffffff', 0.5) : '#000000', 0.18);
      ctx.lineWidth = 0.9;
      ctx.beginPath();
      ctx.moveTo(Math.cos(a) * r * 0.4, Math.sin(a) * r * 0.4);
      const out = r * (0.68 + random() * 0.25);
      ctx.lineTo(Math.cos(a) * out, Math.sin(a) * out);
      ctx.stroke();
    }
    sheet.blob(3, r * 0.5, r * 0.85, r * 0.55, mix(colour, '#ffe9c4', 0.7), 0.55);
  });
  ctx.fillStyle = '#080505';
  ctx.beginPath();
  ctx.arc(0, 0, r * 0.42, 0, 7);
  ctx.fill();
  return sheet;
}

export function paintGlasses(sheet: Sheet, look: Look): void {
  if (!look.glasses) return;
  const { ctx } = sheet;
  const { colour, shape } = look.glasses;
  for (const s of [-1, 1]) {
    const x = s * 87;
    const rim = new Path2D();
    if (shape === 'round') rim.ellipse(x, 7, 66, 60, 0, 0, Math.PI * 2);
    else rim.roundRect(x - 66, -44, 132, 96, [38, 38, 46, 46]);
    sheet.within(rim, () => {
      ctx.fillStyle = sheet.linear(x - 60, -52, x + 60, 60, [
        [0, 'rgba(255,255,255,0.2)'],
        [0.34, 'rgba(255,255,255,0.05)'],
        [0.36, 'rgba(255,255,255,0)'],
        [1, 'rgba(180,210,255,0.10)'],
      ]);
      ctx.fillRect(x - 80, -70, 160, 160);
    });
    ctx.save();
    ctx.translate(3, 6);
    sheet.soft(4, () => {
      ctx.strokeStyle = tint(look.skin.shadow, 0.42);
      ctx.lineWidth = 6;
      ctx.stroke(rim);
    });
    ctx.restore();
    ctx.strokeStyle = sheet.linear(x - 60, -60, x + 60, 60, [
      [0, mix(colour, '#ffffff', 0.42)],
      [0.4, colour],
      [1, mix(colour, '#000000', 0.4)],
    ]);
    ctx.lineWidth = 6;
    ctx.stroke(rim);
    ctx.beginPath();
    ctx.moveTo(s * 152, -12);
    ctx.lineTo(s * 190, -20);
    ctx.stroke();
  }
  ctx.strokeStyle = colour;
  ctx.lineWidth = 5.5;
  ctx.beginPath();
  ctx.moveTo(-23, -6);
  ctx.quadraticCurveTo(0, -19, 23, -6);
  ctx.stroke();
}

export function paintEarrings(sheet: Sheet, look: Look, at: Point): void {
  if (!look.earrings) return;
  const { ctx } = sheet;
  for (const s of [-1, 1]) {
    const x = s * at[0];
    const y = at[1];
    const gradient = ctx.createRadialGradient(x - 3, y - 3, 0.5, x, y, 10);
    gradient.addColorStop(0, '#ffffff');
    gradient.addColorStop(0.4, look.earrings);
    gradient.addColorStop(1, mix(look.earrings, '#4a2f12', 0.6));
    ctx.fillStyle = gradient;
    ctx.beginPath();
    ctx.arc(x, y, 8.5, 0, 7);
    ctx.fill();
  }
}
