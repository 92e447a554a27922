import type { SKRSContext2D } from '@napi-rs/canvas';
import { HeadGeometry } from './head-geometry.ts';
import type { HairStyle, Look } from './look.ts';
import { paintBackdrop } from './paint-backdrop.ts';
import { paintBody } from './paint-body.ts';
import { paintEars, paintFace, paintNose } from './paint-face.ts';
import { paintBeard, paintBrow, paintEarrings, paintGlasses, paintIris } from './paint-features.ts';
import { paintBobFront, paintLongBack, paintLongFront, paintSilverFront } from './paint-hair-long.ts';
import { paintCurls, paintFadeFront, paintShortBack, paintSweptFront } from './paint-hair-short.ts';
import { Sheet, type SheetBox } from './sheet.ts';
import { type Layer, trimSheet } from './trim-sheet.ts';

const HEAD: SheetBox = { left: -330, top: -400, right: 330, bottom: 580 };
const BODY: SheetBox = { left: -520, top: 110, right: 520, bottom: 690 };
const EYES: SheetBox = { left: -172, top: -118, right: 172, bottom: 74 };
const MOUTH: SheetBox = { left: -156, top: 62, right: 156, bottom: 290 };

/** Texture pixels for one pixel of the picture: a little more keeps the bent picture crisp. */
const OVERSAMPLE = 1.3;

const HAIR: Record<
  HairStyle,
  { back: (sheet: Sheet, look: Look) => void; front: (sheet: Sheet, look: Look) => void }
> = {
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

/** A part of the head that is drawn anew when it moves: clean skin below, hair and glasses above. */
export interface LivePart {
  skin: Sheet;
  over: Sheet;
}

/** Everything of one person at one size that does not change from frame to frame. */
export interface Portrait {
  look: Look;
  width: number;
  height: number;
  /** Pixels of the frame a unit of the drawing, and where the drawing's origin is. */
  unit: number;
  originX: number;
  originY: number;
  backdrop: Uint8Array;
  hairBack: Layer;
  body: Layer;
  /** Skin, nose, ears, front hair and glasses; the live parts are drawn into it. */
  head: Layer;
  eyes: LivePart;
  mouth: LivePart;
  smile: Sheet;
  brow: Sheet;
  iris: Sheet;
  geometry: HeadGeometry;
}

export function paintPortrait(look: Look, width: number, height: number): Portrait {
  // A narrow picture shows the same person smaller, never a face cut at the sides.
  const unit = Math.min(height * 1.18, width * 1.22) / 1000;
  const scale = unit * OVERSAMPLE;
  const hair = HAIR[look.hair.style];
  const back = new Sheet(HEAD, scale);
  hair.back(back, look);
  const body = new Sheet(BODY, scale);
  paintBody(body, look);
  const skin = new Sheet(HEAD, scale);
  if (look.face.ears) paintEars(skin, look);
  paintFace(skin, look);
  paintBeard(skin, look);
  paintNose(skin, look);
  const over = new Sheet(HEAD, scale);
  hair.front(over, look);
  if (look.earrings) paintEarrings(over, look, look.face.ears ? [180, 96] : [178, 106]);
  paintGlasses(over, look);
  const part = (box: SheetBox): LivePart => ({ skin: skin.crop(box), over: over.crop(box) });
  const eyes = part(EYES);
  const mouth = part(MOUTH);
  skin.stamp(over);
  return {
    look,
    width,
    height,
    unit,
    originX: width / 2,
    originY: height * 0.447,
    backdrop: paintBackdrop(look, width, height),
    hairBack: trimSheet(back),
    body: trimSheet(body),
    head: trimSheet(skin, [eyes.skin.box, mouth.skin.box]),
    eyes,
    mouth,
    smile: paintSmile(look, skin),
    brow: paintBrow(look, scale),
    iris: paintIris(look, scale),
    geometry: new HeadGeometry(look, HEAD),
  };
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

/** Puts the skin of a part on a canvas of its size, replacing what was there. */
export function beginPart(ctx: SKRSContext2D, part: LivePart): void {
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.globalCompositeOperation = 'copy';
  ctx.drawImage(part.skin.canvas, 0, 0);
  ctx.globalCompositeOperation = 'source-over';
  const { box, scale } = part.skin;
  ctx.setTransform(scale, 0, 0, scale, -box.left * scale, -box.top * scale);
}

export function finishPart(ctx: SKRSContext2D, part: LivePart): void {
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.drawImage(part.over.canvas, 0, 0);
}

/** Draws a sheet that lies on the pixels of the part: without resampling, many times faster than with it. */
export function stampAligned(ctx: SKRSContext2D, sheet: Sheet, part: LivePart): void {
  const { box, scale } = part.skin;
  ctx.save();
  ctx.setTransform(1, 0, 0, 1, 0, 0);
  ctx.drawImage(
    sheet.canvas,
    Math.round((sheet.box.left - box.left) * scale),
    Math.round((sheet.box.top - box.top) * scale),
  );
  ctx.restore();
}
