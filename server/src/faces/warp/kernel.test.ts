import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../lib/seeded-random.ts';
import { assembleKernel } from '../../lib/testing/assemble-kernels.ts';
import { Coverage } from './coverage.ts';
import { FrameTarget, targetBytes } from './frame-target.ts';
import { KERNEL_BASE64 } from './kernel-bytes.ts';
import { PixelMachine, textureBytes } from './pixel-machine.ts';
import { referenceI420, referenceSample } from './testing/reference.ts';
import { fieldBytes, WarpField } from './warp-field.ts';

function noise(length: number, seed: number): Uint8Array {
  const random = seededRandom(seed);
  return Uint8Array.from({ length }, (_, i) => (i % 4 === 3 ? 255 : Math.floor(random() * 256)));
}

function convert(rgba: Uint8Array, width: number, height: number): Uint8Array {
  const machine = new PixelMachine(targetBytes(width, height));
  const target = new FrameTarget(machine, width, height);
  target.setBackground(rgba);
  const out = new Uint8Array(width * height * 1.5);
  target.copyTo(out);
  return out;
}

describe('kernel', () => {
  it('is the assembled kernel.wat', async () => {
    expect(await assembleKernel('faces/warp/kernel')).toBe(KERNEL_BASE64);
  });

  it.each([
    ['black', [0, 0, 0], [16, 128, 128]],
    ['white', [255, 255, 255], [235, 128, 128]],
    ['red', [255, 0, 0], [82, 90, 240]],
  ])('turns %s into its BT.601 value', (_, [r, g, b], yuv) => {
    const rgba = Uint8Array.from({ length: 16 * 16 * 4 }, (_, i) => [r!, g!, b!, 255][i % 4]!);
    const out = convert(rgba, 16, 16);
    expect([out[0], out[256], out[320]]).toEqual(yuv);
    expect(new Set(out.subarray(0, 256)).size).toBe(1);
  });

  it.each([
    [64, 48],
    [90, 70],
  ])('converts noise of %i x %i as the reference does', (width, height) => {
    const rgba = noise(width * height * 4, width);
    expect(Buffer.compare(convert(rgba, width, height), referenceI420(rgba, width, height))).toBe(0);
  });

  it('converts a box alone', () => {
    const [width, height] = [64, 32];
    const machine = new PixelMachine(targetBytes(width, height));
    const target = new FrameTarget(machine, width, height);
    target.setBackground(noise(width * height * 4, 1));
    const before = new Uint8Array(width * height * 1.5);
    target.copyTo(before);
    const fresh = noise(width * height * 4, 2);
    target.texture.pixels.set(fresh);
    target.convert({ x: 16, y: 8, width: 24, height: 12 });
    const out = new Uint8Array(before.length);
    target.copyTo(out);
    const all = referenceI420(fresh, width, height);
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const inside = x >= 16 && x < 40 && y >= 8 && y < 20;
        expect(out[y * width + x]).toBe((inside ? all : before)[y * width + x]);
      }
  });

  it('samples bilinearly and blends premultiplied pixels', () => {
    const machine = new PixelMachine(2 * textureBytes(64, 64) + fieldBytes(8, 8));
    const source = machine.texture(64, 64);
    const target = machine.texture(64, 64);
    source.pixels.set(noise(64 * 64 * 4, 5));
    const field = new WarpField(machine, 0, 0, 8, 8, 3);
    for (let r = 0; r <= 8; r++)
      for (let c = 0; c <= 8; c++) field.setNode(c, r, c * 7.5 + 1.25, r * 7.25 + 0.5, source);
    field.fillFlags(2);
    field.draw(source, target);
    for (const [x, y] of [
      [0, 0],
      [9, 17],
      [33, 40],
      [63, 63],
    ] as const) {
      const expected = referenceSample(source.pixels, 64, (x * 7.5) / 8 + 1.25, (y * 7.25) / 8 + 0.5);
      const got = target.pixels.subarray((y * 64 + x) * 4, (y * 64 + x) * 4 + 4);
      // Positions have 16 fractional bits, those of the reference 52, so a weight may differ by 1/128.
      for (const [i, value] of expected.entries()) expect(Math.abs(value - got[i]!)).toBeLessThanOrEqual(3);
    }
    for (let i = 0; i < source.pixels.length; i += 4) source.pixels.set([60, 0, 0, 128], i);
    target.pixels.fill(200);
    field.fillFlags(1);
    field.draw(source, target);
    expect([...target.pixels.subarray(0, 4)]).toEqual([160, 100, 100, 228]);
  });

  it('lays a picture over another, pixel on pixel, as strong as is asked for', () => {
    const machine = new PixelMachine(textureBytes(4, 2) + textureBytes(8, 8));
    const over = machine.texture(4, 2);
    for (const at of [1, 2, 7]) over.pixels.set([60, 0, 0, 128], at * 4);
    const target = machine.texture(8, 8);
    const laid = (opacity?: number) => {
      target.pixels.fill(200);
      machine.over(over, target, 2, 5, opacity);
      return [...target.pixels].flatMap((value, i) => (i % 4 === 0 && value !== 200 ? [[i / 4, value]] : []));
    };
    expect(laid()).toEqual([
      [5 * 8 + 3, 160],
      [5 * 8 + 4, 160],
      [6 * 8 + 5, 160],
    ]);
    expect(laid(0.5).map(([, value]) => value)).toEqual([180, 180, 180]);
    expect(laid(0)).toEqual([]);
  });

  it.each([
    [0, 0],
    [0, 4],
    [4, 0],
    [4, -1],
  ])('leaves a box of %i x %i unchanged', (width, height) => {
    const machine = new PixelMachine(4 * textureBytes(16, 16));
    const target = new FrameTarget(machine, 16, 16);
    const empty = { ...machine.texture(16, 16), width, height };
    empty.pixels.fill(60);
    target.over(empty, 2, 2);
    target.convert({ x: 0, y: 0, width, height });
    const field = new WarpField(machine, 0, 0, 1, 1, 2);
    field.fillFlags(2);
    Object.assign(field, { cols: width, rows: height });
    field.draw(empty, target.texture);
    expect(target.copyPixels().every((value) => value === 0)).toBe(true);
  });

  it('keeps positions inside the picture', () => {
    const machine = new PixelMachine(2 * textureBytes(16, 16) + fieldBytes(2, 2));
    const source = machine.texture(16, 16);
    const target = machine.texture(16, 16);
    source.pixels.fill(77);
    const field = new WarpField(machine, 0, 0, 2, 2, 3);
    for (let r = 0; r <= 2; r++)
      for (let c = 0; c <= 2; c++) field.setNode(c, r, (c - 1) * 1e6, (r - 1) * 1e6, source);
    field.fillFlags(2);
    field.draw(source, target);
    expect(target.pixels.every((value) => value === 77)).toBe(true);
  });

  it('leaves out what is empty or hidden', () => {
    const machine = new PixelMachine(textureBytes(64, 64) + 2 * fieldBytes(4, 4));
    const source = machine.texture(64, 64);
    for (let i = 0; i < 64 * 64; i++) source.pixels[i * 4 + 3] = i % 64 < 32 ? 0 : 255;
    const coverage = new Coverage(source);
    expect(coverage.flag(0, 0, 20, 20)).toBe(0);
    expect(coverage.flag(20, 0, 40, 20)).toBe(1);
    expect(coverage.flag(40, 0, 60, 20)).toBe(2);
    const front = new WarpField(machine, 0, 0, 4, 4, 4);
    for (let r = 0; r <= 4; r++) for (let c = 0; c <= 4; c++) front.setNode(c, r, c * 16, r * 16, source);
    front.classify(coverage);
    expect(front.covers(48, 0, 16)).toBe(true);
    expect(front.covers(0, 0, 16)).toBe(false);
    expect(front.covers(60, 0, 16)).toBe(false);
  });
});
