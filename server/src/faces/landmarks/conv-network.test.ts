import { expect, it } from 'vitest';
import { seededRandom } from '../../lib/seeded-random.ts';
import { assembleKernel } from '../../lib/testing/assemble-kernels.ts';
import { inputSize, runNetwork } from './conv-network.ts';
import { KERNEL_BASE64 } from './network-kernel-bytes.ts';
import { referenceNetwork } from './testing/reference.ts';

it('runs the assembled network-kernel.wat', async () => {
  expect(await assembleKernel('faces/landmarks/network-kernel')).toBe(KERNEL_BASE64);
});

it('computes the mesh as its definition says, each time', () => {
  const name = 'mesh';
  const side = inputSize(name);
  const random = seededRandom(7);
  const data = Float32Array.from(
    { length: side * side * 3 },
    (_, i) => Math.sin(i / 977) * 0.6 + random() * 0.3,
  );
  const picture = { width: side, height: side, channels: 3, data };
  const wanted = referenceNetwork(name, picture);
  for (let turn = 0; turn < 2; turn++) {
    const outputs = runNetwork(name, picture);
    expect(outputs.map(({ width, height, channels }) => [width, height, channels])).toEqual(
      wanted.map(({ width, height, channels }) => [width, height, channels]),
    );
    outputs.forEach((output, k) => {
      const worst = output.data.reduce(
        (most, value, i) => Math.max(most, Math.abs(value - wanted[k]!.data[i]!)),
        0,
      );
      expect(worst).toBeLessThan(1e-3);
    });
  }
});
