import { clamp } from '../../lib/clamp.ts';
import { type FacePose, SWING } from '../director/face-pose.ts';
import { MESH_POINTS } from '../landmarks/face-points.ts';
import { type FaceMesh, toFrame } from './face-mesh.ts';
import { Lips, PLAIN_SMILE } from './lips.ts';
import { CHEEKS, EYES, type EyePoints, FIXED, JAW, LOWER_LIP, OVAL, UPPER_LIP } from './mesh-points.ts';
import { Spread } from './spread.ts';

/** The axis that a head turns around lies this far behind the eyes, and the one it tilts around below the chin. */
const AXIS_DEPTH = 0.5;
const AXIS_BELOW = 0.35;
/** Radians that a picture can turn: more would show what it does not. */
const MOST_TURN = 0.21;
const MOST_NOD = 0.14;
/** Of a thousandth of the height in which shifts are told, in face units. */
const SHIFT = 1 / 330;
/** How far a breath lifts the shoulders, and the part of it that lifts the head. */
const BREATH = 0.019;
const BREATH_OF_HEAD = 0.4;
/** How far shoulders go aside for each radian of a turn of the head, and how far below the chin they begin. */
const SHOULDERS = 0.14;
const SHOULDERS_BELOW = 0.7;

/** How far cheeks go inwards for rounded lips. */
const HOLLOW = 0.035;
/** And upwards for a broad smile. */
const CHEEK_LIFT = 0.035;

const OUTER_LIPS = [...UPPER_LIP[0], ...LOWER_LIP[0].slice(1, -1)];

/** Of points: their depth, and how far each goes with the head, and with the shoulders where it does not go with the head. */
interface Depths {
  z: ArrayLike<number>;
  follows: ArrayLike<number>;
  ofBody: ArrayLike<number>;
}
const WHOLLY = [1, 1, 1];
const NOTHING = [0, 0, 0];

const spreads = new WeakMap<FaceMesh, Spread>();

/** Solved once for a mesh: it is most of the time that opening a face takes. */
function spreadOf(mesh: FaceMesh): Spread {
  const moved = [
    ...OUTER_LIPS,
    ...JAW.flatMap(([, points]) => points),
    ...CHEEKS.flat(),
    ...EYES.flatMap(({ brow }) => brow),
  ];
  const spread = spreads.get(mesh) ?? new Spread(mesh.x, mesh.y, MESH_POINTS, [...moved, ...FIXED]);
  spreads.set(mesh, spread);
  return spread;
}

/** Where the points of a mesh are in each pose. */
export class MeshMotion {
  readonly lips: Lips;
  /** In pixels of the frame. */
  readonly frameX: Float64Array;
  readonly frameY: Float64Array;
  /** In face units, before the head turns. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly #mesh: FaceMesh;
  readonly #spread: Spread;
  readonly #depths: Depths;
  readonly #plane = { turnX: new Float64Array(3), turnY: new Float64Array(3) };
  readonly #headX: Float64Array;
  readonly #headY: Float64Array;
  readonly #moveX: Float64Array;
  readonly #moveY: Float64Array;
  #pose: FacePose | undefined;

  constructor(mesh: FaceMesh) {
    this.#mesh = mesh;
    this.lips = new Lips(mesh);
    const length = mesh.x.length;
    [this.frameX, this.frameY, this.x, this.y, this.#moveX, this.#moveY] = Array.from(
      { length: 6 },
      () => new Float64Array(length),
    ) as [Float64Array, Float64Array, Float64Array, Float64Array, Float64Array, Float64Array];
    [this.#headX, this.#headY] = [new Float64Array(length), new Float64Array(length)];
    const ofBody = toFrame(mesh)[1].map((y) => this.#bodyShare(y));
    this.#depths = { z: mesh.z, follows: mesh.follows, ofBody };
    this.#spread = spreadOf(mesh);
  }

  move(pose: FacePose): void {
    this.#pose = pose;
    const { x, y } = this.#mesh;
    const [moveX, moveY] = [this.#moveX, this.#moveY];
    this.x.set(x);
    this.y.set(y);
    const drop = this.lips.drop(pose);
    this.lips.place(pose, moveX, moveY);
    for (const point of OUTER_LIPS) {
      moveX[point]! -= x[point]!;
      moveY[point]! -= y[point]!;
    }
    for (const [share, points] of JAW) for (const point of points) moveY[point] = drop * share;
    this.#moveCheeks(pose);
    this.#moveBrow(EYES[0], -1, pose);
    this.#moveBrow(EYES[1], 1, pose);
    this.#spread.add(moveX, moveY, this.x, this.y);
    // The spread moves what is between the lips' outer edges as well: their places are known.
    this.lips.place(pose, this.x, this.y);
    this.#followJaw(drop);
    for (const eye of EYES) this.#moveLids(eye, pose);
    this.#turn(this.x, this.y, this.frameX, this.frameY);
  }

  /** Rounded lips draw them in, a smile lifts them, and in grief they hang. */
  #moveCheeks({ round, smile }: FacePose): void {
    const lift = clamp(smile - PLAIN_SMILE, -1, 1) * CHEEK_LIFT;
    const inwards = clamp(round) * HOLLOW - Math.max(0, lift) * 0.4;
    CHEEKS.forEach((points, side) => {
      for (const point of points) {
        this.#moveX[point] = side === 0 ? inwards : -inwards;
        this.#moveY[point] = -lift;
      }
    });
  }

  #moveBrow({ brow }: EyePoints, side: -1 | 1, pose: FacePose): void {
    const raise = clamp(side < 0 ? pose.browLeft : pose.browRight, -1, 1) * 0.045;
    for (const point of brow) {
      const inside = 1 - clamp((Math.abs(this.#mesh.x[point]!) - 0.12) / 0.3);
      const inner = pose.browInner * inside;
      // The outer ends of brows that are drawn up inside sink.
      this.#moveY[point] = -raise - inner * 0.06 + Math.max(0, pose.browInner) * (1 - inside) * 0.016;
      this.#moveX[point] = -side * Math.max(0, -inner) * 0.012;
    }
  }

  /** The neck below the chin gives way to it. */
  #followJaw(drop: number): void {
    const { y } = this.#mesh;
    OVAL.forEach((point, i) => {
      const down = this.y[point]! - y[point]!;
      if (drop > 0 && down > 0) this.y[MESH_POINTS + i]! += down * 0.25;
    });
  }

  #moveLids({ upper, lower, crease, socket, bag }: EyePoints, pose: FacePose): void {
    const blink = clamp(pose.blink);
    const follow = clamp(pose.gazeY, -1, 1) * 0.12;
    const shut = clamp(
      blink + (1 - blink) * (clamp(pose.squint) * 0.2 - clamp(pose.wide, -1) * 0.16 + follow),
      -0.2,
    );
    const raised = 0.1 * blink + (1 - blink) * clamp(pose.squint) * 0.18;
    const { x, y } = this.#mesh;
    const last = upper.length - 1;
    for (let k = 1; k < last; k++) {
      const [u, l] = [upper[k]!, lower[k]!];
      const gap = Math.max(0, y[l]! - y[u]!);
      const lowerY = y[l]! - gap * raised;
      const upperY = y[u]! + (lowerY - y[u]!) * shut;
      this.y[u] = upperY;
      this.x[u] = x[u]! + (x[l]! - x[u]!) * clamp(shut) * 0.6;
      this.y[l] = lowerY;
      this.x[l] = x[l]!;
      const down = upperY - y[u]!;
      this.y[crease[k]!]! += down * 0.5;
      if (k <= socket.length) this.y[socket[k - 1]!]! += down * 0.1;
      this.y[bag[k]!]! -= gap * raised * 0.5;
    }
  }

  #bodyShare(frameY: number): number {
    const { originY, scale, y } = this.#mesh;
    const below = clamp(((frameY - originY) / scale - y[152]!) / SHOULDERS_BELOW);
    return below * below * (3 - 2 * below);
  }

  /** In face units: shoulders follow the head late. */
  #bodyShift({ yaw, hairSwing, breath }: FacePose): readonly [number, number] {
    return [clamp(yaw + hairSwing / SWING, -MOST_TURN, MOST_TURN) * SHOULDERS, -breath * BREATH];
  }

  /** How far a row of the picture that is no part of the mesh is moved, in pixels. */
  shiftOfRow(frameY: number): readonly [number, number] {
    const share = this.#bodyShare(frameY) * this.#mesh.scale;
    const [x, y] = this.#bodyShift(this.#pose!);
    return [x * share, y * share];
  }

  /** Where the head alone has its points after the last `move`, without what the face does: in pixels of the frame. */
  turnedHead(): readonly [Float64Array, Float64Array] {
    this.#turn(this.#mesh.x, this.#mesh.y, this.#headX, this.#headY);
    return [this.#headX, this.#headY];
  }

  /**
   * How the plane of the head at a spot and depth lies in the frame after the last `move`: a matrix from face units to
   * pixels, as a canvas takes it.
   */
  planeAt(x: number, y: number, z: number): [number, number, number, number, number, number] {
    const { turnX, turnY } = this.#plane;
    this.#turn([x, x + 1, x], [y, y, y + 1], turnX, turnY, {
      z: [z, z, z],
      follows: WHOLLY,
      ofBody: NOTHING,
    });
    const [ox, oy] = [turnX[0]!, turnY[0]!];
    const [ax, ay, bx, by] = [turnX[1]! - ox, turnY[1]! - oy, turnX[2]! - ox, turnY[2]! - oy];
    return [ax, ay, bx, by, ox - ax * x - bx * y, oy - ay * x - by * y];
  }

  /** Turns the head, of which rings around the face follow less and less, and brings points in face units to the frame. */
  #turn(
    fromX: ArrayLike<number>,
    fromY: ArrayLike<number>,
    toX: Float64Array,
    toY: Float64Array,
    { z, follows, ofBody }: Depths = this.#depths,
  ): void {
    const mesh = this.#mesh;
    const pose = this.#pose!;
    const yaw = clamp(pose.yaw, -MOST_TURN, MOST_TURN) * 0.9;
    const nod = clamp(pose.pitch, -MOST_NOD, MOST_NOD) * 0.9;
    const roll = clamp(pose.roll, -0.12, 0.12) * 0.8;
    const [cosYaw, sinYaw, cosNod, sinNod] = [Math.cos(yaw), Math.sin(yaw), Math.cos(nod), Math.sin(nod)];
    const [cosRoll, sinRoll] = [Math.cos(roll), Math.sin(roll)];
    const [cosPicture, sinPicture] = [Math.cos(mesh.angle) * mesh.scale, Math.sin(mesh.angle) * mesh.scale];
    const middleY = mesh.y[1]!;
    const pivot = mesh.y[152]! + AXIS_BELOW;
    const [shiftX, shiftY] = [pose.shiftX * SHIFT, pose.shiftY * SHIFT];
    const [bodyX, bodyY] = this.#bodyShift(pose);
    // This runs for every face on the machine, for a thousand points a frame: so it has no array, object or call.
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
