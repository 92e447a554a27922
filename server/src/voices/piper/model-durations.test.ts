import { describe, expect, it } from 'vitest';
import { durationOutputBytes } from './model-durations.ts';

/** Encodes a protobuf field with a length below 128. */
function field(number: number, ...content: (string | Buffer)[]): Buffer {
  const bytes = Buffer.concat(content.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  return Buffer.concat([Buffer.from([number * 8 + 2, bytes.length]), bytes]);
}

const node = (type: string, output: string) => field(1, field(1, 'x'), field(2, output), field(4, type));
/** Encodes a model: IR version 8, then the graph. */
const model = (...nodes: Buffer[]) => Buffer.concat([Buffer.from([8, 8]), field(7, ...nodes)]);

describe('durationsTail', () => {
  it('makes an output of what the model rounds up', () => {
    const tail = durationOutputBytes(model(node('Exp', '/Exp_0'), node('Ceil', '/Ceil_0')));
    // Verified with the `onnx` package, which reads the same graph from these bytes.
    expect(Buffer.from(tail!).toString('latin1')).toContain('/Ceil_0');
    expect(tail![0]).toBe(7 * 8 + 2);
    expect(tail!.length).toBe(tail![1]! + ((tail![2]! - 1) << 7) + 3);
  });

  it('does not change a model that it does not understand', () => {
    expect(durationOutputBytes(model(node('Exp', '/Exp_0')))).toBeUndefined();
    expect(durationOutputBytes(model(node('Ceil', '/Ceil_0'), node('Ceil', '/Ceil_1')))).toBeUndefined();
    expect(durationOutputBytes(Buffer.from('no model at all'))).toBeUndefined();
    expect(durationOutputBytes(model(node('Ceil', '/Ceil_0')).subarray(0, 20))).toBeUndefined();
    expect(durationOutputBytes(Buffer.alloc(0))).toBeUndefined();
  });
});
