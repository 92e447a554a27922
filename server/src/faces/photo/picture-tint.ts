/** The ratios of red, green and blue to brightness: 1, 1, 1 for a grey picture; sepia has more red than blue. */
export type Tint = readonly [number, number, number];

/** Below this brightness, colour differences are camera noise. */
const DARKEST = 32;
/** The maximum mean spread of colours in a monochrome picture. Colour photographs have several times more. */
const MAX_SPREAD = 0.035;
/** Only every n-th pixel is sampled. */
const STEP = 7;

/** BT.601, the weighting that cameras and monochrome conversions use. */
export const lumaOf = (r: number, g: number, b: number): number => 0.299 * r + 0.587 * g + 0.114 * b;

/** Returns the single colour of a black-and-white or toned picture; undefined if it has several. `pixels` are RGBA. */
export function tintOf(pixels: Uint8Array): Tint | undefined {
  let count = 0;
  const sum = [0, 0, 0];
  const squares = [0, 0, 0];
  for (let at = 0; at + 3 < pixels.length; at += 4 * STEP) {
    const luma = lumaOf(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!);
    // A pixel with a clipped channel has a wrong colour.
    if (luma < DARKEST || Math.max(pixels[at]!, pixels[at + 1]!, pixels[at + 2]!) > 250) continue;
    count++;
    for (let channel = 0; channel < 3; channel++) {
      const share = pixels[at + channel]! / luma;
      sum[channel]! += share;
      squares[channel]! += share * share;
    }
  }
  if (count === 0) return undefined;
  const mean = sum.map((total) => total / count);
  const spread = Math.max(
    ...mean.map((value, channel) => Math.sqrt(Math.max(0, squares[channel]! / count - value * value))),
  );
  return spread > MAX_SPREAD ? undefined : [mean[0]!, mean[1]!, mean[2]!];
}
