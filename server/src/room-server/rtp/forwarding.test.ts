import { afterEach, expect, test, vi } from 'vitest';
import { SrtpContext, srtpProfile } from '../transport/srtp.ts';
import { Downlink } from './downlink.ts';
import type { RtpSink } from './downlink-header.ts';
import { DownlinkTrack } from './downlink-track.ts';
import { mediaCounts } from './media-counts.ts';
import { readRtcp } from './rtcp-read.ts';
import { writeNack, writePli, writeReceiverReport } from './rtcp-write.ts';
import { parseRtp } from './rtp-packet.ts';
import { Uplink } from './uplink.ts';

afterEach(() => vi.useRealTimers());

const MEDIA_TYPE = 96;
const RTX_TYPE = 97;

/** Creates a VP8 packet with a 15-bit picture id; it is the first of a frame if `key` is given. */
function vp8(picture: number, key: boolean | undefined): Buffer {
  const descriptor = [
    key === undefined ? 0x80 : 0x90,
    0xc0,
    0x80 | (picture >> 8),
    picture & 0xff,
    picture & 0xff,
  ];
  return Buffer.from([...descriptor, key === true ? 0 : 1, 2, 3, 4]);
}

function rtp(ssrc: number, sequence: number, timestamp: number, payload: Buffer, type = MEDIA_TYPE): Buffer {
  const header = Buffer.alloc(12);
  header[0] = 0x80;
  header[1] = type;
  header.writeUInt16BE(sequence & 0xffff, 2);
  header.writeUInt32BE(timestamp >>> 0, 4);
  header.writeUInt32BE(ssrc, 8);
  return Buffer.concat([header, payload]);
}

/** Creates an empty packet with its section (mid 0) and layer, like the first packets of simulcast. */
function named(ssrc: number, sequence: number, rid: string): Buffer {
  const packet = rtp(ssrc, sequence, 0, Buffer.from([0xbe, 0xde, 0, 1, 0x10, 0x30, 0x20, rid.charCodeAt(0)]));
  packet[0] = 0x90;
  return packet;
}

function stage(rids: string[] = []) {
  const asked: { nacks: number[]; keyframes: number[] } = { nacks: [], keyframes: [] };
  const uplink = new Uplink((packet) =>
    readRtcp(packet, {
      handleNack: (_, sequences) => asked.nacks.push(...sequences),
      handleKeyframeRequest: (ssrc) => asked.keyframes.push(ssrc),
    }),
  );
  const track = uplink.addTrack({
    kind: 'video',
    mid: '0',
    cid: 'camera',
    codec: 'VP8',
    payloadType: MEDIA_TYPE,
    rtxPayloadType: RTX_TYPE,
    clockRate: 90_000,
    rids,
    nack: true,
  });
  const sent: NonNullable<ReturnType<typeof parseRtp>>[] = [];
  const sink: RtpSink = {
    sendRtp: (header, payload) => sent.push(parseRtp(Buffer.concat([header, payload]))!),
    sendRtcp: () => undefined,
  };
  const downlink = new DownlinkTrack(track, sink);
  /** Announces the publisher's streams and starts forwarding. */
  const begin = (rtxPayloadType: number | undefined = 97) => {
    uplink.announce(track, 1, 2);
    downlink.start({ payloadType: 96, rtxPayloadType, absSendTime: 0 });
  };
  const picture = (index: number) => sent[index]!.payload.readUInt16BE(2) & 0x7fff;
  return { uplink, track, downlink, begin, sent, sink, asked, picture };
}

test("a receiver that misses the first packets gets the others, even if the publisher's numbers wrap", () => {
  const { uplink, sent, begin } = stage();
  begin();
  for (let index = 0; index < 4; index++)
    uplink.handleRtp(rtp(1, (65_534 + index) & 0xffff, 3_000, vp8(1, index === 0)));
  const [key, salt] = [Buffer.alloc(16, 1), Buffer.alloc(12, 2)];
  const sender = new SrtpContext(srtpProfile.aeadAes128Gcm, key, salt, 'send');
  const receiver = new SrtpContext(srtpProfile.aeadAes128Gcm, key, salt, 'receive');
  const packets = sent.map(({ bytes, payload }) => sender.protectRtp(bytes.subarray(0, 12), payload));
  expect(packets.slice(2).map((packet) => receiver.unprotectRtp(packet))).not.toContain(undefined);
  uplink.close();
});

test('a lost packet is requested and put in its place, with and without RTX', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] });
  for (const repair of [
    rtp(2, 9, 3_000, Buffer.concat([Buffer.from([0, 102]), vp8(2, undefined)]), RTX_TYPE),
    rtp(1, 102, 3_000, vp8(2, undefined)),
  ]) {
    const { uplink, sent, asked, begin } = stage();
    begin();
    uplink.handleRtp(rtp(1, 101, 3_000, vp8(2, true)));
    uplink.handleRtp(rtp(1, 103, 3_000, vp8(2, undefined)));
    vi.advanceTimersByTime(60);
    expect(asked.nacks).toEqual([102]);
    uplink.handleRtp(repair);
    uplink.handleRtp(repair);
    expect(sent.map(({ sequence }) => sequence)).toEqual([101, 103, 102]);
    uplink.close();
  }
});

test('padding is not forwarded and leaves no gap', () => {
  const { uplink, track, downlink, sent } = stage();
  uplink.announce(track, 1, undefined);
  downlink.start({ payloadType: 96, rtxPayloadType: undefined, absSendTime: 0 });
  uplink.handleRtp(rtp(1, 10, 0, vp8(1, true)));
  for (const sequence of [11, 12]) uplink.handleRtp(rtp(1, sequence, 0, Buffer.alloc(0)));
  uplink.handleRtp(rtp(1, 13, 3_000, vp8(2, false)));
  expect(sent.map(({ sequence }) => sequence)).toEqual([10, 11]);
  uplink.close();
});

test('a receiver without RTX gets the same packet again, one with RTX gets it on a separate stream', () => {
  for (const rtx of [undefined, 97]) {
    const { uplink, track, downlink, sent } = stage();
    uplink.announce(track, 1, undefined);
    downlink.start({ payloadType: 96, rtxPayloadType: rtx, absSendTime: 2 });
    uplink.handleRtp(rtp(1, 10, 0, vp8(1, true)));
    downlink.retransmit([10, 11]);
    downlink.retransmit([10]);
    expect(sent).toHaveLength(2);
    const [first, second] = sent;
    if (rtx === undefined) expect(second!.bytes).toEqual(first!.bytes);
    else {
      expect([second!.ssrc, second!.payloadType]).toEqual([downlink.rtxSsrc, 97]);
      expect(second!.payload.readUInt16BE(0)).toBe(10);
      expect(second!.payload.subarray(2)).toEqual(first!.payload);
    }
    uplink.close();
  }
});

test('a receiver that could not use the first key frame gets everything since then again, but only once', () => {
  vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
  const { uplink, downlink, sent, begin } = stage();
  begin();
  for (const [sequence, key] of [
    [65_535, true],
    [0, false],
    [1, false],
  ] as const)
    uplink.handleRtp(rtp(1, sequence, 3_000, vp8(1, key)));
  vi.advanceTimersByTime(150);
  downlink.requestKeyframe();
  const repeated = sent.slice(3);
  expect(repeated.map(({ ssrc }) => ssrc)).toEqual([1, 2, 3].map(() => downlink.rtxSsrc));
  expect(repeated.map(({ payload }) => payload.readUInt16BE(0))).toEqual(
    sent.slice(0, 3).map(({ sequence }) => sequence),
  );
  vi.advanceTimersByTime(300);
  downlink.requestKeyframe();
  expect(sent).toHaveLength(6);
  uplink.close();
});

test('changing the simulcast layer keeps sequence numbers, timestamps and picture ids continuous', () => {
  const { uplink, downlink, sent, asked, picture } = stage(['q', 'h']);
  Object.assign(uplink.extensions, { mid: 1, rid: 2 });
  uplink.handleRtp(named(1, 499, 'q'));
  uplink.handleRtp(named(2, 8_999, 'h'));
  downlink.start({ payloadType: 96, rtxPayloadType: 97, absSendTime: 0 });
  downlink.setMaxSpatial(0);
  uplink.handleRtp(rtp(1, 500, 90_000, vp8(0x7ffe, true)));
  uplink.handleRtp(rtp(2, 9_000, 1_234, vp8(40, true)));
  uplink.handleRtp(rtp(1, 501, 93_600, vp8(0x7fff, false)));
  downlink.setMaxSpatial(2);
  asked.keyframes.length = 0;
  uplink.handleRtp(rtp(1, 502, 97_200, vp8(0, false)));
  uplink.handleRtp(rtp(2, 9_001, 4_834, vp8(41, false)));
  expect(sent.map(({ sequence }) => sequence)).toEqual([500, 501, 502]);
  uplink.handleRtp(rtp(2, 9_002, 8_434, vp8(42, true)));
  uplink.handleRtp(rtp(1, 503, 100_800, vp8(1, false)));
  uplink.handleRtp(rtp(2, 9_003, 12_034, vp8(43, false)));
  expect(sent.map(({ sequence }) => sequence)).toEqual([500, 501, 502, 503, 504]);
  expect([0, 1, 2, 3, 4].map(picture)).toEqual([0x7ffe, 0x7fff, 0, 1, 2]);
  const step = sent[3]!.timestamp - sent[2]!.timestamp;
  expect(step).toBeGreaterThan(0);
  expect(step).toBeLessThan(9_000);
  expect(sent[4]!.timestamp - sent[3]!.timestamp).toBe(3_600);
  expect(downlink.currentSpatial).toBe(1);
  uplink.close();
});

test('tracks negotiated before the connection is up start, with a key frame, when it is', () => {
  const { uplink, track, sent, asked } = stage();
  const sink: RtpSink = {
    sendRtp: () => sent.push(parseRtp(rtp(9, 0, 0, vp8(1, true)))!),
    sendRtcp: () => undefined,
  };
  uplink.announce(track, 1, 2);
  const early = new DownlinkTrack(track, sink, { open: false });
  early.start({ payloadType: MEDIA_TYPE, rtxPayloadType: undefined, absSendTime: 0 });
  uplink.handleRtp(rtp(1, 100, 0, vp8(1, true)));
  expect(sent).toEqual([]);
  asked.keyframes.length = 0;
  // Repeated key frame requests are suppressed for a while, so this one must not have been sent before.
  early.open();
  expect(asked.keyframes).toEqual([1]);
  uplink.handleRtp(rtp(1, 101, 3000, vp8(2, true)));
  expect(sent).toHaveLength(1);
  early.open();
  uplink.handleRtp(rtp(1, 102, 6000, vp8(3, false)));
  expect(sent).toHaveLength(2);
});

test('a muted track is announced to its receiver, and continues once it is unmuted', () => {
  const { uplink, track, sent, sink } = stage();
  uplink.announce(track, 1, undefined);
  const receiver = new DownlinkTrack(track, sink, { muted: () => true });
  receiver.start({ payloadType: 96, rtxPayloadType: undefined, absSendTime: 0 });
  expect(sent).toHaveLength(1);
  const introduced = sent[0]!.sequence;
  uplink.handleRtp(rtp(1, 500, 3_000, vp8(2, true)));
  expect(sent.map(({ sequence }) => sequence)).toEqual([introduced, (introduced + 1) & 0xffff]);
  receiver.close();
  uplink.close();
});

test('a packet trailer is removed for a receiver that does not support it', () => {
  const { uplink, track, sent, sink } = stage();
  uplink.announce(track, 1, undefined);
  const receiver = new DownlinkTrack(track, sink, { stripTrailer: true });
  receiver.start({ payloadType: 96, rtxPayloadType: undefined, absSendTime: 0 });
  const frame = vp8(2, true);
  const trailer = Buffer.from([1, 2, 3, 0xff ^ 8, ...Buffer.from('LKTS')]);
  const packet = rtp(1, 500, 3_000, Buffer.concat([frame, trailer]));
  packet[1] = packet[1]! | 0x80;
  uplink.handleRtp(packet);
  expect(sent[0]!.payload).toEqual(frame);
  receiver.close();
  uplink.close();
});

test('padding that overtakes a packet is forwarded empty, because its number may be requested', () => {
  const { uplink, begin, sent } = stage();
  begin();
  uplink.handleRtp(rtp(1, 10, 0, vp8(1, true)));
  uplink.handleRtp(rtp(1, 12, 0, Buffer.alloc(0)));
  uplink.handleRtp(rtp(1, 11, 0, vp8(1, undefined)));
  expect(sent.map(({ sequence, payload }) => [sequence, payload.length > 0])).toEqual([
    [10, true],
    [12, false],
    [11, true],
  ]);
  uplink.close();
});

test('packets, losses, retransmissions and requested key frames are counted by direction', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout', 'performance'] });
  const before = structuredClone(mediaCounts);
  const since = (way: 'in' | 'out') => {
    const { packets, lost, nacked, keyframesRequested } = mediaCounts[way];
    const was = before[way];
    return [
      packets - was.packets,
      lost - was.lost,
      nacked - was.nacked,
      keyframesRequested - was.keyframesRequested,
    ];
  };
  const { uplink, track, sink } = stage();
  uplink.announce(track, 1, 2);
  const downlink = new Downlink(sink);
  const receiver = downlink.addTrack(track);
  downlink.open();
  receiver.start({ payloadType: 96, rtxPayloadType: 97, absSendTime: 0 });
  uplink.handleRtp(rtp(1, 101, 3_000, vp8(2, true)));
  uplink.handleRtp(rtp(1, 104, 3_000, vp8(2, undefined)));
  vi.advanceTimersByTime(50);
  uplink.handleRtp(rtp(2, 9, 3_000, Buffer.concat([Buffer.from([0, 102]), vp8(2, undefined)]), RTX_TYPE));
  vi.advanceTimersByTime(1_000);
  // Two packets were missing; both were requested, and one of them repeatedly in vain.
  const [packets, lost, nacked, keyframes] = since('in');
  expect([packets, lost, keyframes]).toEqual([2, 2, 1]);
  expect(nacked).toBeGreaterThan(3);
  const block = { ssrc: receiver.ssrc, fractionLost: 128, highestSequence: 0, jitter: 0 };
  const report = (cumulativeLost: number) =>
    writeReceiverReport(7, [{ ...block, cumulativeLost, lastReport: 0, sinceLastReport: 0 }]);
  downlink.handleRtcp(report(1));
  downlink.handleRtcp(writeNack(7, receiver.ssrc, [101, 102]));
  downlink.handleRtcp(writePli(7, receiver.ssrc));
  expect(since('out')).toEqual([3, 1, 2, 1]);
  // A receiver cannot have lost more than it was sent.
  downlink.handleRtcp(report(1_000_000));
  expect(since('out')[1]).toBe(1);
  downlink.close();
  uplink.close();
});
