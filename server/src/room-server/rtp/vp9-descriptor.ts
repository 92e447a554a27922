/** The VP9 payload descriptor (RFC 9628 §4.2), as far as choosing layers needs it. */
export interface Vp9Descriptor {
  /** P: the layer frame needs an earlier picture. */
  readonly predicted: boolean;
  /** B and E: the first and the last packet of a layer frame. */
  readonly begins: boolean;
  readonly ends: boolean;
  readonly spatial: number;
  readonly temporal: number;
  /** U: from this picture on its temporal layer can be decoded by who left it out before. */
  readonly switchingUp: boolean;
}

/** @returns undefined when the payload is cut short. */
export function readVp9Descriptor(payload: Buffer): Vp9Descriptor | undefined {
  if (payload.length < 2) return undefined;
  const flags = payload[0]!;
  const has = (bit: number) => (flags & bit) !== 0;
  let at = 1;
  if (has(0x80)) at += (payload[at]! & 0x80) === 0 ? 1 : 2;
  const layers = has(0x20) ? payload[at] : 0;
  if (layers === undefined) return undefined;
  return {
    predicted: has(0x40),
    begins: has(0x08),
    ends: has(0x04),
    spatial: (layers >> 1) & 7,
    temporal: layers >> 5,
    switchingUp: (layers & 0x10) !== 0,
  };
}
