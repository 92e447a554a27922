import type { Sheet, SheetBox } from './sheet.ts';

/** A painted sheet as pixels. */
export interface Layer {
  box: SheetBox;
  scale: number;
  /** Of the texture, in pixels. */
  width: number;
  height: number;
  /** Premultiplied RGBA. */
  pixels: Uint8Array;
}

/**
 * In pixels. It must be larger than a cell of a warp: a cell's corners are clamped to the picture, which would bend
 * what a cell at a narrower border shows.
 */
const BORDER = 24;

/** The sheet as it is, with its margins. */
export function wholeSheet({ box, scale, canvas }: Sheet): Layer {
  const { width, height } = canvas;
  return { box, scale, width, height, pixels: Uint8Array.from(canvas.data()) };
}

/**
 * Cuts off the empty margins except for a border. `keep`: boxes that are kept even where they are empty.
 */
export function trimSheet(sheet: Sheet, keep: readonly SheetBox[] = []): Layer {
  const { canvas } = sheet;
  const { width, height } = canvas;
  const data = canvas.data();
  let [x0, y0, x1, y1] = [width, height, -1, -1];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (data[(y * width + x) * 4 + 3] === 0) continue;
      if (x < x0) x0 = x;
      if (x > x1) x1 = x;
      if (y < y0) y0 = y;
      if (y > y1) y1 = y;
    }
  }
  for (const box of keep) {
    x0 = Math.min(x0, Math.floor((box.left - sheet.box.left) * sheet.scale));
    y0 = Math.min(y0, Math.floor((box.top - sheet.box.top) * sheet.scale));
    x1 = Math.max(x1, Math.ceil((box.right - sheet.box.left) * sheet.scale));
    y1 = Math.max(y1, Math.ceil((box.bottom - sheet.box.top) * sheet.scale));
  }
  x0 -= BORDER;
  y0 -= BORDER;
  const w = x1 + 1 + BORDER - x0;
  const h = y1 + 1 + BORDER - y0;
  const pixels = new Uint8Array(w * h * 4);
  for (let y = 0; y < h - 2 * BORDER; y++) {
    const from = ((y + y0 + BORDER) * width + x0 + BORDER) * 4;
    pixels.set(data.subarray(from, from + (w - 2 * BORDER) * 4), ((y + BORDER) * w + BORDER) * 4);
  }
  const { box, scale } = sheet;
  const left = box.left + x0 / scale;
  const top = box.top + y0 / scale;
  return {
    box: { left, top, right: left + w / scale, bottom: top + h / scale },
    scale,
    width: w,
    height: h,
    pixels,
  };
}
