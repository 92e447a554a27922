import { Path2D } from '@napi-rs/canvas';
import { clamp } from '@visavis/server/dist/lib/clamp.js';
import { seededRandom } from '@visavis/server/dist/lib/seeded-random.js';
import { lerp, mix, tint } from './colour.ts';
import { glazeHair, paintLock } from './hair-lock.ts';
import type { Look } from './look.ts';
import { type Point, points, type Sheet, sidePath, trace } from './sheet.ts';

/** Sides that thin out downwards, as clippers leave them. */
function paintSides(sheet: Sheet, look: Look, low: number, top: number): void {
  const { ctx } = sheet;
  for (const s of [-1, 1]) {
    const side = sidePath(
      s,
      `M182 -40 C196 -120 188 -224 120 -282 L92 -208 C134 -186 150 -140 155 -90 C157 -60 158 -30 162 ${low} L172 ${low - 14} Z`,
    );
    sheet.soft(3, () => {
      ctx.fillStyle = sheet.linear(0, -240, 0, low, [
        [0, tint(look.hair.colour, 1)],
        [0.5, tint(look.hair.colour, top)],
        [1, tint(look.hair.colour, 0.06)],
      ]);
      ctx.fill(side);
    });
  }
}

/** Close-cropped, with a clean line at the forehead. */
export function paintFadeFront(sheet: Sheet, look: Look): void {
  const random = seededRandom(look.seed + 12);
  const { ctx } = sheet;
  paintSides(sheet, look, 36, 0.86);
  const cap = new Path2D(
    'M-160 -140 C-150 -198 -96 -216 -30 -212 C40 -208 120 -210 158 -140 C176 -152 190 -182 184 -224 C170 -284 92 -332 14 -332 C-70 -332 -162 -284 -182 -222 C-190 -182 -178 -152 -160 -140 Z',
  );
  sheet.soft(2.6, () => {
    ctx.fillStyle = sheet.linear(-120, -320, 120, -140, [
      [0, mix(look.hair.colour, look.hair.light, 0.4)],
      [0.5, look.hair.colour],
      [1, mix(look.hair.colour, '#000000', 0.35)],
    ]);
    ctx.fill(cap);
  });
  // Tight coils: short arcs, lighter where the light falls.
  for (let i = 0; i < 3400; i++) {
    const u = random() * 2 - 1;
    const v = random();
    const x = u * 176;
    const top = -326 + 104 * Math.abs(u) ** 2.2;
    const bottom = -208 + 62 * Math.abs(u) ** 3;
    const y = lerp(top, bottom, v) + (random() - 0.5) * 6;
    const light = clamp(0.78 - v * 0.7 - (u + 0.5) * 0.28 + (random() - 0.5) * 0.5);
    ctx.strokeStyle = tint(mix(mix(look.hair.colour, '#000000', 0.3), look.hair.light, light), 0.5);
    ctx.lineWidth = 0.9 + random() * 1.2;
    ctx.beginPath();
    const start = random() * 6.28;
    ctx.arc(x, y, 3 + random() * 3.4, start, start + 2.2 + random() * 1.6);
    ctx.stroke();
  }
}

/** Behind the head: what shows above the forehead and between the ears. */
export function paintShortBack(sheet: Sheet, look: Look): void {
  const { ctx } = sheet;
  ctx.fillStyle = mix(look.hair.colour, '#000000', 0.25);
  ctx.beginPath();
  // Down behind the ears to the nape, which shows when the head turns.
  ctx.moveTo(0, -294);
  ctx.bezierCurveTo(104, -294, 182, -214, 182, -108);
  ctx.bezierCurveTo(182, -20, 168, 70, 100, 140);
  ctx.lineTo(-100, 140);
  ctx.bezierCurveTo(-168, 70, -182, -20, -182, -108);
  ctx.bezierCurveTo(-182, -214, -104, -294, 0, -294);
  ctx.fill();
}

/** Longer on top, brushed up from the forehead and over to the right of the picture. */
export function paintSweptFront(sheet: Sheet, look: Look): void {
  const random = seededRandom(look.seed + 12);
  paintSides(sheet, look, 20, 0.92);
  const lock = (
    inner: Point[],
    outer: Point[],
    more: { strands?: number; shade?: number; shine?: number } = {},
  ) =>
    paintLock(sheet, look, inner, outer, {
      random,
      strands: 34,
      width: 2.2,
      shine: 0.26,
      shineAt: 0.5,
      edge: 0.6,
      wave: 0.05,
      ...more,
    });
  const hairline = (x: number) => -202 + 62 * Math.abs(x / 158) ** 3;
  const crown = (x: number) => -334 + 112 * Math.abs((x - 6) / 190) ** 2;
  // The mass below: from temple to temple, over the crown.
  const rim: Point[] = [];
  for (let i = 0; i <= 12; i++) rim.push([-160 + (320 * i) / 12, hairline(-158 + (316 * i) / 12) - 6]);
  const arch = points('-164,-128 -182,-190 -166,-252 -104,-302 6,-334 112,-304 172,-252 185,-192 166,-128');
  lock(rim, arch, { strands: 150, shade: 0.3 });
  // Then tufts, from the far side towards the brow they fall from; each covers the root of the one before.
  for (let row = 0; row < 3; row++) {
    const count = 15 - row;
    for (let i = 0; i < count; i++) {
      const u = 1 - i / (count - 1);
      const x = -150 + 280 * u + (random() - 0.5) * 10;
      const root = hairline(x) - (2 - row) * 30 + 4 - random() * 8;
      const tall =
        (62 + 22 * (1 - Math.abs(u - 0.4) * 2) + random() * 16) * (1 - 0.34 * Math.max(0, u - 0.7));
      const lean = 40 + 62 * (1 - u) + random() * 18;
      const wide = 24 + random() * 8;
      const top = (px: number, py: number): Point => {
        const cx = clamp(px, -176, 166);
        return [cx, Math.max(py, crown(cx) + 2)];
      };
      const tip = top(x + lean + wide, root - tall * 0.94);
      lock(
        [[x, root], top(x - wide * 0.5, root - tall * 0.5), top(x + lean * 0.4, root - tall * 1.02), tip],
        [
          [x + 5, root + 2],
          [x + wide, root - tall * 0.26],
          [x + wide * 0.8 + lean * 0.5, root - tall * 0.66],
          tip,
        ],
        { shade: 0.2 - row * 0.07 + u * 0.1, shine: 0.18 + row * 0.08 },
      );
    }
  }
  // Short hairs at the forehead: no edge of hair is a line.
  const { ctx } = sheet;
  sheet.soft(4.5, () => {
    ctx.strokeStyle = tint(look.hair.colour, 0.75);
    ctx.lineWidth = 9;
    ctx.beginPath();
    trace(ctx, rim);
    ctx.stroke();
  });
  for (let i = 0; i < 420; i++) {
    const x = -156 + 312 * random();
    const y = hairline(x) + 4 - random() * 9;
    ctx.strokeStyle = tint(mix(look.hair.colour, look.hair.light, random() * 0.3), 0.4);
    ctx.lineWidth = 0.8 + random() * 0.6;
    ctx.beginPath();
    ctx.moveTo(x, y);
    ctx.quadraticCurveTo(x + 2, y - 12, x + 8 + random() * 8, y - 20 - random() * 14);
    ctx.stroke();
  }
  glazeHair(
    sheet,
    look,
    points('-120,-276 -50,-308 40,-312 110,-286'),
    points('104,-326 172,-264 192,-170'),
    0.5,
  );
}

/** A cloud of curls: `back` is the whole, `front` its edge over forehead and temples. */
export function paintCurls(sheet: Sheet, look: Look, part: 'back' | 'front'): void {
  const random = seededRandom(look.seed + (part === 'back' ? 11 : 12));
  const { ctx } = sheet;
  const back = part === 'back';
  const inCloud = (x: number, y: number) => {
    const angle = Math.atan2(y + 96, x);
    const radius = 1 + 0.02 * Math.sin(angle * 9 + 1) + 0.015 * Math.sin(angle * 17);
    return (x / 268) ** 2 + ((y + 92) / 250) ** 2 < radius * radius;
  };
  // Below the hairline lies the face: an arch, lower at the temples.
  const onFace = (x: number, y: number) =>
    (x / 164) ** 2 + ((y - 30) / 226) ** 2 < 1 + 0.03 * Math.sin(x * 0.11);
  const covers = (x: number, y: number) => {
    if (!inCloud(x, y)) return false;
    if (back) return true;
    return !onFace(x, y) && y < 50 - Math.abs(x) * 0.05 && Math.abs(x) < 232 - Math.max(0, y) * 0.6;
  };
  // A jittered grid has no bald patches; random positions would.
  const spots: Point[] = [];
  for (let gy = -370; gy < 190; gy += 13) {
    for (let gx = -310; gx < 310; gx += 13) {
      const x = gx + (random() - 0.5) * 14;
      const y = gy + (random() - 0.5) * 14;
      if (covers(x, y)) spots.push([x, y]);
    }
  }
  for (let i = spots.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [spots[i], spots[j]] = [spots[j]!, spots[i]!];
  }
  const deep = mix(look.hair.colour, '#000000', back ? 0.45 : 0.3);
  ctx.fillStyle = deep;
  for (const [x, y] of spots) {
    ctx.beginPath();
    ctx.arc(x, y, 15, 0, 7);
    ctx.fill();
  }
  // Dark rings low in the pile, lit ones on top of it.
  for (let pass = 0; pass < 2; pass++) {
    for (const [x, y] of spots) {
      const height = clamp(0.62 - (x / 290) * 0.3 - ((y + 140) / 300) * 0.55 + (random() - 0.5) * 0.35);
      const lit = back ? height * 0.45 : height;
      const tone = mix(
        mix(look.hair.colour, '#000000', 0.2),
        look.hair.light,
        pass === 0 ? lit * 0.35 : lit * 0.9,
      );
      ctx.strokeStyle = tint(tone, pass === 0 ? 0.8 : 0.55 + 0.3 * lit);
      ctx.lineWidth = pass === 0 ? 4 : 1.6 + random() * 1.2;
      const r = 6 + random() * 8;
      const start = random() * 6.28;
      const jx = (random() - 0.5) * 10;
      const jy = (random() - 0.5) * 10;
      ctx.beginPath();
      ctx.ellipse(
        x + jx,
        y + jy,
        r,
        r * (0.6 + random() * 0.4),
        random() * 3,
        start,
        start + 2.4 + random() * 2.4,
      );
      ctx.stroke();
    }
  }
  ctx.globalCompositeOperation = 'source-atop';
  ctx.fillStyle = sheet.linear(-160, -280, 240, 160, [
    [0, tint(look.hair.light, 0.1)],
    [0.4, tint('#000000', 0)],
    [1, tint('#000000', 0.4)],
  ]);
  ctx.fillRect(-500, -500, 1000, 1000);
  sheet.blob(-96, -250, 190, 130, mix(look.hair.light, '#ffd9a8', 0.35), back ? 0.12 : 0.26, -0.5);
  sheet.soft(7, () => {
    ctx.strokeStyle = tint('#ffb98a', 0.3);
    ctx.lineWidth = 9;
    ctx.beginPath();
    ctx.ellipse(0, -92, 268, 250, 0, -1, 0.6);
    ctx.stroke();
  });
  ctx.globalCompositeOperation = 'source-over';
  // Loose hairs blur the outline.
  if (back)
    for (let i = 0; i < 260; i++) {
      const angle = random() * 6.28;
      const x = Math.cos(angle) * 274;
      const y = -92 + Math.sin(angle) * 256;
      if (y > 110) continue;
      const r = 5 + random() * 7;
      const start = random() * 6.28;
      ctx.strokeStyle = tint(mix(look.hair.colour, look.hair.light, 0.5), 0.5);
      ctx.lineWidth = 1.1;
      ctx.beginPath();
      ctx.arc(x, y, r, start, start + 2.6);
      ctx.stroke();
    }
}
