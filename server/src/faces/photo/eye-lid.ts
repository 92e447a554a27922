import type { Photo } from './frame-photo.ts';
import { smoothstep } from './photo-bend.ts';
import type { EyeRig, Rig } from './rig.ts';

/** How far the lid's skin reaches above the eye's edge, and room for its soft border and the lashes, in eye distances. */
const ABOVE = 0.05;
const SOFT = 0.06;
/** The skin below the eye is stretched by this as it becomes the lid. */
const STRETCH = 1.4;
const LASH = 0.018;

/**
 * The shut lid of one eye, made from the picture: the skin below the eye, mirrored up over it, with lashes along the
 * lower edge. Stretching the skin above instead would pull brow and shadow over the eye, and few pictures have enough.
 */
export class EyeLid {
  readonly width: number;
  readonly height: number;
  /** Premultiplied RGBA. */
  readonly pixels: Uint8Array;
  /** Of the picture, in face units. */
  readonly left: number;
  readonly top: number;
  readonly #eye: EyeRig;

  constructor(photo: Photo, rig: Rig, eye: EyeRig) {
    this.#eye = eye;
    this.left = eye.x - eye.half - SOFT * 2;
    this.top = eye.y - eye.up - ABOVE - SOFT;
    this.width = Math.ceil((eye.half + SOFT * 2) * 2 * rig.scale);
    this.height = Math.ceil((eye.up + eye.low + ABOVE + SOFT * 2) * rig.scale);
    this.pixels = new Uint8Array(this.width * this.height * 4);
    for (let row = 0; row < this.height; row++) {
      const y = this.top + (row + 0.5) / rig.scale;
      for (let col = 0; col < this.width; col++) {
        const at = (row * this.width + col) * 4;
        this.#paint(at, this.left + (col + 0.5) / rig.scale, y, photo, rig);
      }
    }
  }

  /** For a lid shut to `shut`, 0..1: which height of the shut one is seen at this spot of the face. */
  lift(x: number, y: number, shut: number): number {
    const { up, low } = this.#eye;
    const arc = this.#arc(x);
    const top = this.#eye.y - up * arc - ABOVE;
    const bottom = this.#eye.y + low * arc;
    const edge = this.#eye.y - up * arc + (up + low) * arc * shut;
    if (y >= edge) return bottom + (y - edge);
    if (y <= top) return y;
    return top + ((y - top) * (bottom - top)) / (edge - top);
  }

  #paint(at: number, x: number, y: number, photo: Photo, rig: Rig): void {
    const eye = this.#eye;
    const arc = this.#arc(x);
    const bottom = eye.y + eye.low * arc;
    const top = eye.y - eye.up * arc;
    const aside = Math.abs(x - eye.x) / eye.half;
    const skin =
      smoothstep(top - ABOVE, top - ABOVE * 0.2, y) *
      (1 - smoothstep(bottom, bottom + 0.02, y)) *
      (1 - smoothstep(0.92, 1.15, aside));
    const lash = Math.exp(-(((y - bottom) / LASH) ** 2)) * (1 - smoothstep(0.7, 1, aside)) * 0.7;
    // Mirrored at the edge of the lower lid, below which the picture certainly shows skin.
    const mirror = eye.y + eye.low * 1.1;
    const [r, g, b] = sample(photo, rig, x, mirror + Math.max(0, mirror - y) / STRETCH);
    // A lid curves: darker towards its crease.
    const shade = 1 - 0.18 * (1 - smoothstep(top - ABOVE, top + (bottom - top) * 0.4, y));
    const alpha = Math.min(1, skin + lash);
    const tone = (value: number, dark: number) => (value * shade * (1 - lash) + dark * lash) * alpha;
    this.pixels[at] = tone(r, 34);
    this.pixels[at + 1] = tone(g, 22);
    this.pixels[at + 2] = tone(b, 18);
    this.pixels[at + 3] = alpha * 255;
  }

  /** Height of the eye's outline at `x`, 0 at its corners, 1 in the middle. */
  #arc(x: number): number {
    const s = (x - this.#eye.x) / this.#eye.half;
    return s > -1 && s < 1 ? Math.sqrt(1 - s * s) : 0;
  }
}

/** Colour of the picture at a spot in face units, between its pixels. */
function sample(photo: Photo, { originX, originY, scale, angle }: Rig, x: number, y: number): number[] {
  const c = Math.cos(angle) * scale;
  const s = Math.sin(angle) * scale;
  const px = Math.max(0, Math.min(photo.width - 1.01, originX + x * c - y * s - 0.5));
  const py = Math.max(0, Math.min(photo.height - 1.01, originY + x * s + y * c - 0.5));
  const [ix, iy] = [Math.floor(px), Math.floor(py)];
  const [fx, fy] = [px - ix, py - iy];
  const at = (iy * photo.width + ix) * 4;
  const below = at + photo.width * 4;
  return [0, 1, 2].map((i) => {
    const upper = photo.pixels[at + i]! * (1 - fx) + photo.pixels[at + 4 + i]! * fx;
    const lower = photo.pixels[below + i]! * (1 - fx) + photo.pixels[below + 4 + i]! * fx;
    return upper * (1 - fy) + lower * fy;
  });
}
