/** Reads bits from the highest of the first byte on. @throws RangeError past the end. */
export class BitReader {
  at = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get left(): number {
    return this.#bytes.length * 8 - this.at;
  }

  read(bits: number): number {
    if (bits > this.left) throw new RangeError('the bits end');
    let value = 0;
    for (let index = 0; index < bits; index++, this.at++)
      value = value * 2 + ((this.#bytes[this.at >> 3]! >> (7 - (this.at & 7))) & 1);
    return value;
  }

  flag(): boolean {
    return this.read(1) === 1;
  }

  /** A value below `count` in as few bits as it takes: `ns(n)` of AV1 §4.10.7. */
  readBelow(count: number): number {
    let width = 0;
    for (let rest = count; rest !== 0; rest >>= 1) width++;
    if (width === 0) return 0;
    const shorter = 2 ** width - count;
    const value = this.read(width - 1);
    return value < shorter ? value : value * 2 - shorter + this.read(1);
  }
}
