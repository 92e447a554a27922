/** The kernels of `kernel.wat` in TypeScript, for tests: slow, but bit-exact. */

/** Converts opaque RGBA to I420, BT.601 limited range. */
export function referenceI420(rgba: Uint8Array, width: number, height: number): Uint8Array {
  const out = new Uint8Array(width * height * 1.5);
  const channel = (x: number, y: number, c: number) => rgba[(y * width + x) * 4 + c]!;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const luma = 66 * channel(x, y, 0) + 129 * channel(x, y, 1) + 25 * channel(x, y, 2);
      out[y * width + x] = (luma + 4224) >> 8;
    }
  }
  const u = width * height;
  const v = u + u / 4;
  for (let y = 0; y < height; y += 2) {
    for (let x = 0; x < width; x += 2) {
      const half = (a: number, b: number) => (a + b + 1) >> 1;
      const mean = (c: number) =>
        half(
          half(channel(x, y, c), channel(x, y + 1, c)),
          half(channel(x + 1, y, c), channel(x + 1, y + 1, c)),
        );
      const [r, g, b] = [mean(0), mean(1), mean(2)];
      const at = (y / 2) * (width / 2) + x / 2;
      out[u + at] = (-38 * r - 74 * g + 112 * b + 32_896) >> 8;
      out[v + at] = (112 * r - 94 * g - 18 * b + 32_896) >> 8;
    }
  }
  return out;
}

/** Returns one bilinear sample with 7-bit weights. */
export function referenceSample(rgba: Uint8Array, width: number, x: number, y: number): number[] {
  const [ix, iy] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [Math.floor((x - ix) * 128), Math.floor((y - iy) * 128)];
  return [0, 1, 2, 3].map((c) => {
    const at = (dx: number, dy: number) => rgba[((iy + dy) * width + ix + dx) * 4 + c]!;
    const mix = (a: number, b: number, f: number) => a + (((b - a) * f + 64) >> 7);
    return mix(mix(at(0, 0), at(0, 1), fy), mix(at(1, 0), at(1, 1), fy), fx);
  });
}
