import { startsKeyframe } from '@visavis/server/dist/room-server/rtp/keyframe.js';
import { Uplink } from '@visavis/server/dist/room-server/rtp/uplink.js';
import { Vp8Rewriter } from '@visavis/server/dist/room-server/rtp/vp8-rewriter.js';
import { type FuzzTarget, hex, packetsOf, sequenceOf } from '../fuzz-target.ts';

const [SOUND, RED, VIDEO, RTX] = ['6f', '61', '60', '62'];
const CODECS = ['VP8', 'H264', 'opus'] as const;

/** Builds a packet with section (1), layer (2), audio level (3) and transport sequence number (4). */
function packet(type: string, section: number, sequence: number, payload: string): Buffer {
  const extensions = hex(`0101 3${section} 0201 71 0301 85 0402 0001`);
  const words = Math.ceil(extensions.length / 4);
  const head = hex(
    `90 ${type} 000${sequence} 00000001 ${type}00000${section} 1000 00${words.toString(16).padStart(2, '0')}`,
  );
  return Buffer.concat([head, extensions, Buffer.alloc(words * 4 - extensions.length), hex(payload)]);
}
const PACKETS = [
  packet(VIDEO, 0, 1, '90 c0 8102 03 10 02 00 9d012a'),
  packet(VIDEO, 0, 4, '90 c0 8103 04 10 02 00 9d012a'),
  packet(RTX, 0, 5, '0002 90 c0 81 02'),
  packet(VIDEO, 1, 1, '78 0003 67 42 e0 0002 68 ce'),
  packet(SOUND, 2, 1, 'fc0102'),
  packet(RED, 2, 3, 'ef 0f0003 6f 010203 0405'),
];

export const target: FuzzTarget = {
  about: 'media packets of a publisher: RTP, its extensions, RED, RTX, VP8, H264',
  covers: ['/room-server/rtp/'],
  seeds: [sequenceOf(...PACKETS), sequenceOf(...PACKETS.slice(0, 3)), sequenceOf(...PACKETS.slice(3))],
  read(input) {
    const uplink = new Uplink(() => undefined);
    Object.assign(uplink.extensions, { mid: 1, rid: 2, audioLevel: 3, transportSequence: 4, repairedRid: 5 });
    const rewriter = new Vp8Rewriter();
    CODECS.forEach((codec, place) => {
      const isSound = codec === 'opus';
      const track = uplink.addTrack({
        kind: isSound ? 'audio' : 'video',
        mid: String(place),
        cid: codec,
        codec,
        payloadType: Number.parseInt(isSound ? SOUND : VIDEO, 16),
        rtxPayloadType: Number.parseInt(RTX, 16),
        redPayloadType: isSound ? Number.parseInt(RED, 16) : undefined,
        clockRate: isSound ? 48_000 : 90_000,
        rids: place === 0 ? ['q', 'h', 'f'] : [],
        nack: true,
      });
      track.on('packet', (_layer, one) => {
        startsKeyframe(codec, one.payload);
        if (codec === 'VP8') rewriter.rewrite(one.payload);
      });
    });
    for (const one of packetsOf(input)) uplink.handleRtp(one);
    uplink.close();
    return [uplink, rewriter];
  },
};
