/** A time code of sixteen bits as bright and dark blocks, with the inverse below: the time that a frame shows. */

export const CODE_BITS = 16;
/** The code repeats after this many milliseconds. */
export const CODE_PERIOD_MS = 2 ** CODE_BITS;

/** Whether to draw a bright block; the second row is the inverse of the first. */
export function isBright(code: number, column: number, row: number): boolean {
  const bit = ((code >> (CODE_BITS - 1 - column)) & 1) === 1;
  return row === 0 ? bit : !bit;
}

/**
 * Reads the code from the brightness at the centre of each block, 0..255. Returns undefined if the two rows are not
 * clearly inverse: the frame has no code.
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
