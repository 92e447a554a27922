import type { FacePose } from '../director/face-pose.ts';
import type { FaceDrawer } from '../face-drawer.ts';
import { type Box, FrameTarget, targetBytes } from '../warp/frame-target.ts';
import { PixelMachine, type Texture, textureBytes } from '../warp/pixel-machine.ts';
import { fieldBytes, WarpField } from '../warp/warp-field.ts';
import { EyeLid } from './eye-lid.ts';
import type { Photo } from './frame-photo.ts';
import { MouthInterior } from './mouth-interior.ts';
import { bendFeatures, bendPose, SHOULDERS, type Spot } from './photo-bend.ts';
import { tintOf } from './picture-tint.ts';
import type { Rig } from './rig.ts';

/** Draws a photograph that blinks, turns and speaks: the picture itself, bent, and an inside for the mouth. */
export class PhotoDrawer implements FaceDrawer {
  readonly points: Record<string, [number, number]>;
  readonly #rig: Rig;
  readonly #target: FrameTarget;
  readonly #photo: Texture;
  readonly #whole: WarpField;
  /** The box that the fields may change; the rest of the frame stays as it was set. */
  readonly #moving: Box;
  readonly #eyes: readonly WarpField[];
  readonly #lids: readonly { lid: EyeLid; texture: Texture; field: WarpField }[];
  readonly #mouth: WarpField;
  readonly #interior: MouthInterior;
  readonly #interiorTexture: Texture;
  readonly #interiorField: WarpField;
  readonly #spot: Spot = { x: 0, y: 0 };

  constructor(photo: Photo, rig: Rig, points: Record<string, [number, number]>) {
    this.points = points;
    this.#rig = rig;
    this.#interior = new MouthInterior(rig, {
      brightness: brightnessAround(photo, rig),
      tint: tintOf(photo.pixels),
    });
    const { width, height } = photo;
    const { canvas } = this.#interior;
    const lids = rig.eyes.map((eye) => new EyeLid(photo, rig, eye));
    const fine = fieldBytes(Math.ceil(width / 2) + 8, Math.ceil(height / 2) + 8);
    const machine = new PixelMachine(
      targetBytes(width, height) +
        textureBytes(width, height) +
        [canvas, ...lids].reduce((sum, layer) => sum + textureBytes(layer.width, layer.height), 0) +
        fine * 6,
    );
    this.#target = new FrameTarget(machine, width, height);
    this.#target.setBackground(photo.pixels);
    this.#photo = machine.texture(width, height);
    this.#photo.pixels.set(photo.pixels);
    this.#interiorTexture = machine.texture(canvas.width, canvas.height);
    const { eyes, mouth, face } = rig;
    // The mesh follows the size of the face: a large one needs no more nodes than a small one.
    const coarser = rig.scale > 130 ? 1 : 0;
    const wide = face.rx * SHOULDERS;
    this.#whole = this.#box(machine, face.x - wide, -99, face.x + wide, 99, 3 + coarser);
    this.#moving = inFrame(this.#whole, width, height);
    this.#eyes = eyes.map(({ x, half, browY, low }) =>
      this.#box(machine, x - half * 1.6, browY * 1.1, x + half * 1.6, low * 3.2, 2 + coarser),
    );
    this.#lids = lids.map((lid, i) => {
      const { x, half, up, low } = eyes[i]!;
      const field = this.#box(machine, x - half * 1.3, -up * 1.4, x + half * 1.3, low * 1.6, 1 + coarser);
      return { lid, texture: machine.load(lid), field };
    });
    // Only the edges of the lips need a fine mesh; cheeks and chin follow with the whole.
    const { x, y, half } = mouth;
    const [left, right, top, bottom] = [x - half * 1.12, x + half * 1.12, y - 0.15, y + 0.36];
    this.#mouth = this.#box(machine, left, top, right, bottom, 1 + coarser);
    this.#interiorField = this.#box(machine, left, top, right, bottom, 3);
  }

  draw(pose: FacePose): void {
    const turn = bendPose(this.#rig, pose);
    const features = bendFeatures(this.#rig, pose);
    const both = (spot: Spot) => {
      turn(spot);
      features(spot);
    };
    this.#target.restore(this.#moving);
    this.#bend(this.#whole, both);
    // Eyes and lips need a finer mesh than a turning head.
    const looks = pose.squint > 0.05 || Math.abs(pose.gazeX) + Math.abs(pose.gazeY) > 0.03;
    if (looks) for (const field of this.#eyes) this.#bend(field, both);
    if (pose.blink > 0.02) {
      for (const { lid, texture, field } of this.#lids) {
        this.#overlay(lid, texture, field, (spot) => {
          turn(spot);
          spot.y = lid.lift(spot.x, spot.y, Math.min(1, pose.blink));
        });
      }
    }
    const lips = pose.open > 0.005 || pose.jaw > 0.01 || pose.press > 0.02;
    if (lips) this.#bend(this.#mouth, both);
    if (this.#interior.draw(pose)) {
      const { pixels } = this.#interiorTexture;
      pixels.set(this.#interior.canvas.data().subarray(0, pixels.length));
      this.#overlay(this.#interior, this.#interiorTexture, this.#interiorField, turn);
    }
  }

  convert(i420: Uint8Array): void {
    this.#target.convert(this.#moving);
    this.#target.copyTo(i420);
  }

  copyPixels(): Uint8ClampedArray {
    return this.#target.copyPixels();
  }

  /** A field over a box of face units, with room for the head's movement. */
  #box(machine: PixelMachine, x0: number, y0: number, x1: number, y1: number, shift: number): WarpField {
    const { originX, originY, scale, angle } = this.#rig;
    const reach = 0.2;
    const corners = [
      [x0 - reach, y0 - reach],
      [x1 + reach, y0 - reach],
      [x0 - reach, y1 + reach],
      [x1 + reach, y1 + reach],
    ].map(([x, y]) => [
      originX + (x! * Math.cos(angle) - y! * Math.sin(angle)) * scale,
      originY + (x! * Math.sin(angle) + y! * Math.cos(angle)) * scale,
    ]);
    const { width, height } = this.#target.texture;
    const pitch = 1 << shift;
    const cell = (value: number, limit: number) =>
      Math.max(0, Math.min(limit / pitch, Math.floor(value / pitch)));
    const c0 = cell(Math.min(...corners.map(([x]) => x!)), width);
    const c1 = cell(Math.max(...corners.map(([x]) => x!)), width);
    const r0 = cell(Math.min(...corners.map(([, y]) => y!)), height);
    const r1 = cell(Math.max(...corners.map(([, y]) => y!)), height);
    return new WarpField(machine, c0 * pitch, r0 * pitch, c1 - c0, r1 - r0, shift);
  }

  #bend(field: WarpField, map: (spot: Spot) => void): void {
    const { originX, originY, scale, angle } = this.#rig;
    const c = Math.cos(angle) * scale;
    const s = Math.sin(angle) * scale;
    const spot = this.#spot;
    const photo = this.#photo;
    for (let row = 0; row <= field.rows; row++) {
      for (let col = 0; col <= field.cols; col++) {
        const x = field.x + col * field.pitch - originX;
        const y = field.y + row * field.pitch - originY;
        spot.x = (x * c + y * s) / (scale * scale);
        spot.y = (y * c - x * s) / (scale * scale);
        map(spot);
        field.setNode(col, row, originX + spot.x * c - spot.y * s, originY + spot.x * s + spot.y * c, photo);
      }
    }
    field.fillFlags(2);
    field.draw(photo, this.#target.texture);
  }

  /** Lays a texture, drawn in face units from `left` and `top`, over the face; `map` leads from the frame to it. */
  #overlay(
    { left, top }: { left: number; top: number },
    texture: Texture,
    field: WarpField,
    map: (spot: Spot) => void,
  ): void {
    const { originX, originY, scale, angle } = this.#rig;
    const c = Math.cos(angle) / scale;
    const s = Math.sin(angle) / scale;
    const spot = this.#spot;
    for (let row = 0; row <= field.rows; row++) {
      for (let col = 0; col <= field.cols; col++) {
        const x = field.x + col * field.pitch - originX;
        const y = field.y + row * field.pitch - originY;
        spot.x = x * c + y * s;
        spot.y = y * c - x * s;
        map(spot);
        field.setNode(col, row, (spot.x - left) * scale, (spot.y - top) * scale, texture);
      }
    }
    field.fillFlags(1);
    field.draw(texture, this.#target.texture);
  }
}

function inFrame(field: WarpField, width: number, height: number): Box {
  const right = Math.min(width, field.x + field.cols * field.pitch);
  const bottom = Math.min(height, field.y + field.rows * field.pitch);
  return { x: field.x, y: field.y, width: right - field.x, height: bottom - field.y };
}

/** Mean brightness, 0..1, of the cheeks beside the mouth. */
function brightnessAround(photo: Photo, rig: Rig): number {
  let sum = 0;
  let count = 0;
  for (let i = -10; i <= 10; i++) {
    const x = Math.round(rig.originX + (rig.mouth.x + i * 0.06) * rig.scale);
    const y = Math.round(rig.originY + (rig.mouth.y - 0.3) * rig.scale);
    if (x < 0 || y < 0 || x >= photo.width || y >= photo.height) continue;
    const at = (y * photo.width + x) * 4;
    sum += (photo.pixels[at]! * 0.3 + photo.pixels[at + 1]! * 0.59 + photo.pixels[at + 2]! * 0.11) / 255;
    count++;
  }
  return count ? sum / count : 0.6;
}
