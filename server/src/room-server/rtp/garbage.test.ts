import { afterEach, expect, test } from 'vitest';
import { seededRandom } from '../../lib/seeded-random.ts';
import { Downlink } from './downlink.ts';
import type { TrackCodec } from './keyframe.ts';
import { Uplink } from './uplink.ts';

const opened: { close(): void }[] = [];
afterEach(() => {
  for (const it of opened.splice(0)) it.close();
});

const IDS = { mid: 1, rid: 2, repairedRid: 3, transportSequence: 4, audioLevel: 5 };

/**
 * A participant chooses the content of its encrypted packets, and an error in the packet handler would end the
 * thread that all rooms share.
 */
test.each(['opus', 'VP8', 'H264'] as const)(
  'packets of random content are forwarded or dropped, without an error: %s',
  (codec: TrackCodec) => {
    const random = seededRandom(codec.length);
    const int = (most: number) => Math.floor(random() * most);
    const uplink = new Uplink(() => undefined);
    Object.assign(uplink.extensions, IDS);
    const sent: number[] = [];
    const downlink = new Downlink({
      sendRtp: (_, payload) => void sent.push(payload.length),
      sendRtcp: () => undefined,
    });
    opened.push(uplink, downlink);
    downlink.open();
    const kind = codec === 'opus' ? 'audio' : 'video';
    const track = uplink.addTrack({
      kind,
      mid: '0',
      cid: 'c',
      codec,
      payloadType: 96,
      rtxPayloadType: 97,
      redPayloadType: kind === 'audio' ? 63 : undefined,
      clockRate: 90_000,
      rids: ['q', 'h'],
      nack: true,
    });
    uplink.announce(track, 1, 2);
    uplink.announce(track, 3, undefined);
    const out = downlink.addTrack(track);
    out.start({ payloadType: 100, redPayloadType: 63, rtxPayloadType: 101, absSendTime: 2 });
    for (let count = 0; count < 5_000; count++) {
      const packet = Buffer.from(Array.from({ length: 12 + int(60) }, () => int(256)));
      packet[0] = 0x80 | (random() < 0.5 ? int(64) : random() < 0.5 ? 0x10 : 0);
      if (packet.length > 16 && random() < 0.8) {
        packet.writeUInt16BE(random() < 0.5 ? 0xbede : 0x1000, 12);
        packet.writeUInt16BE(int(4), 14);
      }
      packet[1] = [96, 96, 97, 63][int(4)]! | (random() < 0.3 ? 0x80 : 0);
      packet.writeUInt16BE((count + int(20)) & 0xffff, 2);
      packet.writeUInt32BE([1, 1, 2, 3, 4][int(5)]!, 8);
      uplink.handleRtp(packet);
      const report = Buffer.from(Array.from({ length: 8 + int(60) }, () => int(256)));
      report[0] = 0x80 | [0, 1, 4, 15, int(32)][int(5)]!;
      report[1] = [200, 201, 205, 206][int(4)]!;
      report.writeUInt16BE(random() < 0.8 ? (report.length >> 2) - 1 : int(40), 2);
      uplink.handleRtcp(report);
      downlink.handleRtcp(report);
    }
    expect(sent.length).toBeGreaterThan(0);
  },
);
