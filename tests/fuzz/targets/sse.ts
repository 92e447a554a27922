import { readServerSentData } from '@visavis/server/dist/lib/server-sent-events.js';
import type { FuzzTarget } from '../fuzz-target.ts';

export const target: FuzzTarget = {
  about: 'streams of server-sent events, in pieces of any size: the first byte says how large',
  covers: ['/lib/server-sent-events.js'],
  seeds: [
    '~data: a\n\ndata: b\ndata: c\n\n',
    '\x03event: x\r\ndata:y\r\n\r\n: c\n',
    '\x01data: é\r\rdata: end',
  ],
  tokens: 'data: \n\n \r \r\n : \ufeff é',
  async read(input) {
    const [size = 1] = input;
    async function* pieces() {
      for (let at = 1; at < input.length; at += size || 1) yield input.subarray(at, at + (size || 1));
    }
    const events: string[] = [];
    for await (const data of readServerSentData(pieces())) events.push(data);
    return events;
  },
};
