import { Av1Layers } from '@visavis/server/dist/room-server/rtp/av1-layers.js';
import { startsKeyframe } from '@visavis/server/dist/room-server/rtp/keyframe.js';
import { Uplink } from '@visavis/server/dist/room-server/rtp/uplink.js';
import { Vp8Rewriter } from '@visavis/server/dist/room-server/rtp/vp8-rewriter.js';
import { Vp9Layers } from '@visavis/server/dist/room-server/rtp/vp9-layers.js';
import { type FuzzTarget, hex, packetsOf, sequenceOf } from '../fuzz-target.ts';

const [SOUND, RED, VIDEO, RTX] = ['6f', '61', '60', '62'];
const CODECS = ['VP8', 'H264', 'VP9', 'AV1', 'opus'] as const;
/** As libwebrtc describes a key frame of AV1 in three sizes by three frame rates. */
const KEY_FRAME =
  'c0000180081485214eaaaaa8000600004000100002aa80a8000600004000100002a000a800060000400016d549241b5524906d54923157e001974ca864330e222396eca8655304224390eca87753013f00b3027f016704ff02cf';

/** A packet with its section (1), layer (2), loudness (3), place in the transport (4) and AV1's descriptor (6). */
function packet(
  type: string,
  section: number,
  sequence: number,
  payload: string,
  descriptor = 'c50002',
): Buffer {
  const length = (descriptor.length / 2).toString(16).padStart(2, '0');
  const extensions = hex(`0101 3${section} 0201 71 0301 85 0402 0001 06 ${length} ${descriptor}`);
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
  packet(VIDEO, 2, 1, 'ac 8123 10 0a 00 01 02'),
  packet(VIDEO, 3, 1, '18 0a0b', KEY_FRAME),
  packet(VIDEO, 3, 2, '10 0a0b'),
  packet(SOUND, 4, 1, 'fc0102'),
  packet(RED, 4, 3, 'ef 0f0003 6f 010203 0405'),
];

export const target: FuzzTarget = {
  about: 'media packets of a publisher: RTP, its extensions, RED, RTX, VP8, VP9, H264, AV1',
  covers: ['/room-server/rtp/'],
  seeds: [sequenceOf(...PACKETS), sequenceOf(...PACKETS.slice(0, 4)), sequenceOf(...PACKETS.slice(4))],
  read(input) {
    const uplink = new Uplink(() => undefined);
    Object.assign(uplink.extensions, { mid: 1, rid: 2, audioLevel: 3, transportSequence: 4, repairedRid: 5 });
    uplink.extensions.dependencyDescriptor = 6;
    const [rewriter, vp9, av1] = [new Vp8Rewriter(), new Vp9Layers(), new Av1Layers()];
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
      track.on('packet', (_layer, one, _sequence, dependencies) => {
        startsKeyframe(codec, one.payload);
        if (codec === 'VP8') rewriter.rewrite(one.payload);
        if (codec === 'VP9') vp9.select(one, { spatial: 1, temporal: 1 });
        if (codec === 'AV1') av1.select(one, { spatial: 1, temporal: 1 }, dependencies);
      });
    });
    for (const one of packetsOf(input)) uplink.handleRtp(one);
    uplink.close();
    return [uplink, rewriter, vp9, av1];
  },
};
