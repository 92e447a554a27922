import { seededRandom } from '../director/seeded-random.ts';
import { mix, tint } from './colour.ts';
import { glazeHair, paintFlyaways, paintLock } from './hair-lock.ts';
import type { Look } from './look.ts';
import { mirrored, type Point, type Sheet } from './sheet.ts';

const GLOSS: Point[] = [
  [-60, -270],
  [-128, -244],
  [-176, -180],
  [-196, -110],
];
const RIM: Point[] = [
  [120, -294],
  [206, -214],
  [240, -80],
  [254, 60],
];

/** Behind the head and the shoulders' back. */
export function paintLongBack(sheet: Sheet, look: Look, bottom: number): void {
  const random = seededRandom(look.seed + 11);
  const left: [Point[], Point[]] = [
    [
      [0, -250],
      [-30, -120],
      [-40, 40],
      [-30, bottom * 0.62],
      [-70, bottom],
    ],
    [
      [0, -300],
      [-150, -256],
      [-232, -110],
      [-250, 60],
      [-256, bottom * 0.6],
      [-196, bottom * 0.98],
    ],
  ];
  for (const s of [-1, 1]) {
    const [inner, outer] = s < 0 ? left : [mirrored(left[0]), mirrored(left[1])];
    paintLock(sheet, look, inner, outer, {
      random,
      strands: 80,
      width: 3.2,
      shine: 0.05,
      shineAt: 0.5,
      shade: 0.35,
    });
  }
  const { ctx } = sheet;
  ctx.globalCompositeOperation = 'source-atop';
  const deep = mix(look.hair.colour, '#000000', 0.75);
  ctx.fillStyle = sheet.linear(0, -100, 0, bottom, [
    [0, tint(deep, 0.1)],
    [0.55, tint(deep, 0.62)],
    [1, tint(deep, 0.3)],
  ]);
  ctx.fillRect(-500, -500, 1000, 1200);
  ctx.globalCompositeOperation = 'source-over';
}

/** Parted left of the middle, falling over the shoulders to the chest. */
export function paintLongFront(sheet: Sheet, look: Look): void {
  const random = seededRandom(look.seed + 12);
  const lock = (inner: Point[], outer: Point[], strands: number, more = {}) =>
    paintLock(sheet, look, inner, outer, { random, strands, shine: 0.34, shineAt: 0.22, ...more });
  // Each side: a fall over the shoulder of three ends, then the sweep from the parting.
  lock(
    [
      [150, -150],
      [186, -20],
      [196, 110],
      [196, 230],
      [212, 330],
      [196, 440],
    ],
    [
      [190, -210],
      [240, -60],
      [258, 90],
      [280, 230],
      [306, 330],
      [236, 476],
    ],
    90,
    { shade: 0.12 },
  );
  lock(
    [
      [120, -190],
      [174, -40],
      [184, 90],
      [176, 190],
      [180, 290],
      [150, 452],
    ],
    [
      [180, -230],
      [226, -60],
      [240, 90],
      [246, 220],
      [266, 330],
      [190, 486],
    ],
    90,
  );
  lock(
    [
      [-150, -150],
      [-188, -20],
      [-198, 110],
      [-200, 230],
      [-216, 330],
      [-188, 430],
    ],
    [
      [-190, -210],
      [-240, -60],
      [-260, 90],
      [-282, 230],
      [-308, 330],
      [-232, 470],
    ],
    90,
    { shade: 0.08 },
  );
  lock(
    [
      [-120, -190],
      [-176, -40],
      [-188, 90],
      [-180, 190],
      [-184, 290],
      [-140, 446],
    ],
    [
      [-180, -230],
      [-230, -60],
      [-244, 90],
      [-248, 220],
      [-270, 330],
      [-186, 480],
    ],
    90,
  );
  lock(
    [
      [-36, -226],
      [70, -210],
      [140, -124],
      [172, -20],
      [183, 90],
      [178, 190],
      [190, 290],
      [196, 400],
    ],
    [
      [-38, -308],
      [106, -288],
      [192, -206],
      [228, -74],
      [243, 60],
      [250, 180],
      [262, 290],
      [206, 412],
    ],
    150,
  );
  lock(
    [
      [-36, -226],
      [-102, -194],
      [-150, -110],
      [-176, -20],
      [-188, 80],
      [-182, 180],
      [-188, 270],
      [-186, 390],
    ],
    [
      [-34, -308],
      [-132, -280],
      [-204, -188],
      [-232, -64],
      [-246, 60],
      [-254, 170],
      [-262, 280],
      [-200, 404],
    ],
    150,
    { shine: 0.42 },
  );
  // The veil at the hairline breaks the hard edge to the forehead.
  lock(
    [
      [-36, -238],
      [12, -226],
      [68, -196],
      [114, -148],
      [144, -92],
      [164, -30],
      [177, 44],
      [186, 130],
    ],
    [
      [-34, -276],
      [38, -280],
      [106, -250],
      [158, -194],
      [190, -120],
      [208, -40],
      [218, 40],
      [222, 130],
    ],
    70,
    { body: false, width: 1.7, shine: 0.45, shineAt: 0.32, edge: 0.3 },
  );
  lock(
    [
      [-36, -238],
      [-66, -222],
      [-104, -182],
      [-136, -130],
      [-158, -72],
      [-174, -16],
      [-187, 54],
      [-190, 130],
    ],
    [
      [-38, -276],
      [-88, -270],
      [-142, -230],
      [-180, -170],
      [-204, -96],
      [-218, -24],
      [-227, 50],
      [-229, 130],
    ],
    66,
    { body: false, width: 1.7, shine: 0.5, shineAt: 0.32, edge: 0.3 },
  );
  parting(sheet, look, -36, -232, -35, -302);
  glazeHair(sheet, look, GLOSS, RIM);
  paintFlyaways(sheet, look, 14, random, (s, r) => [
    [s * r() * 60, -304 - r() * 8],
    [s * (176 + r() * 50), -300 + r() * 60],
    [s * (238 + r() * 14), -40 + r() * 200],
  ]);
}

/** To the chin, ends turned in. */
export function paintBobFront(sheet: Sheet, look: Look): void {
  const random = seededRandom(look.seed + 12);
  const both = (inner: Point[], outer: Point[], strands: number, more = {}) => {
    for (const s of [1, -1]) {
      const [a, b] = s > 0 ? [inner, outer] : [mirrored(inner), mirrored(outer)];
      paintLock(sheet, look, a, b, { random, strands, shine: 0.4, shineAt: s > 0 ? 0.36 : 0.33, ...more });
    }
  };
  both(
    [
      [120, -190],
      [176, -60],
      [188, 60],
      [186, 140],
      [150, 226],
    ],
    [
      [190, -220],
      [240, -80],
      [258, 60],
      [256, 160],
      [176, 250],
    ],
    80,
    { shade: 0.12 },
  );
  both(
    [
      [-4, -228],
      [60, -222],
      [118, -174],
      [154, -108],
      [171, -30],
      [174, 60],
      [166, 140],
      [124, 214],
    ],
    [
      [-4, -310],
      [84, -298],
      [156, -252],
      [208, -178],
      [238, -80],
      [250, 40],
      [244, 150],
      [146, 240],
    ],
    140,
  );
  both(
    [
      [-4, -250],
      [18, -220],
      [48, -178],
      [88, -132],
      [130, -90],
      [161, -38],
      [179, 24],
      [182, 90],
    ],
    [
      [2, -304],
      [70, -290],
      [126, -250],
      [168, -194],
      [196, -124],
      [210, -48],
      [213, 34],
      [206, 110],
    ],
    84,
    { body: false, width: 1.9, shine: 0.46, shineAt: 0.4, edge: 0.35 },
  );
  parting(sheet, look, 0, -240, 0, -302);
  glazeHair(sheet, look, GLOSS, RIM);
  paintFlyaways(sheet, look, 14, random, (s, r) => [
    [s * r() * 60, -300 - r() * 10],
    [s * (182 + r() * 44), -294 + r() * 60],
    [s * (246 + r() * 10), -20 + r() * 160],
  ]);
}

/** Short, wavy, parted at the side, with volume: the silver hair. */
export function paintSilverFront(sheet: Sheet, look: Look): void {
  const random = seededRandom(look.seed + 12);
  const lock = (inner: Point[], outer: Point[], strands: number, more = {}) =>
    paintLock(sheet, look, inner, outer, {
      random,
      strands,
      shine: 0.35,
      shineAt: 0.4,
      wave: 0.09,
      width: 2.6,
      ...more,
    });
  lock(
    [
      [150, -150],
      [184, -60],
      [190, 20],
      [194, 90],
      [168, 146],
    ],
    [
      [196, -214],
      [250, -100],
      [262, 10],
      [262, 96],
      [190, 166],
    ],
    70,
    { shade: 0.16 },
  );
  lock(
    [
      [-150, -150],
      [-186, -60],
      [-194, 20],
      [-198, 84],
      [-172, 140],
    ],
    [
      [-196, -214],
      [-252, -100],
      [-266, 10],
      [-264, 90],
      [-196, 160],
    ],
    70,
    { shade: 0.1 },
  );
  lock(
    [
      [64, -214],
      [120, -176],
      [158, -104],
      [174, -24],
      [180, 50],
      [164, 112],
    ],
    [
      [58, -316],
      [146, -292],
      [220, -200],
      [250, -80],
      [248, 30],
      [184, 132],
    ],
    100,
  );
  lock(
    [
      [64, -214],
      [-40, -206],
      [-112, -160],
      [-152, -96],
      [-176, -20],
      [-182, 50],
      [-166, 106],
    ],
    [
      [58, -318],
      [-70, -326],
      [-170, -272],
      [-230, -176],
      [-254, -70],
      [-252, 36],
      [-188, 128],
    ],
    130,
    { shine: 0.45 },
  );
  lock(
    [
      [66, -230],
      [0, -206],
      [-66, -180],
      [-116, -138],
      [-148, -88],
      [-168, -30],
    ],
    [
      [60, -290],
      [-30, -290],
      [-120, -248],
      [-176, -180],
      [-206, -100],
      [-214, -20],
    ],
    60,
    { body: false, shine: 0.5, edge: 0.3 },
  );
  lock(
    [
      [66, -230],
      [100, -196],
      [132, -146],
      [154, -90],
      [170, -30],
    ],
    [
      [62, -290],
      [120, -268],
      [172, -206],
      [200, -120],
      [210, -30],
    ],
    44,
    { body: false, shine: 0.4, edge: 0.3 },
  );
  parting(sheet, look, 66, -222, 59, -308);
  glazeHair(sheet, look, GLOSS, RIM, 0.8);
  paintFlyaways(sheet, look, 26, random, (s, r) => [
    [s * r() * 90, -312 - r() * 10],
    [s * (190 + r() * 50), -310 + r() * 60],
    [s * (254 + r() * 16), -60 + r() * 160],
  ]);
}

function parting(sheet: Sheet, look: Look, x0: number, y0: number, x1: number, y1: number): void {
  const { ctx } = sheet;
  sheet.soft(3, () => {
    ctx.strokeStyle = tint(mix(look.hair.colour, '#000000', 0.5), 0.55);
    ctx.lineWidth = 3;
    ctx.beginPath();
    ctx.moveTo(x0, y0);
    ctx.lineTo(x1, y1);
    ctx.stroke();
  });
}
