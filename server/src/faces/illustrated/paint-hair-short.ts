import { Path2D } from '@napi-rs/canvas';
import { seededRandom } from '../director/seeded-random.ts';
import { clamp, lerp, mix, tint } from './colour.ts';
import { glazeHair, paintLock } from './hair-lock.ts';
import type { Look } from './look.ts';
import type { Point, Sheet } from './sheet.ts';

/** Sides that thin out downwards, as clippers leave them. */
function paintSides(sheet: Sheet, look: Look, low: number, top: number): void {
  const { ctx } = sheet;
  for (const s of [-1, 1]) {
    const side = new Path2D();
    side.moveTo(s * 186, -30);
    side.bezierCurveTo(s * 197, -120, s * 188, -224, s * 120, -282);
    side.lineTo(s * 92, -208);
    side.bezierCurveTo(s * 136, -186, s * 151, -140, s * 157, -90);
    side.bezierCurveTo(s * 160, -60, s * 167, -40, s * 170, low);
    side.lineTo(s * 184, low - 4);
    side.closePath();
    sheet.soft(2.6, () => {
      ctx.fillStyle = sheet.linear(0, -240, 0, low + 10, [
        [0, tint(look.hair.colour, 1)],
        [0.5, tint(look.hair.colour, top)],
        [1, tint(look.hair.colour, 0.12)],
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
    'M-160 -140 C-150 -198 -96 -216 -30 -212 C40 -208 120 -210 158 -140 C176 -152 190 -182 184 -224 C166 -298 96 -336 14 -334 C-80 -332 -160 -294 -182 -222 C-190 -182 -178 -152 -160 -140 Z',
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
    const top = -326 + 96 * Math.abs(u) ** 2.6;
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
  ctx.ellipse(0, -108, 182, 186, 0, 0, 7);
  ctx.fill();
}

/** Longer on top, swept to the right of the picture over a short side. */
export function paintSweptFront(sheet: Sheet, look: Look): void {
  const random = seededRandom(look.seed + 12);
  paintSides(sheet, look, 24, 0.92);
  const lock = (inner: Point[], outer: Point[], more = {}) =>
    paintLock(sheet, look, inner, outer, {
      random,
      strands: 46,
      width: 2.4,
      shine: 0.22,
      shineAt: 0.4,
      edge: 0.6,
      wave: 0.04,
      ...more,
    });
  // From the back to the front: each lock lies over the one before.
  lock(
    [
      [-60, -214],
      [-136, -214],
      [-172, -150],
      [-170, -84],
    ],
    [
      [-20, -334],
      [-150, -318],
      [-206, -222],
      [-176, -78],
    ],
    { strands: 70 },
  );
  lock(
    [
      [60, -220],
      [130, -214],
      [166, -150],
      [168, -86],
    ],
    [
      [10, -336],
      [132, -326],
      [204, -228],
      [176, -80],
    ],
    { strands: 70, shade: 0.15 },
  );
  lock(
    [
      [-90, -200],
      [-20, -226],
      [80, -222],
      [150, -190],
    ],
    [
      [-96, -318],
      [10, -352],
      [130, -320],
      [184, -214],
    ],
    { strands: 80 },
  );
  const fringe: [Point[], Point[]][] = [
    [
      [
        [-96, -262],
        [-136, -230],
        [-156, -180],
        [-150, -122],
      ],
      [
        [-60, -322],
        [-150, -286],
        [-186, -206],
        [-152, -118],
      ],
    ],
    [
      [
        [-60, -268],
        [-104, -236],
        [-124, -196],
        [-112, -140],
      ],
      [
        [-20, -326],
        [-100, -300],
        [-150, -226],
        [-116, -134],
      ],
    ],
    [
      [
        [-90, -284],
        [-50, -236],
        [0, -206],
        [70, -190],
      ],
      [
        [-50, -336],
        [20, -300],
        [74, -250],
        [78, -184],
      ],
    ],
    [
      [
        [-120, -276],
        [-92, -226],
        [-52, -192],
        [6, -166],
      ],
      [
        [-80, -330],
        [-10, -288],
        [30, -226],
        [12, -160],
      ],
    ],
    [
      [
        [-20, -300],
        [36, -250],
        [84, -222],
        [134, -196],
      ],
      [
        [20, -340],
        [100, -300],
        [142, -244],
        [140, -190],
      ],
    ],
    [
      [
        [30, -306],
        [90, -262],
        [130, -222],
        [152, -160],
      ],
      [
        [60, -336],
        [150, -296],
        [186, -220],
        [158, -152],
      ],
    ],
    [
      [
        [-130, -266],
        [-118, -216],
        [-92, -178],
        [-54, -146],
      ],
      [
        [-100, -322],
        [-62, -272],
        [-36, -206],
        [-48, -140],
      ],
    ],
  ];
  for (const [inner, outer] of fringe) lock(inner, outer);
  glazeHair(
    sheet,
    look,
    [
      [-112, -286],
      [-40, -310],
      [40, -306],
      [104, -276],
    ],
    [
      [110, -316],
      [176, -250],
      [194, -160],
    ],
    0.55,
  );
}

/** A cloud of curls: `back` is the whole, `front` its edge over forehead and temples. */
export function paintCurls(sheet: Sheet, look: Look, part: 'back' | 'front'): void {
  const random = seededRandom(look.seed + (part === 'back' ? 11 : 12));
  const { ctx } = sheet;
  const back = part === 'back';
  const inCloud = (x: number, y: number) => {
    const angle = Math.atan2(y + 96, x);
    const radius = 1 + 0.035 * Math.sin(angle * 9 + 1) + 0.03 * Math.sin(angle * 17);
    return (x / 290) ** 2 + ((y + 96) / 262) ** 2 < radius * radius;
  };
  // Below the hairline lies the face: an arch, lower at the temples.
  const onFace = (x: number, y: number) =>
    (x / 164) ** 2 + ((y - 30) / 226) ** 2 < 1 + 0.03 * Math.sin(x * 0.11);
  const covers = (x: number, y: number) => {
    if (!inCloud(x, y)) return false;
    if (back) return true;
    return !onFace(x, y) && y < 50 - Math.abs(x) * 0.05 && Math.abs(x) < 232 - Math.max(0, y) * 0.6;
  };
  const spots: [number, number][] = [];
  while (spots.length < (back ? 1500 : 1500)) {
    const x = (random() * 2 - 1) * 310;
    const y = -370 + random() * 560;
    if (covers(x, y)) spots.push([x, y]);
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
    [1, tint('#000000', 0.42)],
  ]);
  ctx.fillRect(-500, -500, 1000, 1000);
  ctx.globalCompositeOperation = 'source-over';
}
