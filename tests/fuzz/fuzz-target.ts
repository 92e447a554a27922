/** A parser and its contract. `npm run fuzz` looks for an input that breaks it. */
export interface FuzzTarget {
  /** What the input is and who sends it, in one line. */
  about: string;
  /** Substrings of the URLs of compiled files. Reaching new blocks of these counts as progress. */
  covers: readonly string[];
  /** At least three valid inputs, from which all others are derived. In a string, each line is one. */
  seeds: string | readonly Content[];
  /** Words of the format, separated by spaces, that are inserted into inputs. */
  tokens?: string;
  /** The errors that its callers expect. `Error` means any except the language's own, such as TypeError. */
  declares?: readonly ErrorClass[];
  /** The bytes of memory that may stay in use after an input, in addition to `KEPT_PER_BYTE` for each of its bytes. */
  mayKeep?: number;
  /** Reads an input, which it may modify. Returns what its caller would keep in memory. */
  read(input: Buffer): unknown;
}

export type Content = string | Uint8Array;
type ErrorClass = abstract new (...args: never[]) => Error;

export const LARGEST_INPUT = 64 * 1024;
export const KEPT_PER_BYTE = 64;

/** @throws TypeError if there are fewer than three */
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

/** Splits an input into packets, each preceded by its length in two bytes. The last one is the remainder. */
export function packetsOf(input: Buffer): Buffer[] {
  const packets: Buffer[] = [];
  for (let at = 0; at + 2 <= input.length; ) {
    const end = at + 2 + input.readUInt16BE(at);
    packets.push(input.subarray(at + 2, end));
    at = end;
  }
  return packets;
}

/** Returns the input that `packetsOf` splits into these packets. */
export function sequenceOf(...packets: readonly Uint8Array[]): Buffer {
  return Buffer.concat(
    packets.flatMap((packet) => [Buffer.from([packet.length >> 8, packet.length & 0xff]), packet]),
  );
}

/** Parses hexadecimal digits, which may contain whitespace. */
export const hex = (digits: string): Buffer => Buffer.from(digits.replaceAll(/\s/g, ''), 'hex');
