/** Sixteen bits as bright and dark blocks, and the same inverted below: the moment that a picture shows. */

export const CODE_BITS = 16;
/** The code repeats after this many milliseconds. */
export const CODE_PERIOD_MS = 2 ** CODE_BITS;

/** A row of blocks above its inverse; `bright(column, row)`: whether to draw a bright block. */
export function isBright(code: number, column: number, row: number): boolean {
  const bit = ((code >> (CODE_BITS - 1 - column)) & 1) === 1;
  return row === 0 ? bit : !bit;
}

/**
 * Reads the code back from the brightness of the middle of each block, 0..255.
 * Undefined where the two rows do not contradict each other clearly: there is no code in this picture.
 */
export function readCode(luma: (column: number, row: number) => number): number | undefined {
  let code = 0;
  for (let column = 0; column < CODE_BITS; column++) {
    const contrast = luma(column, 0) - luma(column, 1);
    if (Math.abs(contrast) < 60) return undefined;
    code = code * 2 + (contrast > 0 ? 1 : 0);
  }
  return code;
}
