import { clamp } from '../../lib/clamp.ts';
import { smoothstep } from '../../lib/interpolate.ts';
import type { FacePose } from '../director/face-pose.ts';
import type { FaceDrawer, PictureFace } from '../face-drawer.ts';
import { type Box, FrameTarget, targetBytes } from '../warp/frame-target.ts';
import { PixelMachine, type Texture, textureBytes } from '../warp/pixel-machine.ts';
import { fieldBytes, WarpField } from '../warp/warp-field.ts';
import type { Photo } from './frame-photo.ts';

/** The size of a field's cell, as a power of two in pixels: the sway is so even that coarse cells suffice. */
const SHIFT = 4;
/** The width of the border within which the picture's movement fades out, as a fraction of the frame. */
const BORDER = 0.22;

/**
 * Draws a picture in which no face was found: it breathes, sways and nods to the voice as a whole. Mouth and eyes do
 * not move, because their positions are unknown.
 */
export class SwayDrawer implements FaceDrawer {
  readonly notice?: string;
  readonly packedFaces?: Uint8Array | undefined;
  readonly faces?: readonly PictureFace[];
  readonly rigError?: Error | undefined;
  readonly #target: FrameTarget;
  readonly #photo: Texture;
  readonly #field: WarpField;
  readonly #all: Box;

  constructor(photo: Photo, about: Pick<FaceDrawer, 'notice' | 'packedFaces' | 'faces' | 'rigError'>) {
    Object.assign(this, about);
    const { width, height } = photo;
    const [cols, rows] = [Math.ceil(width / (1 << SHIFT)), Math.ceil(height / (1 << SHIFT))];
    const machine = new PixelMachine(
      targetBytes(width, height) + textureBytes(width, height) + fieldBytes(cols, rows),
    );
    this.#target = new FrameTarget(machine, width, height);
    this.#target.setBackground(photo.pixels);
    this.#photo = machine.createTexture(photo);
    this.#field = new WarpField(machine, 0, 0, cols, rows, SHIFT);
    this.#field.fillFlags(2);
    this.#all = { x: 0, y: 0, width, height };
  }

  draw(pose: FacePose): void {
    const field = this.#field;
    const { width, height } = this.#all;
    const sideways = clamp(pose.yaw, -0.3, 0.3) * 0.09 + pose.shiftX / 1500;
    const down = clamp(pose.pitch, -0.25, 0.25) * 0.12 + pose.shiftY / 1500 - pose.breath * 0.003;
    const tilt = clamp(pose.roll, -0.12, 0.12) * 0.4;
    for (let row = 0; row <= field.rows; row++) {
      const y = row * field.pitch;
      for (let col = 0; col <= field.cols; col++) {
        const x = col * field.pitch;
        const still = inside(x / width) * inside(y / height);
        const [dx, dy] = [x - width / 2, y - height];
        field.setNode(
          col,
          row,
          x - (sideways * height - dy * tilt) * still,
          y - (down * height + dx * tilt) * still,
          this.#photo,
        );
      }
    }
    field.draw(this.#photo, this.#target.texture);
  }

  convert(i420: Uint8Array): void {
    this.#target.convert(this.#all);
    this.#target.copyTo(i420);
  }

  copyPixels(): Uint8ClampedArray {
    return this.#target.copyPixels();
  }
}

/** Returns 0 at the frame's border, 1 well inside. */
function inside(part: number): number {
  return smoothstep(clamp(Math.min(part, 1 - part) / BORDER));
}
