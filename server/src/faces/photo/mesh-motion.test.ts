import { readFile } from 'node:fs/promises';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { beforeAll, describe, expect, it } from 'vitest';
import { blendSpans, phoneSpans } from '../../lips/phoneme-visemes.ts';
import { type BlendShapeWeights, expandWeights } from '../director/blend-shapes.ts';
import { Director } from '../director/director.ts';
import { type FacePose, REST_POSE, SWING } from '../director/face-pose.ts';
import { type Emotion, VISEMES, type Viseme } from '../face.ts';
import { averageUnitMesh, findFaces } from '../landmarks/find-face.ts';
import { readOffsets } from './blend-shape-offsets.ts';
import { makeFaceMesh, toFrame } from './face-mesh.ts';
import { MeshMotion } from './mesh-motion.ts';
import { EYES, LOWER_LIP, UPPER_LIP } from './mesh-points.ts';
import { MouthInterior } from './mouth-interior.ts';
import { PACKS, PEOPLE } from './people.ts';
import { Teeth } from './teeth.ts';

const SIDE = 320;
const faces = new Map<string, readonly number[]>();
const motions = new Map<string, MeshMotion>();
let pixels: Uint8Array;
beforeAll(async () => {
  const file = new URL('../../../src/faces/landmarks/testing/astronaut.jpg', import.meta.url);
  const canvas = createCanvas(SIDE, SIDE);
  canvas.getContext('2d').drawImage(await loadImage(await readFile(file)), 0, 0);
  pixels = new Uint8Array(canvas.data());
  faces.set('laughing', [...findFaces(canvas)[0]!.points]);
  faces.set(
    'average',
    averageUnitMesh().map((value) => 160 + 200 * value),
  );
  for (const [face, points] of faces) motions.set(face, new MeshMotion(makeFaceMesh(points)));
  for (const { identity } of PEOPLE) {
    const folder = new URL(`${identity}/`, PACKS);
    const { points, manner: restWeights } = JSON.parse(
      await readFile(new URL('pack.json', folder), 'utf8'),
    ) as {
      points: number[][];
      manner: BlendShapeWeights;
    };
    motions.set(
      identity,
      new MeshMotion(makeFaceMesh(points.flat()), { offsets: readOffsets(folder)!, restWeights }),
    );
  }
});

const SILENT = { state: 'idle', visemes: null, energy: 0 } as const;

/** Returns the pose of a face that has held a viseme for half a second. */
function hold(viseme: Viseme): FacePose {
  const director = new Director(1);
  const visemes = new Float32Array(VISEMES.length);
  visemes[VISEMES.indexOf(viseme)] = 1;
  let pose: FacePose = REST_POSE;
  for (let i = 0; i < 14; i++)
    pose = director.pose({ ptsMs: i * 40, state: 'speaking', visemes, energy: 0.6 });
  return pose;
}

function measure(face: string, pose: FacePose) {
  const motion = motions.get(face)!;
  motion.move(pose);
  const gaps = UPPER_LIP[3].map((upper, k) => motion.y[LOWER_LIP[3][k]!]! - motion.y[upper]!);
  return {
    gap: Math.max(...gaps),
    gaps,
    least: Math.min(...gaps),
    width: motion.x[291]! - motion.x[61]!,
    chin: motion.y[152]!,
    lids: EYES.map(({ upper, lower }) =>
      Math.max(...upper.map((point, k) => motion.y[lower[k]!]! - motion.y[point]!)),
    ),
  };
}

describe.each(['laughing', 'average', ...PEOPLE.map(({ identity }) => identity)])(
  'the mesh of %s',
  (face) => {
    it('closes its lips on m, b and p, and never crosses them', () => {
      const wide = measure(face, hold('aa')).gap;
      expect(measure(face, hold('PP')).gap / wide).toBeLessThan(0.05);
      for (const viseme of VISEMES)
        expect(measure(face, hold(viseme)).least, viseme).toBeGreaterThanOrEqual(-1e-9);
    });

    it('narrows them on oo to less than three quarters', () => {
      expect(measure(face, hold('U')).width / measure(face, hold('sil')).width).toBeLessThan(0.75);
    });

    it('opens rounded lips as an oval that ends before the corners, and spread ones from corner to corner', () => {
      const opening = (viseme: Viseme) => {
        const { gap, gaps } = measure(face, hold(viseme));
        const share = (left: number, right: number) => Math.max(gaps[left]!, gaps[right]!) / gap;
        return { nearCorners: share(1, 9), besideMiddle: share(2, 8) };
      };
      for (const viseme of ['O', 'U'] as const) {
        expect(opening(viseme).nearCorners, viseme).toBeLessThan(0.1);
        expect(opening(viseme).besideMiddle, viseme).toBeLessThan(0.65);
      }
      expect(opening('aa').besideMiddle).toBeGreaterThan(0.6);
      expect(opening('aa').nearCorners).toBeGreaterThan(0.2);
    });

    it('reaches the lips of every m, b, p, oo and w of a sentence, however short', () => {
      const said =
        'pau n ow b aa d iy m uw v d w ah n b l uw m ae p f ao r t uw w uh d ax n b ow t s pau'.split(' ');
      const spans = phoneSpans(said.map((phone, i) => ({ phone, endMs: (i + 1) * 70 })));
      const director = new Director(1);
      const weights = new Float32Array(VISEMES.length);
      const shown = said.flatMap((_, i) =>
        [0, 35].map((ms) => {
          const ptsMs = i * 70 + ms;
          blendSpans(spans, ptsMs, weights);
          const pose = director.pose({ ptsMs, state: 'speaking', visemes: weights, energy: 0.6 });
          return measure(face, pose);
        }),
      );
      const [wide, rest] = [measure(face, hold('aa')).gap, measure(face, hold('sil')).width];
      said.forEach((phone, i) => {
        const frames = shown.slice(2 * i, 2 * i + 3);
        if ('mbp'.includes(phone))
          expect(Math.min(...frames.map(({ gap }) => gap)) / wide, `${i} ${phone}`).toBeLessThan(0.05);
        if (['uw', 'uh', 'w'].includes(phone))
          expect(Math.min(...frames.map(({ width }) => width)) / rest, `${i} ${phone}`).toBeLessThan(0.75);
      });
    });

    it('brings the lower lip to the upper teeth on f', () => {
      const motion = motions.get(face)!;
      motion.move(hold('FF'));
      const below = motion.y[14]! - motion.lips.centreY;
      expect(below).toBeGreaterThan(0.012);
      expect(below).toBeLessThan(0.026);
      expect(motion.y[13]!).toBeLessThanOrEqual(motion.lips.centreY);
    });

    it('lowers the chin for open vowels, most of them by a third', () => {
      const { chin } = measure(face, hold('sil'));
      const drop = (viseme: Viseme) => measure(face, hold(viseme)).chin - chin;
      expect(drop('aa')).toBeGreaterThan(0.07);
      for (const viseme of ['I', 'U', 'E'] as const) {
        expect(drop(viseme) / drop('aa'), viseme).toBeLessThan(0.7);
        expect(drop(viseme) / drop('aa'), viseme).toBeGreaterThan(0.15);
      }
    });

    it('takes the chin down nearly as far as the lower lip, and leaves the angles of the jaw in their places', () => {
      const motion = motions.get(face)!;
      const heights = (jawOpen: number) => {
        motion.move({ ...REST_POSE, speech: 1, jawOpen });
        return [17, 152, 172, 397].map((point) => motion.y[point]!);
      };
      const [rest, open] = [heights(0), heights(0.3)];
      const [lip, chin, left, right] = rest.map((height, i) => open[i]! - height) as [
        number,
        number,
        number,
        number,
      ];
      expect(chin / lip).toBeGreaterThan(0.8);
      expect(chin / lip).toBeLessThan(1);
      for (const angle of [left, right]) expect(angle / lip).toBeLessThan(0.25);
    });

    it('opens as far as the visemes say, at each moment of speech', () => {
      const director = new Director(2);
      const [said, shown]: [number[], number[]] = [[], []];
      for (let i = 0; i < 100; i++) {
        const visemes = new Float32Array(VISEMES.length);
        visemes[[10, 1, 11, 4, 14, 0, 13, 2, 12, 6][Math.floor(i / 5) % 10]!] = 1;
        const pose = director.pose({ ptsMs: i * 40, state: 'speaking', visemes, energy: 0.5 });
        said.push(
          pose.jawOpen -
            pose.mouthClose +
            0.4 * pose.mouthFunnel +
            0.15 * (pose.mouthLowerDownLeft + pose.mouthUpperUpLeft),
        );
        shown.push(measure(face, pose).gap);
      }
      expect(correlate(said.slice(15), shown.slice(15))).toBeGreaterThan(0.95);
    });

    it('keeps the picture beside the head still, while shoulders breathe and follow the head late', () => {
      const motion = motions.get(face)!;
      const chin = motion.frameY[152]!;
      const turned = { ...REST_POSE, yaw: 0.2, breath: 1 };
      motion.move({ ...turned, hairSwing: -0.2 * SWING });
      expect(motion.shiftOfRow(chin - 60)).toEqual([0, -0]);
      const [early, lift] = motion.shiftOfRow(chin + 150);
      expect(early).toBeCloseTo(0);
      expect(lift).toBeLessThan(-0.5);
      motion.move({ ...turned, hairSwing: 0 });
      expect(motion.shiftOfRow(chin + 150)[0]).toBeGreaterThan(1);
    });

    it('looks sorry, not frightened: brows rise inside alone, lids are heavy, corners of the mouth and cheeks hang', () => {
      const motion = motions.get(face)!;
      const show = (name: Emotion) => {
        const director = new Director(1);
        let pose: FacePose = REST_POSE;
        for (let i = 0; i < 25; i++)
          pose = director.pose({ ...SILENT, ptsMs: i * 40, emotion: { name, weight: 1 } });
        const { lids } = measure(face, {
          ...pose,
          ...expandWeights({ eyeBlink: Math.min(0.2, pose.eyeBlinkLeft) }),
          speech: 1,
        });
        const heightOf = (points: number[]) => points.reduce((sum, point) => sum + motion.y[point]!, 0);
        return {
          lids: lids[0]! + lids[1]!,
          inner: heightOf([107, 336]),
          outer: heightOf([70, 300]),
          corners: heightOf([61, 291]),
          cheeks: heightOf([205, 425]),
        };
      };
      const [neutral, sad, happy] = [show('neutral'), show('sad'), show('happy')];
      expect(sad.inner).toBeLessThan(neutral.inner - 0.04);
      expect(sad.outer).toBeGreaterThan(neutral.outer);
      expect(sad.lids).toBeLessThan(neutral.lids);
      expect(sad.corners).toBeGreaterThan(neutral.corners + 0.02);
      expect(sad.cheeks).toBeGreaterThan(neutral.cheeks);
      expect(happy.cheeks).toBeLessThan(neutral.cheeks);
    });

    it('raises the edge of a lower lid evenly as it narrows', () => {
      const motion = motions.get(face)!;
      const heights = (pose: BlendShapeWeights) => {
        motion.move({ ...REST_POSE, ...pose });
        return EYES.flatMap(({ lower }) => lower.slice(2, -2).map((point) => motion.y[point]!));
      };
      const [open, narrow] = [heights({}), heights(expandWeights({ eyeSquint: 1 }))];
      const raised = open.map((y, i) => y - narrow[i]!);
      expect(Math.max(...raised)).toBeLessThan(1.6 * Math.min(...raised));
    });

    it('shuts its lids wholly in a blink', () => {
      const open = measure(face, REST_POSE).lids;
      for (const brows of [{}, { browInnerUp: 0.75, eyeWide: 0.7 }, { browDown: 0.9, eyeSquint: 0.45 }])
        measure(face, { ...REST_POSE, ...expandWeights({ eyeBlink: 1, ...brows }) }).lids.forEach(
          (gap, i) => {
            expect(Math.abs(gap)).toBeLessThan(open[i]! * 0.05);
          },
        );
    });
  },
);

const LIGHT = { brightness: 0.7, sides: [1, 1], tint: undefined } as const;

/** Creates the mouth interior of an average face on grey. `sides`: how bright its left and right sides are. */
function averageMouth(sides: readonly [number, number] = LIGHT.sides) {
  const mesh = makeFaceMesh(faces.get('average')!);
  const motion = new MeshMotion(mesh);
  const box = { x: 80, y: 120, width: 160, height: 160 };
  const grey = new Uint8Array(SIDE * SIDE * 4).fill(160);
  const photo = { width: SIDE, height: SIDE, pixels: grey, shown: { left: 0, top: 0, width: 1, height: 1 } };
  return { motion, box, interior: new MouthInterior(photo, mesh, motion, { ...LIGHT, sides }, box) };
}

it('shows nothing of the inside of the mouth outside the lips', () => {
  const mesh = makeFaceMesh(faces.get('laughing')!);
  const motion = new MeshMotion(mesh);
  const box = { x: 80, y: 100, width: 160, height: 120 };
  const photo = { width: SIDE, height: SIDE, pixels, shown: { left: 0, top: 0, width: 1, height: 1 } };
  const interior = new MouthInterior(photo, mesh, motion, LIGHT, box);
  const outside: string[] = [];
  for (const viseme of VISEMES) {
    for (const yaw of [-0.2, 0, 0.2]) {
      const pose = { ...hold(viseme), yaw, pitch: yaw / 2 };
      motion.move(pose);
      if (!interior.draw(pose)) continue;
      const xs = [...UPPER_LIP[0], ...LOWER_LIP[0]].map((point) => motion.frameX[point]!);
      const ys = [...UPPER_LIP[0], ...LOWER_LIP[0]].map((point) => motion.frameY[point]!);
      const [left, right] = [Math.min(...xs) - 1, Math.max(...xs) + 1];
      const [top, bottom] = [Math.min(...ys) - 1, Math.max(...ys) + 1];
      const rgba = interior.canvas.data();
      for (let i = 0; i < box.width * box.height; i++) {
        if (rgba[i * 4 + 3]! === 0) continue;
        const [x, y] = [box.x + (i % box.width), box.y + Math.floor(i / box.width)];
        if (!(x > left && x < right && y > top && y < bottom)) outside.push(`${viseme} ${x} ${y}`);
      }
    }
  }
  expect(outside).toEqual([]);
});

it('shows teeth on ch, and none on oo, o and r', () => {
  const { motion, interior } = averageMouth();
  const teeth = (viseme: Viseme) => {
    const pose = hold(viseme);
    motion.move(pose);
    interior.draw(pose);
    const rgba = interior.canvas.data();
    let count = 0;
    for (let i = 0; i < rgba.length; i += 4) if (rgba[i + 1]! > 150 && rgba[i + 3]! > 200) count++;
    return count;
  };
  expect(teeth('CH')).toBeGreaterThan(40);
  for (const viseme of ['U', 'O', 'RR'] as const) expect(teeth(viseme), viseme).toBe(0);
});

it('uses what lies between the lips of a laughing picture, and no skin beside it', () => {
  const mesh = makeFaceMesh(faces.get('laughing')!);
  const motion = new MeshMotion(mesh);
  const [, atRest] = toFrame(mesh);
  const box = { x: 80, y: 100, width: 160, height: 120 };
  const skin = Uint8Array.from({ length: SIDE * SIDE * 4 }, (_, i) => [230, 190, 160, 255][i % 4]!);
  const photo = { width: SIDE, height: SIDE, pixels: skin, shown: { left: 0, top: 0, width: 1, height: 1 } };
  const interior = new MouthInterior(photo, mesh, motion, LIGHT, box);
  const pose = hold('aa');
  motion.move({ ...pose, yaw: 0, pitch: 0, roll: 0, shiftX: 0, shiftY: 0 });
  interior.draw(pose);
  const rgba = interior.canvas.data();
  const lowest = Math.max(...LOWER_LIP[3].map((point) => atRest[point]!)) + 3 - box.y;
  let count = 0;
  for (let i = Math.ceil(lowest) * box.width * 4; i < rgba.length; i += 4)
    if (rgba[i]! > 150 && rgba[i]! - rgba[i + 1]! > 25 && rgba[i + 1]! > 120 && rgba[i + 3]! > 200) count++;
  expect(count).toBeLessThan(5);
});

/** Returns the greatest brightness on the left, in the middle and on the right of a mouth, where teeth are. */
function lightOf(sides: [number, number]): [number, number, number] {
  const { motion, interior, box } = averageMouth(sides);
  const pose = { ...hold('SS'), yaw: 0, pitch: 0, roll: 0, shiftX: 0, shiftY: 0 };
  motion.move(pose);
  interior.draw(pose);
  const rgba = interior.canvas.data();
  return [-0.13, 0, 0.13].map((at) => {
    const centre = Math.round(160 + 200 * (motion.lips.centreX + at)) - box.x;
    let brightest = 0;
    for (let row = 0; row < box.height; row++)
      for (let col = centre - 6; col <= centre + 6; col++)
        brightest = Math.max(brightest, rgba[(row * box.width + col) * 4 + 1]!);
    return brightest;
  }) as [number, number, number];
}

it('shows teeth along an arch, darker at its sides, in the light that the face has', () => {
  const [left, middle, right] = lightOf([1, 1]);
  for (const side of [left, right]) {
    expect(side).toBeLessThan(middle * 0.9);
    expect(side).toBeGreaterThan(middle * 0.3);
  }
  const [lit, , shaded] = lightOf([1, 0.5]);
  expect(lit).toBeGreaterThan(left * 0.9);
  expect(shaded).toBeLessThan(right * 0.8);
});

it('turns the sides of the arch with the head', () => {
  const laid: number[][] = [];
  const canvas = createCanvas(8, 8);
  const ctx = canvas.getContext('2d');
  Object.assign(ctx, { drawImage: (...args: unknown[]) => laid.push(args.slice(5) as number[]) });
  const teeth = new Teeth(() => '#fff', 100);
  teeth.draw(ctx, 'upper', 0, 0, 0.15);
  const [left, right] = laid as [number[], number[]];
  expect(left[2]!).toBeGreaterThan(right[2]! * 1.1);
});

it('separates the teeth that it shows, instead of drawing a strip', () => {
  const { motion, interior, box } = averageMouth();
  const pose = hold('SS');
  motion.move(pose);
  interior.draw(pose);
  const rgba = interior.canvas.data();
  const gaps = Array.from({ length: box.height }, (_, row) => {
    const light = (col: number) => rgba[(row * box.width + col) * 4 + 1]!;
    let [count, before] = [0, 0];
    for (let col = 4; col < box.width - 4; col++) {
      const beside = Math.min(light(col - 3), light(col + 3));
      if (beside > 60 && light(col) < beside * 0.8 && col - before > 4) [count, before] = [count + 1, col];
    }
    return count;
  });
  expect(Math.max(...gaps)).toBeGreaterThanOrEqual(4);
});

function correlate(a: number[], b: number[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [ma, mb] = [mean(a), mean(b)];
  const sum = (f: (i: number) => number) => a.reduce((total, _, i) => total + f(i), 0);
  const both = sum((i) => (a[i]! - ma) * (b[i]! - mb));
  return both / Math.sqrt(sum((i) => (a[i]! - ma) ** 2) * sum((i) => (b[i]! - mb) ** 2));
}
