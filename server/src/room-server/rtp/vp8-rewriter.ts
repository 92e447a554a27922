import { vp8DescriptorBytes } from './keyframe.ts';

interface Fields {
  /** The offset of the picture id in the payload. */
  readonly pictureIdAt: number;
  readonly wide: boolean;
  readonly pictureId: number;
  readonly tl0At: number;
  readonly tl0: number;
}

/**
 * Keeps picture ids and TL0PICIDX (RFC 7741 §4.2) continuous when the layer changes: each layer starts at a random
 * number, and a decoder drops frames whose id decreases.
 */
export class Vp8Rewriter {
  #pictureIdOffset = 0;
  #tl0Offset = 0;
  #lastPictureId = -1;
  #lastTl0 = -1;
  #switching = false;

  switchTo(): void {
    this.#switching = this.#lastPictureId >= 0;
  }

  /** @returns the payload to send: the same buffer if nothing changes, otherwise a copy. */
  rewrite(payload: Buffer): Buffer {
    const fields = readFields(payload);
    if (fields === undefined) return payload;
    const modulus = fields.wide ? 0x8000 : 0x80;
    if (this.#switching) {
      this.#switching = false;
      this.#pictureIdOffset = this.#lastPictureId + 1 - fields.pictureId;
      this.#tl0Offset = this.#lastTl0 + 1 - fields.tl0;
    }
    const picture = (((fields.pictureId + this.#pictureIdOffset) % modulus) + modulus) % modulus;
    const tl0 = (fields.tl0 + this.#tl0Offset) & 0xff;
    const ahead = (picture - this.#lastPictureId + modulus) % modulus;
    if (this.#lastPictureId < 0 || ahead < modulus / 2) {
      this.#lastPictureId = picture;
      this.#lastTl0 = tl0;
    }
    if (picture === fields.pictureId && tl0 === fields.tl0) return payload;
    const changed = Buffer.from(payload);
    if (fields.wide) changed.writeUInt16BE(0x8000 | picture, fields.pictureIdAt);
    else changed[fields.pictureIdAt] = picture;
    if (fields.tl0At >= 0) changed[fields.tl0At] = tl0;
    return changed;
  }
}

function readFields(payload: Buffer): Fields | undefined {
  const bytes = vp8DescriptorBytes(payload);
  if (bytes === undefined || (payload[0]! & 0x80) === 0) return undefined;
  const extensions = payload[1]!;
  if ((extensions & 0x80) === 0) return undefined;
  const wide = (payload[2]! & 0x80) !== 0;
  const tl0At = (extensions & 0x40) === 0 ? -1 : wide ? 4 : 3;
  return {
    pictureIdAt: 2,
    wide,
    pictureId: wide ? payload.readUInt16BE(2) & 0x7fff : payload[2]!,
    tl0At,
    tl0: tl0At < 0 ? 0 : payload[tl0At]!,
  };
}
