import { Path2D } from '@napi-rs/canvas';
import { seededRandom } from '@visavis/server/dist/lib/seeded-random.js';
import { mix, tint } from './colour.ts';
import { glazeHair, type LockOptions, paintFlyaways, paintLock } from './hair-lock.ts';
import type { Look } from './look.ts';
import { mirrored, type Point, points, type Sheet } from './sheet.ts';

/** The two curves of a lock, from root to tip, and how its hair lies. */
interface Lock extends Omit<LockOptions, 'random'> {
  inner: Point[];
  outer: Point[];
}

const GLOSS = points('-60,-270 -128,-244 -176,-180 -196,-110');
const RIM = points('120,-294 206,-214 240,-80 254,60');

/** A thin veil at the hairline, which breaks the hard edge to the forehead. */
const LONG_VEIL = { body: false, width: 1.7, shineAt: 0.32, edge: 0.3 };
const LONG_LOCKS: Lock[] = [
  // Each side: what falls over the shoulder, in two waves, the sweep from the parting, and a third wave over it.
  ...[1, -1].flatMap((s) => {
    const side = (curve: string) => (s > 0 ? points(curve) : mirrored(points(curve)));
    return [
      {
        inner: side('150,-150 186,-20 198,110 196,230 214,340 230,450 214,572'),
        outer: side('170,-194 230,-70 254,90 272,230 300,350 292,460 226,574'),
        strands: 90,
        shade: 0.14,
      },
      {
        inner: side('120,-190 174,-40 186,90 178,190 168,300 158,430 178,566'),
        outer: side('156,-206 220,-70 240,90 244,220 254,340 248,450 186,570'),
        strands: 100,
        shade: 0.06,
        wave: 0.08,
      },
      {
        inner: [
          ...points('-36,-226'),
          ...side('102,-196 150,-112 175,-20 186,86 180,186 190,290 206,400 196,520'),
        ],
        outer: [
          ...points('-36,-308'),
          ...side('118,-286 198,-196 230,-70 245,60 252,176 266,290 272,400 204,524'),
        ],
        strands: 170,
        shine: s > 0 ? 0.34 : 0.44,
        wave: 0.07,
      },
      {
        inner: side('196,40 182,150 176,260 160,360 140,450 150,540'),
        outer: side('198,40 212,160 220,260 212,360 190,450 156,542'),
        strands: 44,
        shine: 0.28,
        shineAt: 0.45,
        wave: 0.09,
      },
    ];
  }),
  {
    inner: points('-36,-238 12,-226 68,-196 114,-148 144,-92 164,-30 177,44 186,130'),
    outer: points('-34,-276 38,-280 106,-250 158,-194 190,-120 208,-40 218,40 222,130'),
    strands: 70,
    shine: 0.45,
    ...LONG_VEIL,
  },
  {
    inner: points('-36,-238 -66,-222 -104,-182 -136,-130 -158,-72 -174,-16 -187,54 -190,130'),
    outer: points('-38,-276 -88,-270 -142,-230 -180,-170 -204,-96 -218,-24 -227,50 -229,130'),
    strands: 66,
    shine: 0.5,
    ...LONG_VEIL,
  },
];

const BOB_LOCKS: Lock[] = [
  {
    inner: points('120,-190 176,-60 188,60 186,140 150,226'),
    outer: points('168,-200 230,-80 258,60 252,166 206,226 154,230'),
    strands: 80,
    shade: 0.12,
  },
  {
    inner: points('-4,-228 60,-222 118,-174 154,-108 171,-30 174,60 166,140 124,214'),
    outer: points('-4,-310 84,-298 156,-252 208,-178 238,-80 250,40 242,156 190,216 128,218'),
    strands: 140,
  },
  {
    inner: points('-4,-250 18,-220 48,-178 88,-132 130,-90 161,-38 179,24 182,90'),
    outer: points('2,-304 70,-290 126,-250 168,-194 196,-124 210,-48 213,34 206,110'),
    strands: 84,
    body: false,
    width: 1.9,
    shine: 0.46,
    shineAt: 0.4,
    edge: 0.35,
  },
];

const SILVER_LOCKS: Lock[] = [
  {
    inner: points('150,-150 184,-60 190,20 194,90 168,146'),
    outer: points('176,-204 240,-100 262,10 258,92 222,144 172,150'),
    strands: 70,
    shade: 0.16,
  },
  {
    inner: points('-150,-150 -186,-60 -194,20 -198,84 -172,140'),
    outer: points('-176,-204 -240,-100 -266,10 -260,86 -224,138 -176,144'),
    strands: 70,
    shade: 0.1,
  },
  {
    inner: points('64,-214 120,-176 158,-104 174,-24 180,50 164,112'),
    outer: points('58,-316 146,-292 220,-200 250,-80 244,40 214,104 168,116'),
    strands: 100,
  },
  {
    inner: points('64,-214 -40,-206 -112,-160 -152,-96 -176,-20 -182,50 -166,106'),
    outer: points('58,-318 -70,-326 -170,-272 -230,-176 -254,-70 -248,42 -218,100 -170,110'),
    strands: 130,
    shine: 0.45,
  },
  {
    inner: points('66,-230 0,-206 -66,-180 -116,-138 -148,-88 -168,-30'),
    outer: points('60,-290 -30,-290 -120,-248 -176,-180 -206,-100 -214,-20'),
    strands: 60,
    body: false,
    shine: 0.5,
    edge: 0.3,
  },
  {
    inner: points('66,-230 100,-196 132,-146 154,-90 170,-30'),
    outer: points('62,-290 120,-268 172,-206 200,-120 210,-30'),
    strands: 44,
    body: false,
    shine: 0.4,
    edge: 0.3,
  },
];

/** Behind the head and the shoulders' back. */
export function paintLongBack(sheet: Sheet, look: Look, bottom: number): void {
  const random = seededRandom(look.seed + 11);
  // Hair that ends above the shoulders does not spread: its tips would show as horns beside the front.
  const spread = bottom > 300 ? 256 : 226;
  const inner = points(`0,-246 -30,-120 -40,40 -30,${bottom * 0.62} -70,${bottom}`);
  const outer = points(
    `0,-258 -132,-226 -212,-110 -236,60 ${-spread},${bottom * 0.6} ${60 - spread},${bottom * 0.98}`,
  );
  const options = { random, strands: 80, width: 3.2, shine: 0.05, shineAt: 0.5, shade: 0.35 };
  paintLock(sheet, look, inner, outer, options);
  paintLock(sheet, look, mirrored(inner), mirrored(outer), options);
  const { ctx } = sheet;
  // The back of the skull, seen when the head bows.
  ctx.fillStyle = mix(look.hair.colour, '#000000', 0.3);
  ctx.beginPath();
  ctx.ellipse(0, -112, 204, 180, 0, 0, 7);
  ctx.fill();
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
  for (const { inner, outer, ...hair } of LONG_LOCKS) {
    paintLock(sheet, look, inner, outer, { random, shine: 0.36, shineAt: 0.2, ...hair });
  }
  paintParting(sheet, look, 'M-36 -232 L-35 -302');
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
  for (const { inner, outer, ...hair } of BOB_LOCKS) {
    paintLock(sheet, look, inner, outer, { random, shine: 0.4, shineAt: 0.36, ...hair });
    paintLock(sheet, look, mirrored(inner), mirrored(outer), { random, shine: 0.4, shineAt: 0.33, ...hair });
  }
  paintParting(sheet, look, 'M0 -240 L0 -302');
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
  for (const { inner, outer, ...hair } of SILVER_LOCKS) {
    const options = { random, shine: 0.35, shineAt: 0.4, wave: 0.09, width: 2.6, ...hair };
    paintLock(sheet, look, inner, outer, options);
  }
  paintParting(sheet, look, 'M66 -222 L59 -308');
  glazeHair(sheet, look, GLOSS, RIM, 0.8);
  paintFlyaways(sheet, look, 26, random, (s, r) => [
    [s * r() * 90, -312 - r() * 10],
    [s * (190 + r() * 50), -310 + r() * 60],
    [s * (254 + r() * 16), -60 + r() * 160],
  ]);
}

function paintParting(sheet: Sheet, look: Look, line: string): void {
  const { ctx } = sheet;
  sheet.soft(3, () => {
    ctx.strokeStyle = tint(mix(look.hair.colour, '#000000', 0.5), 0.55);
    ctx.lineWidth = 3;
    ctx.stroke(new Path2D(line));
  });
}
