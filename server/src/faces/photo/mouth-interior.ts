import { type Canvas, createCanvas, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import { clamp } from '../../lib/clamp.ts';
import { mix } from '../../lib/interpolate.ts';
import type { FacePose } from '../director/face-pose.ts';
import type { Box } from '../warp/frame-target.ts';
import { type FaceMesh, toFrame } from './face-mesh.ts';
import { cutBox, type Photo, pixelAt } from './frame-photo.ts';
import type { MeshMotion } from './mesh-motion.ts';
import { LIP_COLUMNS, LOWER_LIP, UPPER_LIP } from './mesh-points.ts';
import { lumaOf, type Tint } from './picture-tint.ts';
import { type Shade, Teeth } from './teeth.ts';

export interface InteriorLight {
  /** The brightness of the skin around the mouth, 0 to 1, because teeth are dim in a dark picture. */
  brightness: number;
  /** The brightness of the left and the right of the face, relative to the brighter of them, 0 to 1. */
  sides: readonly [left: number, right: number];
  /** For a monochrome picture: the factors by which its greys are multiplied. */
  tint: Tint | undefined;
}

/** How far upper teeth extend below the line between the lips at rest, in face units. */
const TEETH_BELOW = 0.034;
/** The fraction of the lower teeth's downward movement by which the tongue stays behind. */
const TONGUE_STAYS = 0.9;
/** Half the width and height of the tongue, in face units. */
const TONGUE = [0.235, 0.125] as const;
/** The width of the tongue's tip relative to the whole tongue. */
const TIP_WIDTH = 0.62;
/** How far lower teeth move down relative to the lower lip. */
const TEETH_DROP = 0.87;
/** The depth of the teeth behind the lips. */
const TEETH_DEPTH = 0.05;
/** The minimum brightness of the picture's open mouth if it shows teeth, as a fraction of the skin's. */
const TEETH_BRIGHTNESS = 0.72;

/**
 * The fraction of the opening between the lips that may contain teeth: further down may be lip or tongue, which do not
 * stay with the upper teeth.
 */
const TEETH_PART = 0.7;
/** The fraction of the lips' brightness that the shade leaves at their inner rim. */
const RIM_BRIGHTNESS = 0.58;

/** Lips that are rounder than this have no corners in their opening. */
const ROUND_FROM = 0.6;
/** From this roundness on, lips hide the teeth behind them. */
const TEETH_SHOWN_TO = 0.6;
/** The strokes of flesh over the line beside a rounded opening: width in face units, and opacity. */
const FLESH_STROKES = [
  [0.075, 0.25],
  [0.055, 0.4],
  [0.03, 0.6],
] as const;

/** Lips that are less far apart in a column, in pixels, are closed there. */
const MIN_PARTED_PX = 0.1;

/** How much of the light of its side of the face the mouth takes, and the shade of a narrow opening. */
const SIDE_LIGHT = 0.65;
const NARROW_SHADE = 0.14;

type Colour = readonly [r: number, g: number, b: number];
type Point = readonly [x: number, y: number];

/** The inside of an open mouth: teeth, tongue and dark, on a canvas over a box of the frame, only within the lips. */
export class MouthInterior {
  readonly canvas: Canvas;
  readonly box: Box;
  readonly #ctx: SKRSContext2D;
  readonly #motion: MeshMotion;
  readonly #mesh: FaceMesh;
  /** Returns a colour in the picture's light and tint. */
  readonly #shade: Shade;
  /** The pixels of the picture's own open mouth. */
  readonly #pictureMouth: Canvas | undefined;
  /** The teeth in them, which stay in place while the lips move over them. */
  readonly #teeth: Canvas | undefined;
  /** Height of the teeth in pixels. */
  readonly #teethHeight: number;
  readonly #teethRows: Teeth;
  readonly #sides: InteriorLight['sides'];
  /** The colour of the lips in shade. */
  readonly #rim: Colour;
  /** The colour of the lips near the left and the right corner. */
  readonly #flesh: readonly [Colour, Colour];

  constructor(photo: Photo, mesh: FaceMesh, motion: MeshMotion, light: InteriorLight, box: Box) {
    this.box = box;
    this.#mesh = mesh;
    this.#motion = motion;
    const l = 0.5 + 0.5 * clamp(light.brightness * 1.4);
    const ink = shadeFor(light.tint);
    this.#shade = (r, g, b, a) => ink(r * l, g * l, b * l, a);
    this.canvas = createCanvas(box.width, box.height);
    this.#ctx = this.canvas.getContext('2d');
    const [r, g, b] = lipColour(photo, mesh, [3, 8]);
    this.#rim = [r * RIM_BRIGHTNESS, g * RIM_BRIGHTNESS, b * RIM_BRIGHTNESS];
    this.#flesh = [lipColour(photo, mesh, [1, 3]), lipColour(photo, mesh, [8, 10])];
    this.#teethRows = new Teeth(this.#shade, mesh.scale);
    this.#sides = light.sides;
    this.#teethHeight = (mesh.y[LOWER_LIP[3][5]]! - mesh.y[UPPER_LIP[3][5]]!) * mesh.scale;
    if (!motion.lips.isOpen) return;
    this.#pictureMouth = this.#cutOut(photo, false);
    this.#teeth = teethOf(this.#cutOut(photo, true), light.brightness);
  }

  /** Draws the pose that the motion has taken. Returns false if the mouth is closed and nothing is visible. */
  draw(pose: FacePose): boolean {
    const { lips, frameX, frameY, y } = this.#motion;
    const gap = y[LOWER_LIP[3][5]]! - y[UPPER_LIP[3][5]]!;
    const poseShare = lips.poseShare(pose);
    const shown = this.#teethVisibility(pose);
    if (gap < 0.004 && !(lips.isOpen && poseShare > 0.02)) return false;
    const ctx = this.#ctx;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, this.box.width, this.box.height);
    ctx.setTransform(1, 0, 0, 1, -this.box.x, -this.box.y);
    const round = lips.roundness(pose);
    const edges = innerLipPath(frameX, frameY, round > ROUND_FROM);
    const { scale } = this.#mesh;
    const covered = clamp(2 * round - 0.8);
    if (covered > 0) this.#coverSeams(covered);
    if (gap > 0.002) {
      ctx.save();
      ctx.clip(edges);
      this.#useHeadSpace();
      this.#drawInside(pose, gap, shown);
      this.#usePictureSpace();
      if (this.#teeth) {
        // Teeth move up behind the lip that covers them: half transparent, they would look like a veil.
        ctx.drawImage(this.#teeth, this.box.x, this.box.y - (1 - shown) * this.#teethHeight);
      }
      if (this.#pictureMouth && poseShare < 1) {
        // The picture's own mouth fades early, at once behind rounded lips: half transparent, it looks like a veil too.
        ctx.globalAlpha = clamp(2 - 2 * poseShare) ** 2 * shown ** 3;
        ctx.drawImage(this.#pictureMouth, this.box.x, this.box.y);
        ctx.globalAlpha = 1;
      }
      this.#useHeadSpace();
      this.#shadeInside(poseShare, gap);
      ctx.restore();
    }
    // The lips' inner rim: wet, darker than the lip, without a hard line. Between closed lips it is the line itself.
    ctx.setTransform(1, 0, 0, 1, -this.box.x, -this.box.y);
    const shutLine = lips.isOpen ? 1 - clamp(gap / 0.03) : 0;
    const strength = clamp(clamp(gap / 0.02) + 0.9 * shutLine) * poseShare;
    ctx.lineJoin = 'round';
    const [r, g, b] = this.#rim;
    for (const [width, alpha] of [
      [0.019, 0.35],
      [0.008, 0.45],
    ] as const) {
      ctx.lineWidth = scale * width;
      ctx.strokeStyle = `rgba(${r},${g},${b},${alpha * strength})`;
      ctx.stroke(edges);
    }
    return true;
  }

  /** Returns how much of the teeth is visible, 0 to 1: lips that are rounded for a vowel cover them. */
  #teethVisibility(pose: FacePose): number {
    const { mouthPucker, mouthFunnel, mouthUpperUpLeft, mouthUpperUpRight } = pose;
    const covered = 1.6 * mouthPucker + mouthFunnel - 2 * (mouthUpperUpLeft + mouthUpperUpRight);
    return (
      1 -
      clamp(Math.max(covered, (this.#motion.lips.roundness(pose) - TEETH_SHOWN_TO) / (1 - TEETH_SHOWN_TO)))
    );
  }

  #drawInside(pose: FacePose, gap: number, shown: number): void {
    const ctx = this.#ctx;
    const shade = this.#shade;
    const { lips, y, jaw } = this.#motion;
    const [top, bottom] = [y[UPPER_LIP[3][5]]!, y[LOWER_LIP[3][5]]!];
    const x = lips.centreX;
    const cavity = ctx.createLinearGradient(0, top, 0, bottom);
    cavity.addColorStop(0, shade(24, 7, 9));
    cavity.addColorStop(0.5, shade(46, 14, 16));
    cavity.addColorStop(1, shade(84, 31, 33));
    ctx.fillStyle = cavity;
    ctx.fillRect(x - 1, top - 0.3, 2, bottom - top + 0.6);
    const drop = pose.jawOpen * jaw * TEETH_DROP;
    const hidden = 1 - shown;
    const upperEdge = mix(lips.centreY + TEETH_BELOW, top - 0.01, hidden);
    const lowerEdge = lips.centreY + TEETH_BELOW + 0.004 + drop + hidden * 0.08;
    // The tongue is behind the lower teeth, above them in a wide mouth; its tip rises behind the upper ones.
    const up = clamp(pose.tongueUp);
    const out = clamp(pose.tongueOut);
    const rise = up * (lowerEdge - upperEdge + 0.034) + drop * TONGUE_STAYS * (1 - up);
    const posedY = lowerEdge + 0.035 - rise - out * (0.035 + drop * 0.5);
    // Between rounded lips, the back of the tongue is visible.
    const tongueY = mix(posedY, Math.min(posedY, bottom - gap * 0.42), hidden);
    const wide = mix(1, TIP_WIDTH, Math.max(up, out));
    const tongue = () => {
      // It lies flat from corner to corner, and fades into the dark without an edge; its tip is narrow, round and wet.
      ctx.save();
      ctx.translate(x, tongueY + TONGUE[1]);
      ctx.scale(TONGUE[0] * wide, TONGUE[1]);
      const flesh = ctx.createRadialGradient(0, 0.1, 0.1, 0, 0, 1);
      flesh.addColorStop(0, shade(176, 92, 90));
      flesh.addColorStop(0.6, shade(156, 76, 76));
      flesh.addColorStop(0.86, shade(mix(104, 146, out), mix(40, 70, out), mix(44, 72, out)));
      flesh.addColorStop(1, shade(58, 20, 22, 0));
      ctx.fillStyle = flesh;
      ctx.beginPath();
      ctx.arc(0, 0, 1, 0, 7);
      ctx.fill();
      ctx.restore();
    };
    if (out < 0.3) tongue();
    this.#teethRows.draw(ctx, 'lower', x, lowerEdge, pose.yaw);
    if (out >= 0.3) tongue();
    this.#teethRows.draw(ctx, 'upper', x, upperEdge, pose.yaw);
  }

  /** Covers the dark line between the corners of rounded lips and their opening, where flesh lies on flesh. */
  #coverSeams(strength: number): void {
    const ctx = this.#ctx;
    const { frameX, frameY } = this.#motion;
    const last = LIP_COLUMNS - 1;
    const [first, end] = partedColumns(frameY);
    const middleOf = (column: number): Point => {
      const [u, l] = [UPPER_LIP[3][column]!, LOWER_LIP[3][column]!];
      return [(frameX[u]! + frameX[l]!) / 2, (frameY[u]! + frameY[l]!) / 2];
    };
    ctx.setTransform(1, 0, 0, 1, -this.box.x, -this.box.y);
    ctx.lineCap = 'round';
    for (const [corner, parted, inwards, [r, g, b]] of [
      [0, first, 1, this.#flesh[0]],
      [last, end, -1, this.#flesh[1]],
    ] as const) {
      const seam = new Path2D();
      seam.moveTo(...middleOf(corner));
      for (let column = corner; column !== parted; column += inwards)
        seam.lineTo(...middleOf(column + inwards));
      // The opening begins between two columns.
      const [from, to] = [middleOf(parted), middleOf(parted + inwards)];
      seam.lineTo(mix(from[0], to[0], 0.4), mix(from[1], to[1], 0.4));
      for (const [width, alpha] of FLESH_STROKES) {
        ctx.lineWidth = this.#mesh.scale * width;
        ctx.strokeStyle = `rgba(${r},${g},${b},${alpha * strength})`;
        ctx.stroke(seam);
      }
    }
  }

  /** Draws the shadows of the lips on what is behind them. */
  #shadeInside(poseShare: number, gap: number): void {
    const ctx = this.#ctx;
    const { lips, x, y } = this.#motion;
    const top = y[UPPER_LIP[3][5]]!;
    // The inside is lit like the head, but less between lips that are nearly closed.
    const [left, right] = [lips.centreX - lips.half * 0.7, lips.centreX + lips.half * 0.7];
    const light = ctx.createLinearGradient(left, 0, right, 0);
    const minLight = NARROW_SHADE * (1 - clamp(gap / 0.12));
    this.#sides.forEach((side, i) => {
      light.addColorStop(
        i,
        this.#shade(20, 6, 7, poseShare * (1 - (1 - minLight) * mix(1, side, SIDE_LIGHT))),
      );
    });
    ctx.fillStyle = light;
    ctx.fillRect(lips.centreX - 1, top - 0.1, 2, gap + 0.2);
    const under = ctx.createLinearGradient(0, top - 0.005, 0, top + 0.022 + gap * 0.16);
    under.addColorStop(0, this.#shade(40, 13, 13, 0.4 * poseShare * clamp(gap / 0.05, 0.4)));
    under.addColorStop(0.5, this.#shade(36, 11, 12, 0.15 * poseShare * clamp(gap / 0.06, 0.3)));
    under.addColorStop(1, this.#shade(34, 10, 11, 0));
    ctx.fillStyle = under;
    ctx.fillRect(lips.centreX - 1, top - 0.1, 2, gap + 0.2);
    for (const column of [0, LIP_COLUMNS - 1]) {
      const point = UPPER_LIP[3][column]!;
      const reach = Math.max(0.02, Math.abs(x[point]! - lips.centreX) * 0.45);
      const corner = ctx.createRadialGradient(x[point]!, y[point]!, 0, x[point]!, y[point]!, reach);
      corner.addColorStop(0, this.#shade(40, 13, 14, 0.55 * poseShare));
      corner.addColorStop(1, this.#shade(34, 10, 11, 0));
      ctx.fillStyle = corner;
      ctx.fillRect(lips.centreX - 1, top - 0.3, 2, gap + 0.6);
    }
  }

  /** From here on, the canvas is in face units, in the plane of the teeth. */
  #useHeadSpace(): void {
    const { lips } = this.#motion;
    const depth = this.#mesh.z[13]! + TEETH_DEPTH;
    const [ax, ay, bx, by, cx, cy] = this.#motion.planeAt(lips.centreX, lips.centreY, depth);
    this.#ctx.setTransform(ax, ay, bx, by, cx - this.box.x, cy - this.box.y);
  }

  /** From here on, the canvas is in pixels of the picture, which moves with the head. */
  #usePictureSpace(): void {
    this.#useHeadSpace();
    const { angle, scale, originX, originY } = this.#mesh;
    this.#ctx.scale(1 / scale, 1 / scale);
    this.#ctx.rotate(-angle);
    this.#ctx.translate(-originX, -originY);
  }

  /** Cuts the box out of the picture. With `ofTeeth`, only what is between its lips, with a soft border. */
  #cutOut(photo: Photo, ofTeeth: boolean): Canvas {
    const canvas = cutBox(photo, new Uint8ClampedArray(photo.pixels), this.box);
    if (!ofTeeth) return canvas;
    const [x, y] = toFrame(this.#mesh);
    UPPER_LIP[3].forEach((upper, k) => {
      const lower = LOWER_LIP[3][k]!;
      y[lower] = mix(y[upper]!, y[lower]!, TEETH_PART);
    });
    const mask = createCanvas(this.box.width, this.box.height);
    const between = mask.getContext('2d');
    between.translate(-this.box.x, -this.box.y);
    between.filter = `blur(${(this.#mesh.scale * 0.004).toFixed(2)}px)`;
    between.fill(innerLipPath(x, y, false));
    const ctx = canvas.getContext('2d');
    ctx.globalCompositeOperation = 'destination-in';
    ctx.drawImage(mask, 0, 0);
    return canvas;
  }
}

/** Returns the colour of a picture's lips in a range of their columns. */
function lipColour(photo: Photo, mesh: FaceMesh, [from, until]: readonly [number, number]): Colour {
  const [xs, ys] = toFrame(mesh);
  const points = [UPPER_LIP[1], LOWER_LIP[1]].flatMap((row) => row.slice(from, until));
  const sum: [number, number, number] = [0, 0, 0];
  for (const point of points) {
    const at = pixelAt(photo, xs[point]!, ys[point]!);
    for (let k = 0; k < 3; k++) sum[k]! += photo.pixels[at + k]! / points.length;
  }
  return sum;
}

/** Returns the pixels of an open mouth that are bright and not red; undefined if they are too dark for teeth. */
function teethOf(own: Canvas, skin: number): Canvas | undefined {
  const { width, height } = own;
  const image = own.getContext('2d').getImageData(0, 0, width, height);
  const { data } = image;
  const lumas: number[] = [];
  const redness = (i: number) =>
    (data[i]! - (data[i + 1]! + data[i + 2]!) / 2) / (1 + lumaOf(data[i]!, data[i + 1]!, data[i + 2]!));
  for (let i = 0; i < data.length; i += 4)
    if (data[i + 3]! > 200) lumas.push(lumaOf(data[i]!, data[i + 1]!, data[i + 2]!));
  lumas.sort((a, b) => a - b);
  const bright = lumas[Math.floor(lumas.length * 0.75)] ?? 0;
  if (bright / 255 < skin * TEETH_BRIGHTNESS) return undefined;
  const reds: number[] = [];
  for (let i = 0; i < data.length; i += 4)
    if (data[i + 3]! > 200 && lumaOf(data[i]!, data[i + 1]!, data[i + 2]!) >= bright) reds.push(redness(i));
  const red = reds.sort((a, b) => a - b)[reds.length >> 1]!;
  for (let i = 0; i < data.length; i += 4) {
    const light = lumaOf(data[i]!, data[i + 1]!, data[i + 2]!) / bright;
    data[i + 3]! *= clamp((light - 0.35) / 0.3) * clamp((red + 0.16 - redness(i)) / 0.1);
  }
  const teeth = createCanvas(width, height);
  teeth.getContext('2d').putImageData(image, 0, 0);
  return teeth;
}

function shadeFor(tint: Tint | undefined): Shade {
  if (!tint) return (r, g, b, a = 1) => `rgba(${r},${g},${b},${a})`;
  return (r, g, b, a = 1) => {
    const grey = lumaOf(r, g, b);
    return `rgba(${grey * tint[0]},${grey * tint[1]},${grey * tint[2]},${a})`;
  };
}

/** Returns the columns between which the lips are parted: the last closed ones, or the corners. */
function partedColumns(y: Float64Array): readonly [first: number, end: number] {
  const last = LIP_COLUMNS - 1;
  const isShut = (k: number) => y[LOWER_LIP[3][k]!]! - y[UPPER_LIP[3][k]!]! < MIN_PARTED_PX;
  let [first, end] = [0, last];
  while (first < last / 2 - 1 && isShut(first + 1)) first++;
  while (end > last / 2 + 1 && isShut(end - 1)) end--;
  return [first, end];
}

/** Returns the rounded inner edge of the lips, from where they part on the left to where they meet on the right. */
function innerLipPath(x: Float64Array, y: Float64Array, isRound: boolean): Path2D {
  const [first, end] = partedColumns(y);
  const ring = [...UPPER_LIP[3].slice(first, end + 1), ...LOWER_LIP[3].slice(first + 1, end).reverse()];
  const path = new Path2D();
  const begin = isRound ? ring[1]! : ring[0]!;
  path.moveTo((x[ring[0]!]! + x[begin]!) / 2, (y[ring[0]!]! + y[begin]!) / 2);
  const corner = end - first;
  for (let i = 1; i <= ring.length; i++) {
    const [now, next] = [ring[i % ring.length]!, ring[(i + 1) % ring.length]!];
    if (!isRound && (i === corner || i === ring.length)) path.lineTo(x[now]!, y[now]!);
    else path.quadraticCurveTo(x[now]!, y[now]!, (x[now]! + x[next]!) / 2, (y[now]! + y[next]!) / 2);
  }
  path.closePath();
  return path;
}
