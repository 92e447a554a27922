import { Coverage } from '../warp/coverage.ts';
import type { Box } from '../warp/frame-target.ts';
import type { PixelMachine, Texture } from '../warp/pixel-machine.ts';
import { fieldBytes, WarpField } from '../warp/warp-field.ts';
import { type FaceMesh, toFrame } from './face-mesh.ts';
import type { MeshMotion } from './mesh-motion.ts';
import { OPENING_TRIANGLES } from './openings.ts';
import { fillTriangles } from './triangle-field.ts';

/** The size of a field's cells as a power of two. This layer only turns with the head, which bends it little. */
const SHIFT = 4;

/** The layer in front of a face, such as hair and glasses, behind which the face moves. */
export class FrontLayer {
  readonly field: WarpField;
  readonly #texture: Texture;
  readonly #coverage: Coverage;
  readonly #from: readonly [Float64Array, Float64Array];
  readonly #triangles: readonly number[];

  /** `moving` is the box that it stays in, which consists of whole cells. */
  constructor(machine: PixelMachine, mesh: FaceMesh, texture: Texture, moving: Box) {
    this.#texture = texture;
    this.#coverage = new Coverage(texture);
    this.#from = toFrame(mesh);
    this.#triangles = [...mesh.triangles, ...OPENING_TRIANGLES];
    const field = new WarpField(
      machine,
      moving.x,
      moving.y,
      moving.width >> SHIFT,
      moving.height >> SHIFT,
      SHIFT,
    );
    this.field = field;
    // Nothing of this layer extends beyond the mesh.
    for (let row = 0; row <= field.rows; row++)
      for (let col = 0; col <= field.cols; col++)
        field.setNode(col, row, field.x + col * field.pitch, field.y + row * field.pitch, texture);
  }

  /** Moves the layer with the head, as turned by the motion. */
  place(motion: MeshMotion): void {
    const [toX, toY] = motion.turnedHead();
    const [fromX, fromY] = this.#from;
    fillTriangles(this.field, { toX, toY, fromX, fromY }, this.#triangles, this.#texture);
    this.field.classify(this.#coverage);
  }

  draw(target: Texture): void {
    this.field.draw(this.#texture, target);
  }
}

/** Returns how many bytes its field uses in the machine's memory. */
export const frontBytes = ({ width, height }: Box): number => fieldBytes(width >> SHIFT, height >> SHIFT);
