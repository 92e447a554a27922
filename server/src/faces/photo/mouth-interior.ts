import { type Canvas, createCanvas, ImageData, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import { clamp } from '../../lib/clamp.ts';
import type { FacePose } from '../director/face-pose.ts';
import type { Box } from '../warp/frame-target.ts';
import { type FaceMesh, toFrame } from './face-mesh.ts';
import type { Photo } from './frame-photo.ts';
import type { MeshMotion } from './mesh-motion.ts';
import { LIP_COLUMNS, LOWER_LIP, UPPER_LIP } from './mesh-points.ts';
import { lumaOf, type Tint } from './picture-tint.ts';

export interface InteriorLight {
  /** 0..1, of the skin around the mouth: a dark picture has dim teeth. */
  brightness: number;
  /** Of a picture in one colour: the factors that its greys are multiplied with. */
  tint: Tint | undefined;
}

type Gradient = ReturnType<SKRSContext2D['createLinearGradient']>;
type Shade = (r: number, g: number, b: number, a?: number) => string;

/** In face units: how far upper teeth reach below the lip's edge at rest, and the half width and height of a row. */
const TEETH_BELOW = 0.026;
const ROW_HALF = 0.265;
const ROW_HEIGHT = 0.115;
/** Edges of the upper teeth from the middle, in half rows. */
const GAPS = [0, 0.36, 0.64, 0.87] as const;
/** Of lower teeth beside upper ones: their width and their light. */
const DIM = 0.82;
/** How far lower teeth go down beside the lower lip. */
const TEETH_DROP = 0.75;
/** Depth of the teeth behind the lips. */
const TEETH_DEPTH = 0.05;
/** Of the brightness of the skin: what an open mouth of the picture must have to show teeth. */
const TEETH_BRIGHTNESS = 0.72;

/** Of the lips' colour, at their inner rim. */
const RIM_SHADE = 0.5;

const mix = (a: number, b: number, t: number) => a + (b - a) * t;

/** What an open mouth shows: teeth, tongue and the dark, on a canvas over a box of the frame, inside the lips only. */
export class MouthInterior {
  readonly canvas: Canvas;
  readonly box: Box;
  readonly #ctx: SKRSContext2D;
  readonly #motion: MeshMotion;
  readonly #mesh: FaceMesh;
  /** A colour under the picture's light and tint. */
  readonly #shade: Shade;
  /** What the picture shows between its lips. */
  readonly #own: Canvas | undefined;
  /** The teeth among it, which stay while the lips move over them. */
  readonly #teeth: Canvas | undefined;
  /** Of both rows of teeth. */
  readonly #enamel: Record<'upper' | 'lower', Gradient>;
  /** Of the lips, in the shade. */
  readonly #rim: readonly [number, number, number];

  constructor(photo: Photo, mesh: FaceMesh, motion: MeshMotion, light: InteriorLight, box: Box) {
    this.box = box;
    this.#mesh = mesh;
    this.#motion = motion;
    const l = 0.5 + 0.5 * clamp(light.brightness * 1.4);
    const ink = inkOf(light.tint);
    this.#shade = (r, g, b, a) => ink(r * l, g * l, b * l, a);
    this.canvas = createCanvas(box.width, box.height);
    this.#ctx = this.canvas.getContext('2d');
    this.#rim = lipColour(photo, mesh);
    this.#enamel = { upper: this.#paintEnamel(1), lower: this.#paintEnamel(DIM) };
    if (!motion.lips.isOpen) return;
    this.#own = this.#take(photo);
    this.#teeth = teethOf(this.#own, light.brightness);
  }

  /** Draws the pose that the motion has taken; false when the mouth is shut and nothing is to be seen. */
  draw(pose: FacePose): boolean {
    const { lips, frameX, frameY, y } = this.#motion;
    const gap = y[LOWER_LIP[3][5]]! - y[UPPER_LIP[3][5]]!;
    const told = lips.told(pose);
    if (gap < 0.004 && !(lips.isOpen && told > 0.02)) return false;
    const ctx = this.#ctx;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, this.box.width, this.box.height);
    ctx.setTransform(1, 0, 0, 1, -this.box.x, -this.box.y);
    const edges = outline(frameX, frameY);
    const { scale } = this.#mesh;
    if (gap > 0.002) {
      ctx.save();
      ctx.clip(edges);
      this.#fromHead();
      this.#drawInside(pose, gap);
      this.#fromPicture();
      if (this.#teeth) {
        ctx.globalAlpha = this.#shownTeeth(pose);
        ctx.drawImage(this.#teeth, this.box.x, this.box.y);
        ctx.globalAlpha = 1;
      }
      if (this.#own && told < 1) {
        ctx.globalAlpha = 1 - told;
        ctx.drawImage(this.#own, this.box.x, this.box.y);
        ctx.globalAlpha = 1;
      }
      this.#fromHead();
      this.#shadeInside(told, gap);
      ctx.restore();
    }
    // The lips' inner rim: wet, darker than the lip, without a hard line; between shut lips it is the line itself.
    ctx.setTransform(1, 0, 0, 1, -this.box.x, -this.box.y);
    const shutLine = lips.isOpen ? 1 - clamp(gap / 0.03) : 0;
    const strength = clamp(clamp(gap / 0.02) + 0.9 * shutLine) * told;
    ctx.lineJoin = 'round';
    const [r, g, b] = this.#rim;
    for (const [width, alpha] of [
      [0.019, 0.35],
      [0.008, 0.6],
    ] as const) {
      ctx.lineWidth = scale * width;
      ctx.strokeStyle = `rgba(${r},${g},${b},${alpha * strength})`;
      ctx.stroke(edges);
    }
    return true;
  }

  /** How much of the teeth is shown, 0..1: lips that are rounded for a vowel hang over them. */
  #shownTeeth({ mouthPucker, mouthFunnel, mouthUpperUpLeft, mouthUpperUpRight }: FacePose): number {
    return 1 - clamp(1.6 * mouthPucker + mouthFunnel - 2 * (mouthUpperUpLeft + mouthUpperUpRight));
  }

  #drawInside(pose: FacePose, gap: number): void {
    const ctx = this.#ctx;
    const shade = this.#shade;
    const { lips, y, jaw } = this.#motion;
    const [top, bottom] = [y[UPPER_LIP[3][5]]!, y[LOWER_LIP[3][5]]!];
    const x = lips.centreX;
    const cavity = ctx.createLinearGradient(0, top, 0, bottom);
    cavity.addColorStop(0, shade(48, 15, 17));
    cavity.addColorStop(0.6, shade(66, 21, 24));
    cavity.addColorStop(1, shade(96, 38, 40));
    ctx.fillStyle = cavity;
    ctx.fillRect(x - 1, top - 0.3, 2, bottom - top + 0.6);
    const drop = pose.jawOpen * jaw * TEETH_DROP;
    const hidden = 1 - this.#shownTeeth(pose);
    const upperEdge = mix(lips.centreY + TEETH_BELOW, top - 0.01, hidden);
    const lowerEdge = lips.centreY + TEETH_BELOW + 0.004 + drop + hidden * 0.08;
    // The tongue lies behind the lower teeth, and rises behind the upper ones.
    const rise = clamp(pose.tongueUp) * (lowerEdge - upperEdge + 0.03);
    const out = clamp(pose.tongueOut);
    const told = lowerEdge + 0.035 - rise - out * (0.035 + drop * 0.5);
    // Between rounded lips its back is seen.
    const tongueY = mix(told, Math.min(told, bottom - gap * 0.28), hidden);
    const tongue = () => {
      const flesh = ctx.createRadialGradient(x, tongueY, 0.01, x, tongueY + 0.03, 0.2);
      flesh.addColorStop(0, shade(196, 104, 104));
      flesh.addColorStop(1, shade(112, 44, 50));
      ctx.fillStyle = flesh;
      ctx.beginPath();
      ctx.ellipse(x, tongueY + 0.08, 0.155, 0.085, 0, 0, 7);
      ctx.fill();
    };
    if (out < 0.3) tongue();
    this.#row(lowerEdge, -1, gap);
    if (out >= 0.3) tongue();
    this.#row(upperEdge, 1, gap);
  }

  /** A row of teeth that ends at `edge`: `way` 1 hangs above it, -1 stands below. */
  #row(edge: number, way: 1 | -1, gap: number): void {
    const ctx = this.#ctx;
    const shade = this.#shade;
    const x = this.#motion.lips.centreX;
    const half = way === 1 ? ROW_HALF : ROW_HALF * DIM;
    const root = edge - way * ROW_HEIGHT;
    const row = new Path2D();
    // Each tooth ends in a curve of its own; those at the side stand further back and end higher.
    const end = (t: number) => edge - way * 0.034 * t * t;
    row.moveTo(x - half, root);
    const stops = [-1, ...[...GAPS].reverse().map((t) => -t), ...GAPS.slice(1), 1];
    row.lineTo(x - half, end(1));
    for (let i = 1; i < stops.length; i++) {
      const [a, b] = [stops[i - 1]!, stops[i]!];
      const middle = (a + b) / 2;
      row.quadraticCurveTo(
        x + half * a,
        end(middle) + way * 0.004,
        x + half * middle,
        end(middle) + way * 0.004,
      );
      row.quadraticCurveTo(x + half * b, end(middle) + way * 0.004, x + half * b, end(b) - way * 0.004);
    }
    row.lineTo(x + half, root);
    row.closePath();
    ctx.fillStyle = this.#enamel[way === 1 ? 'upper' : 'lower'];
    ctx.fill(row);
    // Rounded towards the gum, and a little see-through at the end.
    const relief = ctx.createLinearGradient(0, root, 0, edge);
    relief.addColorStop(0.3, shade(120, 84, 74, 0.55));
    relief.addColorStop(0.72, shade(255, 250, 240, 0.22));
    relief.addColorStop(1, shade(150, 140, 140, 0.28));
    ctx.fillStyle = relief;
    ctx.fill(row);
    ctx.strokeStyle = shade(120, 98, 86, 0.28 * clamp(gap / 0.05, 0.4));
    ctx.lineWidth = 0.0045;
    ctx.beginPath();
    for (const t of stops.slice(1, -1)) {
      ctx.moveTo(x + half * t, root);
      ctx.lineTo(x + half * t, end(t) - way * 0.006);
    }
    ctx.stroke();
  }

  /** Teeth are darker towards the corners. `dim`: see `DIM`. */
  #paintEnamel(dim: number): Gradient {
    const x = this.#motion.lips.centreX;
    const half = ROW_HALF * dim;
    const enamel = this.#ctx.createLinearGradient(x - half, 0, x + half, 0);
    for (const [at, tone] of [
      [0, 0.36],
      [0.18, 0.68],
      [0.36, 0.93],
      [0.5, 1],
      [0.64, 0.93],
      [0.82, 0.68],
      [1, 0.36],
    ] as const)
      enamel.addColorStop(at, this.#shade(240 * tone * dim, 229 * tone * dim, 212 * tone * dim));
    return enamel;
  }

  /** Shadows of the lips on what is behind them. */
  #shadeInside(told: number, gap: number): void {
    const ctx = this.#ctx;
    const { lips, x, y } = this.#motion;
    const top = y[UPPER_LIP[3][5]]!;
    const under = ctx.createLinearGradient(0, top - 0.005, 0, top + 0.014 + gap * 0.2);
    under.addColorStop(0, this.#shade(40, 12, 14, 0.34 * told * clamp(gap / 0.06, 0.3)));
    under.addColorStop(1, this.#shade(24, 6, 8, 0));
    ctx.fillStyle = under;
    ctx.fillRect(lips.centreX - 1, top - 0.1, 2, gap + 0.2);
    for (const column of [0, LIP_COLUMNS - 1]) {
      const point = UPPER_LIP[3][column]!;
      const reach = Math.max(0.02, Math.abs(x[point]! - lips.centreX) * 0.42);
      const corner = ctx.createRadialGradient(x[point]!, y[point]!, 0, x[point]!, y[point]!, reach);
      corner.addColorStop(0, this.#shade(44, 14, 16, 0.6 * told));
      corner.addColorStop(1, this.#shade(22, 5, 7, 0));
      ctx.fillStyle = corner;
      ctx.fillRect(lips.centreX - 1, top - 0.3, 2, gap + 0.6);
    }
  }

  /** From here on, the canvas is drawn on in face units, in the plane of the teeth. */
  #fromHead(): void {
    const { lips } = this.#motion;
    const depth = this.#mesh.z[13]! + TEETH_DEPTH;
    const [ax, ay, bx, by, cx, cy] = this.#motion.planeAt(lips.centreX, lips.centreY, depth);
    this.#ctx.setTransform(ax, ay, bx, by, cx - this.box.x, cy - this.box.y);
  }

  /** From here on, in pixels of the picture, which is moved with the head. */
  #fromPicture(): void {
    this.#fromHead();
    const { angle, scale, originX, originY } = this.#mesh;
    this.#ctx.scale(1 / scale, 1 / scale);
    this.#ctx.rotate(-angle);
    this.#ctx.translate(-originX, -originY);
  }

  /** What lies between the lips of the picture, with a soft border. */
  #take({ width, pixels, height }: Photo): Canvas {
    const { x: left, y: top } = this.box;
    const whole = createCanvas(width, height);
    whole.getContext('2d').putImageData(new ImageData(new Uint8ClampedArray(pixels), width, height), 0, 0);
    const canvas = createCanvas(this.box.width, this.box.height);
    const ctx = canvas.getContext('2d');
    ctx.translate(-left, -top);
    ctx.drawImage(whole, 0, 0);
    ctx.globalCompositeOperation = 'destination-in';
    ctx.filter = `blur(${(this.#mesh.scale * 0.004).toFixed(2)}px)`;
    ctx.fill(outline(...toFrame(this.#mesh)));
    return canvas;
  }
}

/** The colour of the lips of a picture, darker as it is between them. */
function lipColour({ width, height, pixels }: Photo, mesh: FaceMesh): [number, number, number] {
  const [xs, ys] = toFrame(mesh);
  const points = [UPPER_LIP[1], LOWER_LIP[1]].flatMap((row) => row.slice(3, 8));
  const sum: [number, number, number] = [0, 0, 0];
  for (const point of points) {
    const [x, y] = [
      Math.floor(clamp(xs[point]!, 0, width - 1)),
      Math.floor(clamp(ys[point]!, 0, height - 1)),
    ];
    for (let k = 0; k < 3; k++) sum[k]! += (pixels[(y * width + x) * 4 + k]! * RIM_SHADE) / points.length;
  }
  return sum;
}

/** What is bright and not red of an open mouth; undefined where that is too little for teeth. */
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

function inkOf(tint: Tint | undefined): Shade {
  if (!tint) return (r, g, b, a = 1) => `rgba(${r},${g},${b},${a})`;
  return (r, g, b, a = 1) => {
    const grey = lumaOf(r, g, b);
    return `rgba(${grey * tint[0]},${grey * tint[1]},${grey * tint[2]},${a})`;
  };
}

/** The inner edge of the lips, rounded. */
function outline(x: Float64Array, y: Float64Array): Path2D {
  const ring = [...UPPER_LIP[3], ...[...LOWER_LIP[3]].slice(1, -1).reverse()];
  const path = new Path2D();
  path.moveTo(x[ring[0]!]!, y[ring[0]!]!);
  const corner = LIP_COLUMNS - 1;
  for (let i = 1; i <= ring.length; i++) {
    const [now, next] = [ring[i % ring.length]!, ring[(i + 1) % ring.length]!];
    if (i === corner || i === ring.length) path.lineTo(x[now]!, y[now]!);
    else path.quadraticCurveTo(x[now]!, y[now]!, (x[now]! + x[next]!) / 2, (y[now]! + y[next]!) / 2);
  }
  path.closePath();
  return path;
}
