import { expect, test, vi } from 'vitest';
import { RtcpPacketConverter, type RtcpTransportLayerFeedback, type TransportWideCC } from 'werift';
import { seededRandom } from '../../lib/seeded-random.ts';
import { readRtcp } from './rtcp-read.ts';
import { writeNack, writePli, writeReceiverReport, writeRemb, writeSenderReport } from './rtcp-write.ts';
import { TransportFeedback } from './transport-feedback.ts';

test('what is written can be read again, in one compound packet', () => {
  const seen: unknown[] = [];
  const block = {
    ssrc: 5,
    fractionLost: 64,
    cumulativeLost: 3,
    highestSequence: 70_000,
    jitter: 12,
    lastReport: 1,
    sinceLastReport: 2,
  };
  const compound = Buffer.concat([
    writeReceiverReport(1, [block]),
    writeSenderReport({ ssrc: 9, ntpSeconds: 4_000_000_000, ntpFraction: 7, rtpTimestamp: 8 }, 10, 20),
    writePli(1, 2),
    writeNack(1, 3, [65_530, 65_535, 0, 1, 200]),
    writeRemb(1, 1_234_567, [2, 3]),
  ]);
  readRtcp(compound, {
    handleReportBlock: (value) => seen.push(['block', value.ssrc, value.fractionLost, value.jitter]),
    handleSenderReport: (value) => seen.push(['report', value.ssrc, value.ntpSeconds, value.rtpTimestamp]),
    handleKeyframeRequest: (ssrc) => seen.push(['key frame', ssrc]),
    handleNack: (ssrc, sequences) => seen.push(['nack', ssrc, ...sequences]),
    handleRemb: (value) => seen.push(['estimate', Math.round(value / 1_000)]),
  });
  expect(seen).toEqual([
    ['block', 5, 0.25, 12],
    ['report', 9, 4_000_000_000, 8],
    ['key frame', 2],
    ['nack', 3, 65_530, 65_535, 0, 1, 200],
    ['estimate', 1_235],
  ]);
});

test('garbage is survived', () => {
  const ignore = () => undefined;
  const [handleReportBlock, handleSenderReport] = [ignore, ignore];
  const [handleKeyframeRequest, handleNack, handleRemb] = [ignore, ignore, ignore];
  const handlers = {
    handleReportBlock,
    handleSenderReport,
    handleKeyframeRequest,
    handleNack,
    handleRemb,
  };
  const random = seededRandom(4);
  for (let round = 0; round < 1_000; round++) {
    const packet = Buffer.from(Array.from({ length: round % 100 }, () => 256 * random()));
    if (packet.length > 4) {
      packet[0] = 0x80 | (packet[0]! & 0x1f);
      packet[1] = 200 + (round % 7);
      packet.writeUInt16BE(round % 30, 2);
    }
    expect(() => readRtcp(packet, handlers)).not.toThrow();
  }
});

test('transport feedback reports arrivals and losses, as another implementation reads it', () => {
  vi.useFakeTimers();
  const sent: Buffer[] = [];
  const feedback = new TransportFeedback(1, (packet) => sent.push(packet));
  const arrivals = new Map<number, number>();
  // Losses, a burst, a long pause and a late packet, across the wrap-around of the transport sequence number.
  let atUs = 5_000_000;
  for (let index = 65_500; index < 65_600; index++) {
    atUs += index % 13 === 0 ? 90_000 : 700;
    if (index % 7 === 3) continue;
    arrivals.set(index & 0xffff, atUs);
    feedback.record(index & 0xffff, atUs);
  }
  vi.advanceTimersByTime(110);
  feedback.record(65_600 & 0xffff, atUs + 900);
  vi.advanceTimersByTime(110);
  feedback.close();
  vi.useRealTimers();
  expect(sent).toHaveLength(2);
  const [packet] = RtcpPacketConverter.deSerialize(sent[0]!);
  const report = (packet as RtcpTransportLayerFeedback).feedback as TransportWideCC;
  const symbols = report.packetChunks.flatMap((chunk) =>
    'symbolList' in chunk
      ? chunk.symbolList
      : Array.from({ length: chunk.runLength }, () => chunk.packetStatus),
  );
  let arrivedUs = report.referenceTime * 64_000;
  const deltas = [...report.recvDeltas];
  for (let index = 0; index < report.packetStatusCount; index++) {
    const sequence = (report.baseSequenceNumber + index) & 0xffff;
    const arrived = arrivals.get(sequence);
    expect(symbols[index] !== 0, `packet ${sequence}`).toBe(arrived !== undefined);
    if (arrived === undefined) continue;
    arrivedUs += deltas.shift()!.delta;
    expect(Math.abs(arrivedUs - arrived), `packet ${sequence}`).toBeLessThanOrEqual(250);
  }
  expect(report.packetStatusCount).toBe(100);
});
