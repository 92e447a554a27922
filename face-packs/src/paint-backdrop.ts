import { type Canvas, createCanvas, type SKRSContext2D } from '@napi-rs/canvas';
import { seededRandom } from '@visavis/server/dist/lib/seeded-random.js';
import { tint } from './colour.ts';
import type { Backdrop, Look } from './look.ts';
import { Sheet } from './sheet.ts';

type Scene = (sheet: Sheet, width: number, random: () => number) => void;

const SCENES: Record<Backdrop, { blur: number; paint: Scene }> = {
  office: { blur: 22, paint: office },
  studio: { blur: 24, paint: studio },
  plants: { blur: 20, paint: plants },
  library: { blur: 15, paint: library },
  night: { blur: 9, paint: night },
  terracotta: { blur: 18, paint: terracotta },
};

/** The room behind, out of focus, as an opaque picture. */
export function paintBackdrop(look: Look, width: number, height: number): Canvas {
  const unit = height / 1000;
  const wide = width / unit;
  const { from, to, style } = look.backdrop;
  const scene = SCENES[style];
  // A margin keeps the blur from mixing the outside in.
  const margin = 90;
  const room = new Sheet({ left: -margin, top: -margin, right: wide + margin, bottom: 1000 + margin }, unit);
  room.ctx.fillStyle = room.linear(0, 0, wide, 1000, [
    [0, from],
    [1, to],
  ]);
  room.ctx.fillRect(-margin, -margin, wide + 2 * margin, 1000 + 2 * margin);
  scene.paint(room, wide, seededRandom(look.seed));

  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  ctx.filter = `blur(${(scene.blur * unit).toFixed(2)}px)`;
  ctx.drawImage(room.canvas, -margin * unit, -margin * unit);
  ctx.filter = 'none';
  vignette(ctx, width, height);
  grain(ctx, width, height, seededRandom(look.seed + 1));
  return canvas;
}

function vignette(ctx: SKRSContext2D, width: number, height: number): void {
  const gradient = ctx.createRadialGradient(
    width * 0.44,
    height * 0.38,
    height * 0.2,
    width * 0.5,
    height * 0.5,
    Math.hypot(width, height) * 0.62,
  );
  gradient.addColorStop(0, 'rgba(255,250,240,0.16)');
  gradient.addColorStop(0.5, 'rgba(0,0,0,0)');
  gradient.addColorStop(1, 'rgba(8,10,18,0.42)');
  ctx.fillStyle = gradient;
  ctx.fillRect(0, 0, width, height);
}

/** Breaks the bands that smooth gradients turn into after video compression. */
function grain(ctx: SKRSContext2D, width: number, height: number, random: () => number): void {
  const image = ctx.getImageData(0, 0, width, height);
  const { data } = image;
  for (let i = 0; i < data.length; i += 4) {
    const noise = (random() - 0.5) * 3;
    data[i] = data[i]! + noise;
    data[i + 1] = data[i + 1]! + noise;
    data[i + 2] = data[i + 2]! + noise;
  }
  ctx.putImageData(image, 0, 0);
}

function books(sheet: Sheet, left: number, right: number, random: () => number, colours: string[]): void {
  const { ctx } = sheet;
  for (let shelf = 0; shelf < 5; shelf++) {
    const y = 130 + shelf * 205;
    ctx.fillStyle = tint('#6b4c33', 0.95);
    ctx.fillRect(left, y, right - left, 18);
    let x = left + 8;
    while (x < right) {
      const w = 15 + random() * 32;
      const h = 76 + random() * 84;
      ctx.fillStyle = tint(colours[Math.floor(random() * colours.length)]!, 0.85);
      if (random() > 0.2) ctx.fillRect(x, y - h, w, h);
      x += w + 3 + random() * 10;
    }
  }
}

function office(sheet: Sheet, w: number, random: () => number): void {
  const { ctx } = sheet;
  ctx.fillStyle = tint('#fff6e2', 0.92);
  ctx.fillRect(w * 0.02, 20, w * 0.28, 680);
  ctx.fillStyle = tint('#8b9aa0', 0.6);
  ctx.fillRect(w * 0.155, 20, 14, 680);
  ctx.fillRect(w * 0.02, 330, w * 0.28, 12);
  ctx.fillStyle = tint('#3f4a4d', 0.6);
  ctx.fillRect(w * 0.71, -90, w * 0.4, 1200);
  books(sheet, w * 0.71, w + 90, random, ['#b9643f', '#d8c39b', '#47666b', '#8f3e37', '#c99b57', '#e6ddd0']);
  sheet.blob(w * 0.87, 300, 190, 190, '#ffd18a', 0.7);
}

function studio(sheet: Sheet, w: number, random: () => number): void {
  sheet.blob(w * 0.28, 300, 560, 600, '#cfe3f0', 0.7);
  sheet.blob(w * 0.95, 800, 460, 560, '#f3a66a', 0.42);
  sheet.blob(w * 0.05, 950, 440, 440, '#0e1a28', 0.5);
  const { ctx } = sheet;
  for (let i = 0; i < 11; i++) {
    ctx.fillStyle = tint(['#ffd9a0', '#ffbf80', '#bfe0ff'][i % 3]!, 0.35 + random() * 0.3);
    ctx.beginPath();
    ctx.arc(w * (0.6 + random() * 0.42), random() * 640, 22 + random() * 34, 0, 7);
    ctx.fill();
  }
}

function plants(sheet: Sheet, w: number, random: () => number): void {
  const { ctx } = sheet;
  ctx.fillStyle = tint('#fffdf0', 0.82);
  ctx.fillRect(w * 0.62, 20, w * 0.34, 570);
  for (let i = 0; i < 54; i++) {
    ctx.save();
    ctx.translate(i < 34 ? w * random() * 0.3 : w * (0.8 + random() * 0.2), 180 + random() * 800);
    ctx.rotate((random() - 0.5) * 2.6);
    ctx.fillStyle = tint(['#3f6b46', '#5c8a55', '#2f5238', '#86a96b'][Math.floor(random() * 4)]!, 0.78);
    ctx.beginPath();
    ctx.ellipse(0, 0, 24 + random() * 24, 80 + random() * 70, 0, 0, 7);
    ctx.fill();
    ctx.restore();
  }
  sheet.blob(w * 0.8, 200, 420, 380, '#fff6d8', 0.6);
}

function library(sheet: Sheet, w: number, random: () => number): void {
  const { ctx } = sheet;
  const spines = ['#7a2f2a', '#c79a5a', '#2f4a44', '#8c5a3a', '#d9c7a0', '#43325a', '#a6462f'];
  ctx.fillStyle = tint('#4a3325', 0.7);
  ctx.fillRect(-90, -90, w + 180, 1200);
  books(sheet, -90, w * 0.36, random, spines);
  books(sheet, w * 0.64, w + 90, random, spines);
  ctx.fillStyle = tint('#caa06c', 0.55);
  ctx.fillRect(w * 0.36, -90, w * 0.28, 1200);
  sheet.blob(w * 0.16, 260, 300, 300, '#ffcf8a', 0.62);
  sheet.blob(w * 0.9, 520, 320, 360, '#ffb066', 0.3);
}

function night(sheet: Sheet, w: number, random: () => number): void {
  const { ctx } = sheet;
  sheet.blob(w * 0.7, 980, 760, 420, '#c26a8a', 0.5);
  sheet.blob(w * 0.1, 860, 520, 420, '#4a6fb0', 0.45);
  for (let x = -60; x < w + 60; ) {
    const bw = 70 + random() * 110;
    ctx.fillStyle = tint('#0c1020', 0.55);
    ctx.fillRect(x, 360 + random() * 340, bw, 900);
    x += bw + 6;
  }
  for (let i = 0; i < 90; i++) {
    const r = 9 + random() * 19;
    ctx.fillStyle = tint(
      ['#ffd28a', '#ffb36b', '#9fc4ff', '#ff8fa8', '#fff0c8'][Math.floor(random() * 5)]!,
      0.25 + random() * 0.5,
    );
    ctx.beginPath();
    ctx.arc(random() * w, 330 + random() * 640, r, 0, 7);
    ctx.fill();
  }
  ctx.fillStyle = tint('#05070f', 0.6);
  ctx.fillRect(w * 0.24, -90, 18, 1200);
  ctx.fillRect(w * 0.84, -90, 18, 1200);
}

function terracotta(sheet: Sheet, w: number, random: () => number): void {
  const { ctx } = sheet;
  sheet.blob(w * 0.2, 240, 620, 620, '#ffdcb8', 0.65);
  // An arch of light, and a plant's shadow.
  ctx.fillStyle = tint('#6d2f22', 0.4);
  ctx.beginPath();
  ctx.roundRect(w * 0.66, 150, w * 0.27, 1000, [w * 0.135, w * 0.135, 0, 0]);
  ctx.fill();
  for (let i = 0; i < 16; i++) {
    ctx.save();
    ctx.translate(w * 0.08 + random() * 60, 1000);
    ctx.rotate(-0.9 + i * 0.13 + random() * 0.1);
    ctx.fillStyle = tint(['#3d5a3a', '#5a7a48', '#2f4632'][i % 3]!, 0.8);
    ctx.beginPath();
    ctx.ellipse(0, -300 - random() * 120, 26 + random() * 16, 250, 0, 0, 7);
    ctx.fill();
    ctx.restore();
  }
  sheet.blob(w * 0.95, 900, 400, 400, '#3a150c', 0.45);
}
