import type { FacePose } from '../director/face-pose.ts';
import { clamp, smoothstep } from './colour.ts';
import type { Look } from './look.ts';
import type { SheetBox } from './sheet.ts';

/** The head turns around this height, tilts around the neck. */
const PITCH_Y = 60;
const NECK_Y = 250;
const STEP = 10;
const CHANNELS = 4;
/** How far the camera is, in units: what is nearer grows. */
const CAMERA = 1900;
/** Square of the error, in units, at which the inverse is found. */
const NEAR_ENOUGH = 0.2 ** 2;
/** Chin's way at a fully open jaw. */
const JAW_DROP = 36;

/**
 * The shape of a head: how far each point of its flat picture stands out, and how far it goes with the jaw, with a
 * smile and with the swing of loose hair. The picture is bent by it when the head turns.
 */
export class HeadGeometry {
  readonly #box: SheetBox;
  readonly #cols: number;
  readonly #rows: number;
  readonly #values: Float32Array;
  readonly #long: boolean;

  constructor(look: Look, box: SheetBox) {
    this.#box = box;
    this.#cols = Math.ceil((box.right - box.left) / STEP) + 2;
    this.#rows = Math.ceil((box.bottom - box.top) / STEP) + 2;
    this.#long = look.hair.style === 'long';
    this.#values = new Float32Array(this.#cols * this.#rows * CHANNELS);
    for (let r = 0; r < this.#rows; r++) {
      for (let c = 0; c < this.#cols; c++) {
        const u = box.left + c * STEP;
        const v = box.top + r * STEP;
        const at = (r * this.#cols + c) * CHANNELS;
        const lateral = Math.exp(-((Math.abs(u) / (158 + 14 * look.face.jaw)) ** 6));
        this.#values[at] = depth(look, u, v);
        this.#values[at + 1] = smoothstep(150, 250, v) * lateral;
        this.#values[at + 2] = gauss((Math.abs(u) - 104) / 42) * gauss((v - 92) / 44);
        this.#values[at + 3] = this.#long
          ? smoothstep(120, 430, v)
          : 0.35 * smoothstep(40, 240, v) * (1 - lateral);
      }
    }
  }

  /** Prepares a pose; the answer maps a point of the drawing plane back to the flat picture, into `out`. */
  inverse(pose: FacePose): (x: number, y: number, out: { u: number; v: number }) => void {
    const values = this.#values;
    const cols = this.#cols;
    const maxC = cols - 2;
    const maxR = this.#rows - 2;
    const { left, top } = this.#box;
    const sy = Math.sin(pose.yaw);
    const sp = Math.sin(pose.pitch);
    // A skull is as deep as it is wide: its outline hardly narrows when it turns.
    const cy = 1 - (1 - Math.cos(pose.yaw)) * 0.55;
    const cp = 1 - (1 - Math.cos(pose.pitch)) * 0.55;
    const cr = Math.cos(pose.roll);
    const sr = Math.sin(pose.roll);
    const drop = pose.jaw * JAW_DROP;
    const lift = clamp(pose.smile) * 7;
    const shiftY = pose.shiftY - pose.breath * 3;
    const long = this.#long;
    return (x, y, out) => {
      const px = x - pose.shiftX;
      const py = y - shiftY - NECK_Y;
      const X = px * cr + py * sr;
      const Y = py * cr - px * sr + NECK_Y;
      let u = X;
      let v = Y;
      for (let i = 0; i < 4; i++) {
        const gc = clamp((u - left) / STEP, 0, maxC);
        const gr = clamp((v - top) / STEP, 0, maxR);
        const c = gc | 0;
        const r = gr | 0;
        const fx = gc - c;
        const fy = gr - r;
        const at = (r * cols + c) * CHANNELS;
        const below = at + cols * CHANNELS;
        const w00 = (1 - fx) * (1 - fy);
        const w10 = fx * (1 - fy);
        const w01 = (1 - fx) * fy;
        const w11 = fx * fy;
        const read = (k: number) =>
          values[at + k]! * w00 +
          values[at + k + CHANNELS]! * w10 +
          values[below + k]! * w01 +
          values[below + k + CHANNELS]! * w11;
        const z = read(0);
        const swing = read(3);
        // Hair that rests on the shoulders takes little part in a turn.
        const hold = long ? 1 - 0.75 * swing : 1;
        const z1 = z - u * sy;
        const near = 1 + ((z1 - z) / CAMERA) * hold;
        const bent = v + drop * read(1) - lift * read(2);
        const fx2 = (u * (1 + (cy - 1) * hold) + z * sy * hold) * near + pose.hairSwing * swing;
        const fy2 = ((bent - PITCH_Y) * (1 + (cp - 1) * hold) + z1 * sp * hold) * near + PITCH_Y;
        const du = X - fx2;
        const dv = Y - fy2;
        u += du;
        v += dv;
        if (du * du + dv * dv < NEAR_ENOUGH) break;
      }
      out.u = u;
      out.v = v;
    };
  }
}

function gauss(t: number): number {
  return Math.exp(-t * t);
}

function depth(look: Look, u: number, v: number): number {
  const a = Math.abs(u);
  const r2 = (u / 215) ** 2 + ((v + 10) / 345) ** 2;
  let z = 150 * Math.max(0, 1 - r2) ** 0.85;
  const length = look.nose.length;
  // The nose rises from between the eyes to its tip and ends sharply.
  const ridge = smoothstep(-60, 84 + length, v) * (1 - smoothstep(94 + length, 128 + length, v));
  z += 46 * ridge * gauss(u / (24 + 16 * smoothstep(40, 90, v)));
  z -= 10 * gauss((a - 85) / 44) * gauss((v - 0) / 26);
  z += 8 * gauss(u / 120) * gauss((v + 52) / 20);
  z += 9 * gauss(u / 52) * gauss((v - 168) / 34);
  z += 12 * gauss(u / 46) * gauss((v - 242) / 30);
  // Ears lie behind the cheeks.
  if (look.face.ears) z -= 52 * smoothstep(146, 206, a) * (1 - smoothstep(80, 150, Math.abs(v - 10)));
  // What hangs beside the neck is at the depth of the shoulders.
  z -= 26 * smoothstep(160, 260, v) * smoothstep(120, 200, a);
  return z;
}
