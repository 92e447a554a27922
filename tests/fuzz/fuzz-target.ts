/** A parser and its promises; `npm run fuzz` looks for an input with which it breaks one. */
export interface FuzzTarget {
  /** Its input, and who sends it: one line. */
  about: string;
  /** Parts of the addresses of compiled files: reaching new blocks of these is progress. */
  covers: readonly string[];
  /** At least three honest inputs, from which all others are made; of a text each line is one. */
  seeds: string | readonly Content[];
  /** Words of the format that are put into inputs, with spaces between them. */
  tokens?: string;
  /** The errors that its callers expect. `Error` is any but those of the language, such as a TypeError. */
  declares?: readonly ErrorClass[];
  /** How many bytes of memory may stay in use after an input (besides `KEPT_PER_BYTE` for each of its bytes). */
  mayKeep?: number;
  /** Reads an input, which is its own to change. Returns what its caller would keep in memory. */
  read(input: Buffer): unknown;
}

export type Content = string | Uint8Array;
type ErrorClass = abstract new (...args: never[]) => Error;

export const LARGEST_INPUT = 64 * 1024;
export const KEPT_PER_BYTE = 64;

/** @throws TypeError where there are too few */
export function seedsOf({ seeds }: FuzzTarget): Buffer[] {
  const all = typeof seeds === 'string' ? seeds.split('\n').map((line) => line.trim()) : seeds;
  const inputs = all.map((seed) => Buffer.from(seed as Uint8Array));
  if (inputs.length < 3) throw new TypeError('a target needs three seeds');
  return inputs;
}

export function isDeclared({ declares = [] }: FuzzTarget, error: unknown): boolean {
  const isOfLanguage = [TypeError, RangeError, ReferenceError, SyntaxError].some(
    (type) => error instanceof type,
  );
  return declares.some((type) => error instanceof type && !(type === Error && isOfLanguage));
}

/** Cuts an input into the packets of a sequence: each has its length in front, in two bytes. The last is the rest. */
export function packetsOf(input: Buffer): Buffer[] {
  const packets: Buffer[] = [];
  for (let at = 0; at + 2 <= input.length; ) {
    const end = at + 2 + input.readUInt16BE(at);
    packets.push(input.subarray(at + 2, end));
    at = end;
  }
  return packets;
}

/** Returns the input that is cut into these packets. */
export function sequenceOf(...packets: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    packets.flatMap((packet) => [Buffer.from([packet.length >> 8, packet.length & 0xff]), packet]),
  );
}

/** Bytes in hexadecimal digits, with spaces wherever they help. */
export const hex = (digits: string): Buffer => Buffer.from(digits.replaceAll(/\s/g, ''), 'hex');
