export type VideoCodec = 'VP8' | 'H264';
export type TrackCodec = 'opus' | VideoCodec;

/** Whether a payload begins (VP8, RFC 7741) or carries (H264, RFC 6184) a key frame. */
export function startsKeyframe(codec: TrackCodec, payload: Buffer): boolean {
  if (codec === 'VP8') return startsVp8Keyframe(payload);
  if (codec === 'H264') return carriesH264Keyframe(payload);
  return true;
}

/** Bytes of the VP8 payload descriptor, or undefined when the payload is cut short. */
export function vp8DescriptorBytes(payload: Buffer): number | undefined {
  if (payload.length === 0) return undefined;
  let bytes = 1;
  if ((payload[0]! & 0x80) !== 0) {
    const extensions = payload[bytes++];
    if (extensions === undefined) return undefined;
    if ((extensions & 0x80) !== 0) bytes += ((payload[bytes] ?? 0) & 0x80) !== 0 ? 2 : 1;
    if ((extensions & 0x40) !== 0) bytes++;
    if ((extensions & 0x30) !== 0) bytes++;
  }
  return bytes <= payload.length ? bytes : undefined;
}

function startsVp8Keyframe(payload: Buffer): boolean {
  // Start of partition 0, then the P bit of the frame header: 0 is a key frame.
  if (payload.length === 0 || (payload[0]! & 0x17) !== 0x10) return false;
  const bytes = vp8DescriptorBytes(payload);
  return bytes !== undefined && bytes < payload.length && (payload[bytes]! & 1) === 0;
}

const IDR = 5;
const SEQUENCE_PARAMETERS = 7;
const STAP_A = 24;
const FU_A = 28;

function carriesH264Keyframe(payload: Buffer): boolean {
  if (payload.length < 2) return false;
  const opens = (type: number) => type === IDR || type === SEQUENCE_PARAMETERS;
  const type = payload[0]! & 0x1f;
  if (opens(type)) return true;
  if (type === FU_A) return (payload[1]! & 0x80) !== 0 && opens(payload[1]! & 0x1f);
  if (type !== STAP_A) return false;
  for (let offset = 1; offset + 2 < payload.length; offset += 2 + payload.readUInt16BE(offset)) {
    if (opens(payload[offset + 2]! & 0x1f)) return true;
  }
  return false;
}
