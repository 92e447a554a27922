import { expect, test } from 'vitest';
import { HandshakeRetransmissions } from './handshake-retransmissions.ts';

/** Creates a handshake datagram of epoch 0: record header, then type, length, sequence, fragment offset and length. */
function message(type: number, sequence: number, offset = 0, record = 0): Buffer {
  const datagram = Buffer.alloc(40);
  datagram[0] = 22;
  datagram.writeUIntBE(record, 5, 6);
  datagram[13] = type;
  datagram.writeUInt16BE(sequence, 17);
  datagram.writeUIntBE(offset, 19, 3);
  return datagram;
}

test('a repeated datagram with another record number makes us send our last flight again', () => {
  const repeats = new HandshakeRetransmissions();
  const [hello, done] = [message(2, 1), message(14, 4)];
  expect(repeats.classify(message(1, 0))).toBe('new');
  repeats.record(message(3, 0));
  expect(repeats.classify(message(1, 1))).toBe('new');
  expect(repeats.classify(message(1, 1, 1_200))).toBe('new');
  for (const datagram of [hello, done, hello]) repeats.record(datagram);
  expect(repeats.classify(message(1, 1, 0, 9))).toBe('retransmission');
  expect(repeats.takeFlight(1_000)).toEqual([hello, done]);
  expect(repeats.takeFlight(1_010)).toEqual([]);
  expect(repeats.takeFlight(1_050)).toEqual([hello, done]);
});

test('application data and encrypted messages are ignored', () => {
  const repeats = new HandshakeRetransmissions();
  const encrypted = message(20, 5);
  encrypted.writeUInt16BE(1, 3);
  const data = Buffer.alloc(60);
  data[0] = 23;
  for (const datagram of [encrypted, data, Buffer.alloc(5)])
    expect([repeats.classify(datagram), repeats.classify(datagram)]).toEqual(['new', 'new']);
  repeats.record(data);
  expect(repeats.takeFlight()).toEqual([]);
});
