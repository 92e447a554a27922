import { type Canvas, createCanvas } from '@napi-rs/canvas';
import { drawBrows } from './draw-brows.ts';
import { drawEyes, paintIrisDisc, paintLids } from './draw-eyes.ts';
import { drawMouth } from './draw-mouth.ts';
import type { HairStyle, Look } from './look.ts';
import { modelVolume } from './model-volume.ts';
import { PERSON, SCALE } from './pack-size.ts';
import { paintBackdrop } from './paint-backdrop.ts';
import { paintBody } from './paint-body.ts';
import { paintEars, paintFace, paintNostrils } from './paint-face.ts';
import { paintBeard, paintEarrings, paintGlasses } from './paint-features.ts';
import { paintBobFront, paintLongBack, paintLongFront, paintSilverFront } from './paint-hair-long.ts';
import { paintCurls, paintFadeFront, paintShortBack, paintSweptFront } from './paint-hair-short.ts';
import { placePoints } from './place-points.ts';
import { shapeLayer, shapePoint } from './shape-person.ts';
import { Sheet, type SheetBox } from './sheet.ts';

/** Head and shoulders, with the eyes at 44.7 % of the height: what each frame shows at least. */
const SHOWN: SheetBox = { left: -410, top: -379, right: 410, bottom: 468 };
const BACKGROUND = { width: 1280, height: 720 };
/** An iris is drawn smaller than it is painted. */
const IRIS_SCALE = 2;

type Painter = (sheet: Sheet, look: Look) => void;

const HAIR: Record<HairStyle, { back: Painter; front: Painter }> = {
  long: { back: (sheet, look) => paintLongBack(sheet, look, 520), front: paintLongFront },
  bob: { back: (sheet, look) => paintLongBack(sheet, look, 236), front: paintBobFront },
  silver: { back: (sheet, look) => paintLongBack(sheet, look, 150), front: paintSilverFront },
  fade: { back: paintShortBack, front: paintFadeFront },
  swept: { back: paintShortBack, front: paintSweptFront },
  curls: {
    back: (sheet, look) => paintCurls(sheet, look, 'back'),
    front: (sheet, look) => paintCurls(sheet, look, 'front'),
  },
};

/** The layers of a face pack, and what stands in its `pack.json`; docs/contributing/face-packs.md tells what each is. */
export interface PaintedPack {
  layers: Record<'background' | 'person' | 'lids' | 'iris' | 'front', Canvas>;
  json: {
    shown: { left: number; top: number; width: number; height: number };
    points: readonly (readonly number[])[];
  };
}

/** @throws Error when no face is found in what was painted */
export function paintPack(look: Look): PaintedPack {
  const hair = HAIR[look.hair.style];
  const skin = new Sheet(PERSON, SCALE);
  if (look.face.ears) {
    paintEars(skin, look);
    modelVolume(skin, look, { reach: 11, strength: 0.75, grain: 0.03 });
  }
  paintFace(skin, look);
  paintBeard(skin, look);
  paintNostrils(skin, look);
  const lids = paintLids(skin, look, (sheet) => drawBrows(sheet, look));
  drawEyes(skin, look);
  drawMouth(skin, look);
  drawBrows(skin, look);

  const person = new Sheet(PERSON, SCALE);
  hair.back(person, look);
  const body = new Sheet(PERSON, SCALE);
  paintBody(body, look);
  modelVolume(body, look, { reach: 26, strength: 0.5, grain: 0.018 });
  person.stamp(body);
  person.stamp(skin);
  const front = new Sheet(PERSON, SCALE);
  hair.front(front, look);
  modelVolume(front, look, { reach: 22, strength: 0.7, grain: 0 });
  if (look.earrings) paintEarrings(front, look, look.face.ears ? [180, 96] : [178, 106]);
  paintGlasses(front, look);
  const iris = paintIrisDisc(look, IRIS_SCALE);
  const { width, height } = BACKGROUND;
  const shown = {
    left: (SHOWN.left - PERSON.left) * SCALE,
    top: (SHOWN.top - PERSON.top) * SCALE,
    width: (SHOWN.right - SHOWN.left) * SCALE,
    height: (SHOWN.bottom - SHOWN.top) * SCALE,
  };
  const points = placePoints(look, together(person, front), iris.radius);
  return {
    layers: {
      background: paintBackdrop(look, width, height),
      person: shapeLayer(look, person.canvas),
      lids: shapeLayer(look, lids.canvas),
      iris: iris.sheet.canvas,
      front: shapeLayer(look, front.canvas),
    },
    json: { shown, points: points.map((point) => shapePoint(look, point)) },
  };
}

/** The person as the finder of faces sees it. */
function together(person: Sheet, front: Sheet): Canvas {
  const { width, height } = person.canvas;
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = '#b0b0b0';
  ctx.fillRect(0, 0, width, height);
  ctx.drawImage(person.canvas, 0, 0);
  ctx.drawImage(front.canvas, 0, 0);
  return canvas;
}
