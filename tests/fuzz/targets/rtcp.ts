import { readRtcp } from '@visavis/server/dist/room-server/rtp/rtcp-read.js';
import { type FuzzTarget, hex } from '../fuzz-target.ts';

const BLOCK = '00000002 7f000001 00000003 00000004 00000005 00000006';
const SENDER = `81c8 000c 00000001 00000010 00000011 00000012 00000013 00000014 ${BLOCK}`;
const RECEIVER = `81c9 0007 00000001 ${BLOCK}`;
const NACK = '81cd 0004 00000001 00000002 0005ffff ffff8001';
const PLI = '81ce 0002 00000001 00000002';
const FIR = '84ce 0004 00000001 00000000 00000002 01000000';
const REMB = '8fce 0005 00000001 00000000 52454d42 01ffffff 00000002';

export const target: FuzzTarget = {
  about: 'reports and requests of a client (RTCP): losses, key frames, bandwidth',
  covers: ['/rtp/rtcp-read.js'],
  seeds: [`${SENDER}${NACK}`, `${RECEIVER}${PLI}${FIR}`, `${RECEIVER}${REMB}`].map(hex),
  tokens: 'REMB',
  read(input) {
    const heard: unknown[] = [];
    const note = (...what: unknown[]) => void heard.push(what);
    readRtcp(input, {
      handleSenderReport: note,
      handleReportBlock: note,
      handleNack: note,
      handleKeyframeRequest: note,
      handleRemb: note,
    });
    return heard;
  },
};
