import type { FuzzTarget } from './fuzz-target.ts';

/** Faults for the test of the fuzzer. The search of this module's address is the one honest input that may show one. */
const suspicious = new URL(import.meta.url).search.slice(1);
let ms = 0;

class DeclaredError extends Error {}

export const target: FuzzTarget = {
  about: 'planted faults',
  covers: ['/fuzz/planted.js'],
  seeds: ['fine', 'good', suspicious],
  declares: [DeclaredError],
  now: () => ms,
  read(input) {
    // Byte by byte: each is a block of its own.
    if (input[0] === 0x4d) {
      if (input[1] === 0x41) {
        if (input[2] === 0x47) {
          if (input[3] === 0x1c) throw new TypeError('planted');
        }
      }
    }
    const text = input.toString();
    if (text.includes('slow')) ms += 1000;
    if (text === 'endless') for (;;);
    if (text === 'keep') return Array.from({ length: 100_000 }, () => input);
    if (input.length > 20) throw new DeclaredError('too long');
    return undefined;
  },
};
