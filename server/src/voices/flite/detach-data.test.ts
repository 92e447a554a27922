import { describe, expect, it } from 'vitest';
import wabt from 'wabt';
import { detachData } from './detach-data.ts';

async function assemble(text: string): Promise<Uint8Array> {
  const module = (await wabt()).parseWat('test.wat', text);
  try {
    return module.toBinary({}).buffer;
  } finally {
    module.destroy();
  }
}

describe('detachData', () => {
  it('makes a program that works in a memory which is given to it, and finds there what is put into it', async () => {
    const { program, pages, data } = detachData(
      await assemble(`(module
        (import "env" "twice" (func $twice (param i32) (result i32)))
        (memory (export "memory") 2)
        (data (i32.const 70000) "\\07")
        (data (i32.const 8) "\\05\\06")
        (func (export "read") (param i32) (result i32) (call $twice (i32.load8_u (local.get 0)))))`),
    );
    expect(pages).toBe(2);
    expect(data.map(({ address, bytes }) => [address, ...bytes])).toEqual([
      [8, 5, 6],
      [70_000, 7],
    ]);
    const memory = new WebAssembly.Memory({ initial: pages });
    const env = { memory, twice: (value: number) => 2 * value };
    const { exports } = new WebAssembly.Instance(new WebAssembly.Module(program), { env });
    const read = exports.read as (address: number) => number;
    expect(read(70_000)).toBe(0);
    for (const { address, bytes } of data) new Uint8Array(memory.buffer).set(bytes, address);
    expect([read(70_000), read(9)]).toEqual([14, 12]);
  });

  it('refuses a module that it does not understand', async () => {
    const own = '(memory 1)';
    await expect(assemble('(module)').then(detachData)).rejects.toThrow('no memory of its own');
    const elsewhere = `(module (import "env" "at" (global $at i32)) ${own} (data (global.get $at) "x"))`;
    await expect(assemble(elsewhere).then(detachData)).rejects.toThrow('no constant address');
    const cut = (await assemble(`(module ${own} (data (i32.const 0) "long enough"))`)).subarray(0, -4);
    expect(() => detachData(cut)).toThrow('cut off');
  });
});
