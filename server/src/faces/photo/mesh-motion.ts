import { clamp } from '../../lib/clamp.ts';
import { smoothstep } from '../../lib/interpolate.ts';
import { BLEND_SHAPES, type BlendShape, type BlendShapeWeights } from '../director/blend-shapes.ts';
import { type FacePose, REST_POSE, SWING } from '../director/face-pose.ts';
import { MESH_POINTS } from '../landmarks/face-points.ts';
import { type BlendShapeOffsets, type FaceBlendShapes, fitOffsets } from './blend-shape-offsets.ts';
import { type FaceMesh, toFrame } from './face-mesh.ts';
import { Lips } from './lips.ts';
import { BLINKS, EYES, type EyePoints, FIXED, LOWER_LIP, UPPER_LIP } from './mesh-points.ts';
import { MeshSpline } from './mesh-spline.ts';

/** How far the axis around which a head turns is behind the eyes, and the one around which it tilts below the chin. */
const AXIS_DEPTH = 0.5;
const AXIS_BELOW = 0.35;
/** The maximum rotation of a picture in radians; more would show what it does not contain. */
const MAX_TURN = 0.21;
const MAX_NOD = 0.14;
/** A thousandth of the picture's height, the unit of shifts in poses, in face units. */
const SHIFT = 1 / 330;
/** How far a breath lifts the shoulders, in face units, and the fraction by which it lifts the head. */
const BREATH = 0.019;
const BREATH_OF_HEAD = 0.4;
/** How far shoulders move sideways per radian of a head turn, and how far below the chin they begin. */
const SHOULDERS = 0.14;
const SHOULDERS_BELOW = 0.7;

/**
 * How far a rendered eye, when closed, extends below its lower lid, as fractions of its opening: lashes hang there. It
 * is less at the corners, and applies only as the eye closes fully: a lid on its way ends at the lower one.
 */
const BELOW_LID = { middle: 0.12, corner: 0.03, at: 3 };

/** By how much the middle of an upper lid lags behind its corners, as an exponent: its edge stays an arc for long. */
const ARC = 0.15;

/** How much more than in its picture a laughing face smiles. */
const LAUGH_GAIN = 0.3;

/** The blend shapes of the mouth. They move one that is open in its picture only by `Lips.poseShare`. */
const MOUTH_SHAPES = new Set<BlendShape>(
  BLEND_SHAPES.filter((shape) => /^(jaw|mouth(?!Smile|Frown))/.test(shape)),
);
const OUTER_LIPS = [...UPPER_LIP[0], ...LOWER_LIP[0].slice(1, -1)];

/** For each point: its depth, how far it moves with the head, and how far with the shoulders if not with the head. */
interface Depths {
  z: ArrayLike<number>;
  follows: ArrayLike<number>;
  ofBody: ArrayLike<number>;
}
const ONES = [1, 1, 1];
const ZEROS = [0, 0, 0];

/** Computes the positions of a mesh's points in each pose. */
export class MeshMotion {
  readonly lips: Lips;
  /** In pixels of the frame. */
  readonly frameX: Float64Array;
  readonly frameY: Float64Array;
  /** In face units, before the head turns. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** How far an open jaw moves the lower lip down, in face units. */
  readonly jaw: number;
  readonly #mesh: FaceMesh;
  readonly #depths: Depths;
  readonly #turnedDepths: Depths;
  readonly #z: Float64Array;
  readonly #offsets: readonly BlendShapeOffsets[];
  readonly #restWeights: BlendShapeWeights;
  /** How far each column of the lids moves below the lower one as they close, in face units; empty for photographs. */
  readonly #belowLids: readonly (readonly number[])[];
  /** The offsets of the points from their positions in the picture to those at which the lips rest on each other. */
  readonly #restX: Float64Array;
  readonly #restY: Float64Array;
  readonly #plane = { turnX: new Float64Array(3), turnY: new Float64Array(3) };
  readonly #headX: Float64Array;
  readonly #headY: Float64Array;
  #pose: FacePose | undefined;

  /** `own` defines how blend shapes move this face, if known. */
  constructor(mesh: FaceMesh, own?: FaceBlendShapes) {
    this.#mesh = mesh;
    this.lips = new Lips(mesh);
    this.#offsets = fitOffsets(mesh, this.lips, own);
    const { points, y: down } = this.#offsets[BLEND_SHAPES.indexOf('jawOpen')]!;
    this.jaw = down[points.indexOf(14)]!;
    this.#restWeights = own?.restWeights ?? {};
    this.#belowLids = EYES.map((eye) => (own ? belowLid(mesh, eye) : []));
    const length = mesh.x.length;
    const empty = () => new Float64Array(length);
    [this.frameX, this.frameY, this.x, this.y, this.#z] = [empty(), empty(), empty(), empty(), empty()];
    [this.#headX, this.#headY] = [empty(), empty()];
    const ofBody = toFrame(mesh)[1].map((y) => this.#bodyShare(y));
    this.#depths = { z: mesh.z, follows: mesh.follows, ofBody };
    this.#turnedDepths = { ...this.#depths, z: this.#z };
    const { shutX, shutY, isOpen } = this.lips;
    [this.#restX, this.#restY] = [shutX.map((x, i) => x - mesh.x[i]!), shutY.map((y, i) => y - mesh.y[i]!)];
    if (!isOpen) return;
    const spread = new MeshSpline(mesh.x, mesh.y, MESH_POINTS, [...OUTER_LIPS, ...FIXED]);
    const [aroundX, aroundY] = [empty(), empty()];
    spread.add(this.#restX, this.#restY, aroundX, aroundY);
    const ofLips = new Set<number>([...UPPER_LIP, ...LOWER_LIP].flat());
    for (let i = 0; i < MESH_POINTS; i++)
      if (!ofLips.has(i)) [this.#restX[i], this.#restY[i]] = [aroundX[i]!, aroundY[i]!];
  }

  move(pose: FacePose): void {
    this.#pose = pose;
    const mesh = this.#mesh;
    const { x, y } = this;
    const z = this.#z;
    const poseShare = this.lips.poseShare(pose);
    z.set(mesh.z);
    for (let i = 0; i < x.length; i++) {
      x[i] = mesh.x[i]! + this.#restX[i]! * poseShare;
      y[i] = mesh.y[i]! + this.#restY[i]! * poseShare;
    }
    for (const { shape, points, x: moveX, y: moveY, z: moveZ } of this.#offsets) {
      const weight = this.#weightBeyondRest(pose, shape) * (MOUTH_SHAPES.has(shape) ? poseShare : 1);
      if (weight === 0) continue;
      for (let k = 0; k < points.length; k++) {
        const point = points[k]!;
        x[point]! += moveX[k]! * weight;
        y[point]! += moveY[k]! * weight;
        z[point]! += moveZ[k]! * weight;
      }
    }
    if (poseShare > 0) {
      this.lips.round(x, y, pose);
      this.lips.keepShape(y, pose);
    }
    for (const [side, { upper, lower }] of EYES.entries()) {
      const shut = clamp(pose[BLINKS[side]!]);
      const fullyShut = shut ** BELOW_LID.at;
      const below = this.#belowLids[side]!;
      for (let k = 1; k < upper.length - 1; k++) {
        const [u, l] = [upper[k]!, lower[k]!];
        // The effect of other blend shapes on a lid ends as it closes.
        const opening = mesh.y[l]! - mesh.y[u]!;
        const otherShift = y[l]! - y[u]! - opening * (1 - shut);
        const lag = shut - shut ** (1 + ARC * Math.sin((Math.PI * k) / (upper.length - 1)));
        y[u] = Math.min(y[u]! + otherShift * shut - opening * lag, y[l]!);
      }
      for (let k = 0; k < below.length; k++) {
        const [u, l] = [upper[k]!, lower[k]!];
        y[u]! += below[k]! * fullyShut;
        if (l !== u) y[l]! += below[k]! * fullyShut;
      }
    }
    this.#turn(x, y, this.frameX, this.frameY, this.#turnedDepths);
  }

  /** Returns by how much a pose shows a blend shape more, or less, than the picture. */
  #weightBeyondRest(pose: FacePose, shape: BlendShape): number {
    const rest = REST_POSE[shape];
    const weight = clamp(pose[shape]) - rest;
    if (weight === 0) return 0;
    const own = this.#restWeights[shape] ?? rest;
    if (weight < 0) return (weight / rest) * own;
    return ((weight * (1 - own)) / (1 - rest)) * (this.lips.isOpen && rest > 0 ? LAUGH_GAIN : 1);
  }

  #bodyShare(frameY: number): number {
    const { originY, scale, y } = this.#mesh;
    return smoothstep(clamp(((frameY - originY) / scale - y[152]!) / SHOULDERS_BELOW));
  }

  /** In face units. Shoulders follow the head with a delay. */
  #bodyShift({ yaw, hairSwing, breath }: FacePose): readonly [number, number] {
    return [clamp(yaw + hairSwing / SWING, -MAX_TURN, MAX_TURN) * SHOULDERS, -breath * BREATH];
  }

  /** Returns how far a row of the picture outside the mesh is moved, in pixels. */
  shiftOfRow(frameY: number): readonly [number, number] {
    const share = this.#bodyShare(frameY) * this.#mesh.scale;
    const [x, y] = this.#bodyShift(this.#pose!);
    return [x * share, y * share];
  }

  /**
   * Returns the positions of the points after the last `move`, in pixels of the frame, as if only the head had moved
   * and nothing in the face.
   */
  turnedHead(): readonly [Float64Array, Float64Array] {
    this.#turn(this.#mesh.x, this.#mesh.y, this.#headX, this.#headY);
    return [this.#headX, this.#headY];
  }

  /**
   * Returns how the plane of the head at a position and depth lies in the frame after the last `move`: a matrix from
   * face units to pixels, in the form of a canvas.
   */
  planeAt(x: number, y: number, z: number): [number, number, number, number, number, number] {
    const { turnX, turnY } = this.#plane;
    this.#turn([x, x + 1, x], [y, y, y + 1], turnX, turnY, {
      z: [z, z, z],
      follows: ONES,
      ofBody: ZEROS,
    });
    const [ox, oy] = [turnX[0]!, turnY[0]!];
    const [ax, ay, bx, by] = [turnX[1]! - ox, turnY[1]! - oy, turnX[2]! - ox, turnY[2]! - oy];
    return [ax, ay, bx, by, ox - ax * x - bx * y, oy - ay * x - by * y];
  }

  /** Turns the head, with the rings around the face following less and less, and converts face units to the frame. */
  #turn(
    fromX: ArrayLike<number>,
    fromY: ArrayLike<number>,
    toX: Float64Array,
    toY: Float64Array,
    { z, follows, ofBody }: Depths = this.#depths,
  ): void {
    const mesh = this.#mesh;
    const pose = this.#pose!;
    const yaw = clamp(pose.yaw, -MAX_TURN, MAX_TURN) * 0.9;
    const nod = clamp(pose.pitch, -MAX_NOD, MAX_NOD) * 0.9;
    const roll = clamp(pose.roll, -0.12, 0.12) * 0.8;
    const [cosYaw, sinYaw, cosNod, sinNod] = [Math.cos(yaw), Math.sin(yaw), Math.cos(nod), Math.sin(nod)];
    const [cosRoll, sinRoll] = [Math.cos(roll), Math.sin(roll)];
    const [cosPicture, sinPicture] = [Math.cos(mesh.angle) * mesh.scale, Math.sin(mesh.angle) * mesh.scale];
    const middleY = mesh.y[1]!;
    const pivot = mesh.y[152]! + AXIS_BELOW;
    const [shiftX, shiftY] = [pose.shiftX * SHIFT, pose.shiftY * SHIFT];
    const [bodyX, bodyY] = this.#bodyShift(pose);
    // This runs for every face on the machine, for a thousand points per frame, so it has no arrays, objects or calls.
    for (let i = 0; i < toX.length; i++) {
      const x = fromX[i]!;
      const y = fromY[i]!;
      const follow = follows[i]!;
      const depth = z[i]! - AXIS_DEPTH;
      const turnedX = x * cosYaw - depth * sinYaw + shiftX;
      const turnedY = middleY + (y - middleY) * cosNod - depth * sinNod + shiftY - pivot;
      const body = (1 - follow) * ofBody[i]!;
      const mx = x + (turnedX * cosRoll - turnedY * sinRoll - x) * follow + bodyX * body;
      const my =
        y +
        (pivot + turnedX * sinRoll + turnedY * cosRoll - y) * follow +
        bodyY * (body + follow * BREATH_OF_HEAD);
      toX[i] = mesh.originX + mx * cosPicture - my * sinPicture;
      toY[i] = mesh.originY + mx * sinPicture + my * cosPicture;
    }
  }
}

function belowLid({ y }: FaceMesh, { upper, lower }: EyePoints): number[] {
  const last = upper.length - 1;
  const opening = y[lower[last >> 1]!]! - y[upper[last >> 1]!]!;
  const { middle, corner } = BELOW_LID;
  return upper.map(
    (_, k) => opening * (corner + (middle - corner) * Math.sqrt(Math.sin((Math.PI * k) / last))),
  );
}
