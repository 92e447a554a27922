import type { FacePose } from '../director/face-pose.ts';
import { clamp, smoothstep } from './colour.ts';
import type { Look } from './look.ts';
import type { SheetBox } from './sheet.ts';

/** The head turns around this height, tilts around the neck. */
const PITCH_Y = 60;
const NECK_Y = 250;
const STEP = 10;
const CHANNELS = 4;
/** Distance of the camera, in units: nearer points are drawn larger. */
const CAMERA = 1900;
/** Square of the error, in units, below which the inverse counts as found. */
const NEAR_ENOUGH = 0.2 ** 2;
/** How far the chin goes down at a fully open jaw. */
const JAW_DROP = 36;

/** Points of the drawing plane: the first one, and `cols` x `rows` of them `step` units apart. */
export interface Grid {
  x: number;
  y: number;
  step: number;
  cols: number;
  rows: number;
}

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

  /**
   * Finds where in the flat picture the points of a grid come from when the head stands as in `pose`. `found` holds u,
   * v for each point, row by row; its content on entry is where the search begins. Best are the results of the frame
   * before: the head moves little from frame to frame, so that one step is mostly enough.
   */
  inverse(pose: FacePose, grid: Grid, found: Float64Array): void {
    const values = this.#values;
    const cols = this.#cols;
    const maxC = cols - 2;
    const maxR = this.#rows - 2;
    const { left, top } = this.#box;
    const sy = Math.sin(pose.yaw);
    const sp = Math.sin(pose.pitch);
    // A skull is as deep as it is wide: its outline hardly narrows when it turns.
    const cy = (Math.cos(pose.yaw) - 1) * 0.55;
    const cp = (Math.cos(pose.pitch) - 1) * 0.55;
    const cr = Math.cos(pose.roll);
    const sr = Math.sin(pose.roll);
    const drop = pose.jaw * JAW_DROP;
    const lift = clamp(pose.smile) * 7;
    const { shiftX, hairSwing } = pose;
    const shiftY = pose.shiftY - pose.breath * 3;
    // Hair that rests on the shoulders moves little when the head turns.
    const rest = this.#long ? 0.75 : 0;
    // This runs for every head on the machine, for thousands of points a frame: so it has no closure, object or call.
    let at = 0;
    for (let row = 0; row < grid.rows; row++) {
      const py = grid.y + row * grid.step - shiftY - NECK_Y;
      for (let col = 0; col < grid.cols; col++, at += 2) {
        const px = grid.x + col * grid.step - shiftX;
        const X = px * cr + py * sr;
        const Y = py * cr - px * sr + NECK_Y;
        let u = found[at]!;
        let v = found[at + 1]!;
        for (let i = 0; i < 4; i++) {
          const gc = (u - left) / STEP;
          const gr = (v - top) / STEP;
          const inC = Math.max(0, Math.min(gc, maxC));
          const inR = Math.max(0, Math.min(gr, maxR));
          const c = inC | 0;
          const r = inR | 0;
          const fx = inC - c;
          const fy = inR - r;
          const a = (r * cols + c) * CHANNELS;
          const b = a + cols * CHANNELS;
          const w11 = fx * fy;
          const w10 = fx - w11;
          const w01 = fy - w11;
          const w00 = 1 - fx - w01;
          const z = values[a]! * w00 + values[a + 4]! * w10 + values[b]! * w01 + values[b + 4]! * w11;
          const jaw =
            values[a + 1]! * w00 + values[a + 5]! * w10 + values[b + 1]! * w01 + values[b + 5]! * w11;
          const cheek =
            values[a + 2]! * w00 + values[a + 6]! * w10 + values[b + 2]! * w01 + values[b + 6]! * w11;
          const swing =
            values[a + 3]! * w00 + values[a + 7]! * w10 + values[b + 3]! * w01 + values[b + 7]! * w11;
          const hold = 1 - rest * swing;
          const turn = u * sy;
          const near = 1 - (turn / CAMERA) * hold;
          const bent = v + drop * jaw - lift * cheek;
          const du = X - (u * (1 + cy * hold) + z * sy * hold) * near - hairSwing * swing;
          const dv = Y - ((bent - PITCH_Y) * (1 + cp * hold) + (z - turn) * sp * hold) * near - PITCH_Y;
          u += du;
          v += dv;
          if (du * du + dv * dv < NEAR_ENOUGH) break;
        }
        found[at] = u;
        found[at + 1] = v;
      }
    }
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
  if (look.face.ears) z -= 34 * smoothstep(146, 212, a) * (1 - smoothstep(80, 150, Math.abs(v - 10)));
  // Hair that hangs beside the neck is at the depth of the shoulders.
  z -= 26 * smoothstep(160, 260, v) * smoothstep(120, 200, a);
  return z;
}
