import type { FacePose } from '../director/face-pose.ts';
import type { EyeRig, Rig } from './rig.ts';

/** A position that a bend carries from the frame back to the picture, in face units. */
export interface Spot {
  x: number;
  y: number;
}

/** Height of a fully open mouth, and how far the chin goes down, in eye distances: for speech, not for a shout. */
const OPENING = 0.27;
const JAW_DROP = 0.17;
/** How far from the middle the picture may move, in half widths of the face. */
export const SHOULDERS = 2.7;
/** Thickness of an upper lid's edge with its lashes, in eye distances. */
const LASHES = 0.05;

export function clamp(value: number, low = 0, high = 1): number {
  return Math.max(low, Math.min(high, value));
}

export function smoothstep(from: number, to: number, value: number): number {
  const t = clamp((value - from) / (to - from));
  return t * t * (3 - 2 * t);
}

/** 1 at 0, falling to both sides. */
function bell(value: number): number {
  return Math.exp(-value * value);
}

/** How wide open the mouth stands, and where its edges are, for one pose. */
export class MouthOpening {
  readonly #rig: Rig['mouth'];
  readonly up: number;
  readonly low: number;
  readonly half: number;
  readonly lift: number;

  constructor(rig: Rig, pose: FacePose) {
    this.#rig = rig.mouth;
    const opening = Math.max(0, pose.open) * OPENING * clamp(rig.mouth.half / 0.37, 0.7, 1.15);
    // Teeth that the picture shows belong to the upper jaw: the mouth opens below them.
    const raised = rig.mouth.teeth ? 0 : 0.2 + clamp(pose.upper) * 0.12;
    this.up = opening * raised;
    this.low = opening * 0.8;
    this.half = rig.mouth.half * (1 + mouthWidening(pose));
    this.lift = pose.smile * rig.mouth.half * 0.15;
  }

  /** Height of the lip line at `s`, -1 left corner .. 1 right corner. */
  line(s: number): number {
    const { y, slope, bow, half } = this.#rig;
    return y + slope * half * s + bow * (1 - s * s) - this.lift * Math.min(1, s * s);
  }

  /** How far open the mouth is at `s`, 0..1. */
  profile(s: number): number {
    if (s <= -1 || s >= 1) return 0;
    // To the power of 3/4; `**` is slow, and this runs for every node of a mesh.
    const arc = 1 - s * s;
    return Math.sqrt(arc * Math.sqrt(arc));
  }
}

function mouthWidening(pose: FacePose): number {
  return clamp(pose.widen) * 0.1 - clamp(pose.round) * 0.26 + pose.smile * 0.08;
}

/** The turn of the head: everything around the face goes with it, less and less towards the border. */
export function bendPose(rig: Rig, pose: FacePose): (spot: Spot) => void {
  const { face } = rig;
  const yaw = clamp(pose.yaw, -0.3, 0.3) * 0.62 * face.rx;
  const pitch = clamp(pose.pitch, -0.25, 0.25) * 0.62 * face.rx;
  const shiftX = (pose.shiftX / 170) * 0.5;
  const shiftY = (pose.shiftY / 170) * 0.6;
  const breath = pose.breath * 0.012;
  const pivotY = face.y + face.ry * 1.25;
  const roll = clamp(pose.roll, -0.12, 0.12) * 0.8;
  return (spot) => {
    const { x, y } = spot;
    const rx = (x - face.x) / face.rx;
    const ry = (y - face.y) / face.ry;
    const down = ry > 0 ? ry / 1.12 : ry / 1.3;
    const r = Math.sqrt((rx * rx) / 1.69 + down * down);
    const weight = 1 - smoothstep(1, 1.6, r);
    const lifted = breath * smoothstep(-0.2, 0.9, ry) * (1 - smoothstep(1.9, SHOULDERS, Math.abs(rx)));
    if (weight <= 0) {
      spot.y = y + lifted;
      return;
    }
    const z = Math.sqrt(Math.max(0.12, 1 - 0.7 * (rx * rx + ry * ry)));
    const X = x - face.x - shiftX * weight - yaw * (z + 0.25) * weight;
    const Y = y - pivotY - shiftY * weight - pitch * (z + 0.15) * weight + lifted;
    const c = Math.cos(roll * weight);
    const s = -Math.sin(roll * weight);
    spot.x = face.x + X * c - Y * s;
    spot.y = pivotY + X * s + Y * c;
  };
}

/** Lids, gaze, brows, lips, jaw: what the face itself does, after its turn has been taken back. */
export function bendFeatures(rig: Rig, pose: FacePose): (spot: Spot) => void {
  const { mouth, face, chinY } = rig;
  const opening = new MouthOpening(rig, pose);
  const drop = Math.max(0, pose.jaw) * JAW_DROP;
  const wide = mouthWidening(pose);
  const [leftEye, rightEye] = rig.eyes;
  const brows = [clamp(pose.browLeft, -1, 1), clamp(pose.browRight, -1, 1)] as const;
  const top = mouth.y - mouth.half * 2;
  return (spot) => {
    const right = spot.x > face.x;
    bendEye(spot, right ? rightEye : leftEye, pose);
    const brow = right ? brows[1] : brows[0];
    const inner = pose.browInner * bell((Math.abs(spot.x - face.x) - 0.25) / 0.22);
    const raise = brow * 0.075 + inner * 0.05;
    if (raise !== 0 && spot.y < -0.05) {
      const at = (spot.y - (right ? rightEye : leftEye).browY) / 0.26;
      spot.y += raise * Math.exp(-at * at) * (1 - smoothstep(0.7, 1.05, Math.abs(spot.x - face.x) / face.rx));
    }
    if (spot.y > top) bendMouth(spot);
  };

  function bendMouth(spot: Spot): void {
    const dx = spot.x - mouth.x;
    const gx = bell(dx / (mouth.half * 1.5));
    const gy = bell((spot.y - mouth.y) / (mouth.half * 1.1));
    spot.x = mouth.x + dx / (1 + wide * gx * gy);
    const s = (spot.x - mouth.x) / mouth.half;
    if (opening.lift !== 0) {
      const corner = bell((Math.abs(s) - 1) / 0.55) * gy;
      spot.y += opening.lift * corner;
    }
    const profile = opening.profile(s);
    const line = opening.line(s) + opening.lift * Math.min(1, s * s);
    const upper = line - opening.up * profile;
    const lower = line + opening.low * profile;
    if (spot.y < upper) {
      const t = (upper - spot.y) / (mouth.half * 0.9);
      if (t < 1) spot.y += opening.up * profile * (1 - t) * (1 - t);
    } else if (spot.y >= lower) {
      const height = chinY - mouth.y;
      const aside = (spot.x - face.x) / (face.rx * 0.8);
      const lateral = bell(aside * aside);
      const t = smoothstep(0, 1, (spot.y - lower) / (height * 0.8));
      const way = opening.low * profile * (1 - t) + drop * lateral * t;
      spot.y -= way * (1 - smoothstep(chinY + drop, chinY + drop + height * 1.1, spot.y));
    } else {
      spot.y = line;
    }
    // Pressed lips roll inwards: the picture near the line is squeezed.
    if (pose.press > 0.02) {
      const t = (spot.y - line) / (mouth.lowerLip * 1.6);
      spot.y += (spot.y - line) * 0.5 * clamp(pose.press) * Math.exp(-t * t) * profile;
    }
  }
}

function bendEye(spot: Spot, eye: EyeRig, pose: FacePose): void {
  const s = (spot.x - eye.x) / eye.half;
  const dy = spot.y - eye.y;
  if (s < -1.5 || s > 1.5 || dy < eye.browY * 1.3 || dy > eye.low * 3) return;
  const arc = s > -1 && s < 1 ? Math.sqrt(1 - s * s) : 0;
  const edge = 1 - smoothstep(0.9, 1.5, Math.abs(s));
  const top = eye.y - eye.up * arc;
  const bottom = eye.y + eye.low * arc;
  // Only a narrowed eye is bent: a blink is drawn over it (EyeLid).
  const shut = pose.squint * 0.16 - pose.wide * 0.1;
  const lid = top + (bottom - top) * shut;
  const brow = eye.y + eye.browY * 0.85;
  if (spot.y < lid) {
    if (spot.y <= brow) return;
    // The lid's edge with its lashes travels as it is; the skin above it stretches.
    const above = lid - spot.y;
    const edgeHeight = Math.min(LASHES, top - brow);
    const stretch = (top - brow - edgeHeight) / Math.max(0.01, lid - brow - edgeHeight);
    const from = top - (above < edgeHeight ? above : edgeHeight + (above - edgeHeight) * stretch);
    spot.y += (from - spot.y) * edge;
  } else if (spot.y < bottom) {
    const t = (spot.y - lid) / Math.max(0.004, bottom - lid);
    spot.y = top + t * (bottom - top);
    spot.x -= clamp(pose.gazeX, -0.8, 0.8) * eye.half * 0.24 * (1 - s * s) * edge;
    spot.y -= clamp(pose.gazeY, -0.8, 0.8) * eye.up * 0.22 * (1 - s * s) * edge;
  }
}
