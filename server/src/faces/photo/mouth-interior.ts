import { type Canvas, createCanvas, Path2D, type SKRSContext2D } from '@napi-rs/canvas';
import type { FacePose } from '../director/face-pose.ts';
import { clamp, MouthOpening } from './photo-bend.ts';
import { lumaOf, type Tint } from './picture-tint.ts';
import type { Rig } from './rig.ts';

/** Shades of the inside for a picture of this mean brightness: a dark picture has dim teeth. */
export interface InteriorLight {
  /** 0..1, of the skin around the mouth. */
  brightness: number;
  /** Of a picture in one colour: the factors that its greys are multiplied with. */
  tint: Tint | undefined;
}

type Shade = (r: number, g: number, b: number, a?: number) => string;

/** What an open mouth shows: drawn in face units on a canvas around the mouth. */
export class MouthInterior {
  readonly canvas: Canvas;
  /** The canvas' left and top edge in face units, and its pixels for a unit. */
  readonly left: number;
  readonly top: number;
  readonly scale: number;
  readonly #ctx: SKRSContext2D;
  readonly #rig: Rig;
  /** A colour under the picture's light and tint. */
  readonly #shade: Shade;
  /** A colour under the picture's tint only. */
  readonly #ink: Shade;

  constructor(rig: Rig, light: InteriorLight) {
    this.#rig = rig;
    const l = 0.5 + 0.5 * clamp(light.brightness * 1.35);
    this.#ink = inkOf(light.tint);
    this.#shade = (r, g, b, a) => this.#ink(r * l, g * l, b * l, a);
    this.scale = rig.scale;
    const { mouth } = rig;
    this.left = mouth.x - mouth.half * 1.45;
    this.top = mouth.y - mouth.half * 0.9;
    this.canvas = createCanvas(
      Math.ceil(mouth.half * 2.9 * rig.scale) + 2,
      Math.ceil(mouth.half * 2.6 * rig.scale) + 2,
    );
    this.#ctx = this.canvas.getContext('2d');
  }

  /** Draws the pose; false when the mouth is shut and nothing is to be seen. */
  draw(pose: FacePose): boolean {
    const opening = new MouthOpening(this.#rig, pose);
    const height = opening.up + opening.low;
    if (height < 0.008) return false;
    const ctx = this.#ctx;
    const { scale, canvas } = this;
    const { mouth } = this.#rig;
    ctx.setTransform(1, 0, 0, 1, 0, 0);
    ctx.clearRect(0, 0, canvas.width, canvas.height);
    ctx.setTransform(scale, 0, 0, scale, -this.left * scale, -this.top * scale);
    const edges = outline(opening, mouth.x);
    ctx.save();
    ctx.clip(edges);
    const y0 = opening.line(0) - opening.up;
    const y1 = opening.line(0) + opening.low;
    const shade = this.#shade;
    const cavity = ctx.createLinearGradient(0, y0, 0, y1);
    cavity.addColorStop(0, shade(40, 10, 13));
    cavity.addColorStop(0.65, shade(74, 22, 26));
    cavity.addColorStop(1, shade(112, 44, 46));
    ctx.fillStyle = cavity;
    ctx.fillRect(mouth.x - 1, y0 - 0.2, 2, y1 - y0 + 0.4);
    const half = opening.half;
    const tongueY = y1 + 0.05 - clamp(pose.tongue) * height * 0.5 - clamp(pose.tongueOut) * height * 0.4;
    const flesh = ctx.createRadialGradient(mouth.x, tongueY, 0.01, mouth.x, tongueY + 0.02, half * 0.8);
    flesh.addColorStop(0, shade(206, 116, 118));
    flesh.addColorStop(1, shade(138, 56, 64));
    ctx.fillStyle = flesh;
    ctx.beginPath();
    ctx.ellipse(mouth.x, tongueY + 0.04, half * 0.62, 0.06 + height * 0.26, 0, 0, 7);
    ctx.fill();
    if (!this.#rig.mouth.teeth) this.#teeth(pose, half, y0, height);
    for (const s of [-1, 1]) {
      const corner = ctx.createRadialGradient(
        mouth.x + s * half,
        y0 + 0.03,
        0,
        mouth.x + s * half,
        y0 + 0.03,
        half * 0.5,
      );
      corner.addColorStop(0, this.#ink(20, 4, 6, 0.85));
      corner.addColorStop(1, this.#ink(20, 4, 6, 0));
      ctx.fillStyle = corner;
      ctx.fillRect(mouth.x - 1, y0 - 0.3, 2, height + 0.6);
    }
    ctx.restore();
    // The lips' inner rim: wet, darker than the lip, without a hard line.
    ctx.lineWidth = 0.014;
    ctx.strokeStyle = shade(110, 40, 44, 0.55);
    ctx.stroke(edges);
    return true;
  }

  #teeth(pose: FacePose, half: number, y0: number, height: number): void {
    const ctx = this.#ctx;
    const shade = this.#shade;
    const { x } = this.#rig.mouth;
    const tall = Math.min(0.075 + 0.03 * clamp(pose.teeth), 0.025 + height * 0.62);
    const wide = half * 0.76;
    const row = new Path2D();
    row.moveTo(x - wide, y0 - 0.08);
    row.lineTo(x + wide, y0 - 0.08);
    row.bezierCurveTo(x + wide * 0.92, y0 + tall * 0.7, x + wide * 0.45, y0 + tall, x, y0 + tall);
    row.bezierCurveTo(x - wide * 0.45, y0 + tall, x - wide * 0.92, y0 + tall * 0.7, x - wide, y0 - 0.08);
    const enamel = ctx.createLinearGradient(x - wide, 0, x + wide, 0);
    enamel.addColorStop(0, shade(120, 106, 100));
    enamel.addColorStop(0.25, shade(224, 211, 196));
    enamel.addColorStop(0.5, shade(240, 229, 214));
    enamel.addColorStop(0.75, shade(218, 205, 190));
    enamel.addColorStop(1, shade(106, 94, 88));
    ctx.fillStyle = enamel;
    ctx.fill(row);
    ctx.strokeStyle = shade(120, 96, 88, 0.2);
    ctx.lineWidth = 0.006;
    ctx.beginPath();
    for (const t of [0, -0.27, 0.27, -0.52, 0.52, -0.74, 0.74]) {
      ctx.moveTo(x + wide * t, y0);
      ctx.lineTo(x + wide * t, y0 + tall * (0.97 - t * t * 0.4));
    }
    ctx.stroke();
    const under = ctx.createLinearGradient(0, y0 - 0.01, 0, y0 + 0.08);
    under.addColorStop(0, this.#ink(24, 5, 8, 0.6));
    under.addColorStop(1, this.#ink(24, 5, 8, 0));
    ctx.fillStyle = under;
    ctx.fillRect(x - 1, y0 - 0.05, 2, 0.13);
  }
}

function inkOf(tint: Tint | undefined): Shade {
  if (!tint) return (r, g, b, a = 1) => `rgba(${r},${g},${b},${a})`;
  return (r, g, b, a = 1) => {
    const grey = lumaOf(r, g, b);
    return `rgba(${grey * tint[0]},${grey * tint[1]},${grey * tint[2]},${a})`;
  };
}

function outline(opening: MouthOpening, x: number): Path2D {
  const path = new Path2D();
  const steps = 20;
  for (let i = 0; i <= steps; i++) {
    const s = -1 + (2 * i) / steps;
    const y = opening.line(s) - opening.up * opening.profile(s);
    if (i === 0) path.moveTo(x + s * opening.half, y);
    else path.lineTo(x + s * opening.half, y);
  }
  for (let i = steps; i >= 0; i--) {
    const s = -1 + (2 * i) / steps;
    path.lineTo(x + s * opening.half, opening.line(s) + opening.low * opening.profile(s));
  }
  path.closePath();
  return path;
}
