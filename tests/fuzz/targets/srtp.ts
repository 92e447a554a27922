import { parseRtp } from '@visavis/server/dist/room-server/rtp/rtp-packet.js';
import { SrtpContext, srtpProfile } from '@visavis/server/dist/room-server/transport/srtp.js';
import { type FuzzTarget, hex, packetsOf, sequenceOf } from '../fuzz-target.ts';

const RTP = hex('80 60 0001 00000001 00000007 aabbccdd');
const EXTENDED = hex('90 e0 ffff 00000001 00000007 bede 0001 10000000 aabbccdd');
const RTCP = hex('81 c9 0007 00000007 00000008 00000000 00000000 00000000 00000000 00000000');
const [KEY, SALT] = [Buffer.alloc(16, 1), Buffer.alloc(14, 2)];

export const target: FuzzTarget = {
  about: 'encrypted media and its reports (SRTP, SRTCP): forged, replayed, and honestly encrypted nonsense',
  covers: ['/transport/srtp.js'],
  seeds: [sequenceOf(RTP, RTP, RTCP), sequenceOf(EXTENDED, RTP, RTCP, RTCP), sequenceOf(RTCP, EXTENDED)],
  // Two contexts remember 256 sources each, with a window of 8 KiB per source.
  mayKeep: 12 * 2 ** 20,
  read(input) {
    const contexts = Object.values(srtpProfile).map((profile) => ({
      sender: new SrtpContext(profile, KEY, SALT, 'send'),
      receiver: new SrtpContext(profile, KEY, SALT, 'receive'),
    }));
    for (const packet of packetsOf(input)) {
      const payload = parseRtp(packet)?.payload;
      for (const { sender, receiver } of contexts) {
        receiver.unprotectRtp(packet);
        receiver.unprotectRtcp(packet);
        if (packet.length >= 8) receiver.unprotectRtcp(sender.protectRtcp(packet));
        if (payload)
          receiver.unprotectRtp(
            sender.protectRtp(packet.subarray(0, payload.byteOffset - packet.byteOffset), payload),
          );
      }
    }
    return contexts;
  },
};
