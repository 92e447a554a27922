import { HeadGeometry } from './head-geometry.ts';
import type { HairStyle, Look } from './look.ts';
import { paintBackdrop } from './paint-backdrop.ts';
import { paintBody } from './paint-body.ts';
import { paintEars, paintFace, paintNose } from './paint-face.ts';
import { paintBeard, paintBrow, paintEarrings, paintGlasses, paintIris } from './paint-features.ts';
import { paintBobFront, paintLongBack, paintLongFront, paintSilverFront } from './paint-hair-long.ts';
import { paintCurls, paintFadeFront, paintShortBack, paintSweptFront } from './paint-hair-short.ts';
import { Sheet, type SheetBox } from './sheet.ts';
import { type Layer, trimSheet, wholeSheet } from './trim-sheet.ts';

const HEAD: SheetBox = { left: -330, top: -400, right: 330, bottom: 580 };
const BODY: SheetBox = { left: -520, top: 110, right: 520, bottom: 690 };
const EYES: SheetBox = { left: -172, top: -118, right: 172, bottom: 74 };
const MOUTH: SheetBox = { left: -156, top: 62, right: 156, bottom: 262 };

/** Texture pixels for one pixel of the picture: a little more keeps the bent picture crisp. */
const OVERSAMPLE = 1.3;

/** Paints in steps of some milliseconds. */
type Painter = (sheet: Sheet, look: Look) => Generator<void>;

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

/** What is painted of one person at one size. */
export interface PaintedPortrait {
  width: number;
  height: number;
  /** Pixels of the frame for a unit of the drawing, and where the drawing's origin is. */
  unit: number;
  originX: number;
  originY: number;
  /** RGBA of the frame's size. */
  backdrop: Uint8Array;
  pictures: {
    hairBack: Layer;
    body: Layer;
    /** Skin, nose, ears, front hair and glasses; the live parts are drawn into it. */
    head: Layer;
    eyesSkin: Layer;
    eyesOver: Layer;
    mouthSkin: Layer;
    mouthOver: Layer;
    smile: Layer;
    brow: Layer;
  };
}

/** Everything of one person at one size that does not change from frame to frame. */
export interface Portrait extends PaintedPortrait {
  look: Look;
  iris: Sheet;
  geometry: HeadGeometry;
}

/** Adds what takes no time to make. */
export function toPortrait(look: Look, painted: PaintedPortrait): Portrait {
  const iris = paintIris(look, painted.unit * OVERSAMPLE);
  return { ...painted, look, iris, geometry: new HeadGeometry(look, HEAD) };
}

/**
 * Paints a portrait in turns of the event loop: it takes some hundred milliseconds, and other work on this thread
 * (other faces, the API) goes on meanwhile.
 */
export async function paintPortrait(look: Look, width: number, height: number): Promise<PaintedPortrait> {
  const steps = paintSteps(look, width, height);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

function* paintSteps(look: Look, width: number, height: number): Generator<void, PaintedPortrait> {
  // A narrow picture shows the same person smaller, never a face cut at the sides.
  const unit = Math.min(height * 1.18, width * 1.22) / 1000;
  const scale = unit * OVERSAMPLE;
  const hair = HAIR[look.hair.style];
  const backdrop = paintBackdrop(look, width, height);
  yield;
  const back = new Sheet(HEAD, scale);
  yield* inSteps(back, hair.back(back, look));
  const hairBack = trimSheet(back);
  yield;
  const torso = new Sheet(BODY, scale);
  paintBody(torso, look);
  torso.flush();
  yield;
  const body = trimSheet(torso);
  yield;
  const skin = new Sheet(HEAD, scale);
  yield* inSteps(skin, paintHead(skin, look));
  const over = new Sheet(HEAD, scale);
  yield* inSteps(over, hair.front(over, look));
  if (look.earrings) paintEarrings(over, look, look.face.ears ? [180, 96] : [178, 106]);
  paintGlasses(over, look);
  const [eyesSkin, mouthSkin, eyesOver, mouthOver] = [skin, over].flatMap((sheet) =>
    [EYES, MOUTH].map((box) => wholeSheet(sheet.crop(box))),
  ) as [Layer, Layer, Layer, Layer];
  const smile = wholeSheet(paintSmile(look, skin));
  skin.stamp(over);
  skin.flush();
  yield;
  const head = trimSheet(skin, [eyesSkin.box, mouthSkin.box]);
  yield;
  const brow = wholeSheet(paintBrow(look, scale));
  return {
    width,
    height,
    unit,
    originX: width / 2,
    originY: height * 0.447,
    backdrop,
    pictures: { hairBack, body, head, eyesSkin, eyesOver, mouthSkin, mouthOver, smile, brow },
  };
}

function* paintHead(skin: Sheet, look: Look): Generator<void> {
  if (look.face.ears) paintEars(skin, look);
  paintFace(skin, look);
  yield;
  paintBeard(skin, look);
  yield;
  paintNose(skin, look);
  yield;
}

function* inSteps(sheet: Sheet, steps: Generator<void>): Generator<void> {
  for (const _ of steps) {
    sheet.flush();
    yield;
  }
}

/** Folds and fuller cheeks of a smile, laid over the skin as strong as the smile is. */
function paintSmile(look: Look, skin: Sheet): Sheet {
  const sheet = new Sheet(skin.snap({ left: -152, top: 66, right: 152, bottom: 216 }), skin.scale);
  const { ctx } = sheet;
  sheet.soft(5, () => {
    ctx.strokeStyle = look.skin.shadow;
    ctx.globalAlpha = 0.5;
    ctx.lineWidth = 7;
    ctx.beginPath();
    for (const s of [-1, 1]) {
      ctx.moveTo(s * 52, 102);
      ctx.bezierCurveTo(s * 84, 118, s * 104, 148, s * 98, 182);
    }
    ctx.stroke();
    ctx.globalAlpha = 1;
  });
  for (const s of [-1, 1]) {
    sheet.blob(s * 106, 98, 44, 32, look.skin.light, 0.42);
    sheet.blob(s * 110, 108, 50, 36, look.skin.blush, 0.32);
  }
  return sheet;
}
