import { expect, test } from 'vitest';
import { SctpReceiver } from './sctp-receiver.ts';
import { SctpSender } from './sctp-sender.ts';

/** Every room shares the thread: what costs a peer a few packets may not cost it seconds. Each took four or more. */
const ALLOWED_MS = 2_500;
const [middle, begin, whole] = [0, 2, 3];

function dataOf(tsn: number, sequence: number): Buffer {
  const body = Buffer.alloc(13);
  body.writeUInt32BE(tsn, 0);
  body.writeUInt16BE(1, 4);
  body.writeUInt16BE(sequence, 6);
  return body;
}

function forward(tsn: number, sequences: readonly number[] = []): Buffer {
  const body = Buffer.alloc(4 + 4 * sequences.length);
  body.writeUInt32BE(tsn, 0);
  for (const [index, sequence] of sequences.entries()) {
    body.writeUInt16BE(1, 4 + 4 * index);
    body.writeUInt16BE(sequence, 6 + 4 * index);
  }
  return body;
}

/** Not the time that passes: other work on the machine does not count. */
function processorMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

test('fragments of endless messages that come backwards', () => {
  const receiver = new SctpReceiver(1, () => undefined);
  const flood = () => {
    for (let round = 0; round < 10; round++) {
      for (let offset = 8_000; offset > 1; offset--)
        receiver.handleData(middle, dataOf(round * 8_000 + offset, 0));
      receiver.handleForwardTsn(forward((round + 1) * 8_000));
    }
  };
  expect(processorMs(flood)).toBeLessThan(ALLOWED_MS);
  expect(receiver.bufferedBytes).toBe(0);
});

test('messages that are given up one by one while thousands wait', () => {
  const flood = () => {
    for (let round = 0; round < 12; round++) {
      const receiver = new SctpReceiver(1, () => undefined);
      for (let sequence = 0; sequence < 4_000; sequence++)
        receiver.handleData(whole, dataOf(4_000 + sequence, 20_000 + sequence));
      for (let offset = 0; offset < 4_000; offset++) receiver.handleData(begin, dataOf(8_000 + offset, 0));
      for (let packet = 0; packet < 40; packet++) {
        const sequences = Array.from({ length: 480 }, (_, index) => packet * 480 + index);
        receiver.handleForwardTsn(forward(1 + packet, sequences));
      }
      for (let tsn = 41; tsn < 3_900; tsn++) receiver.handleForwardTsn(forward(tsn));
    }
  };
  expect(processorMs(flood)).toBeLessThan(ALLOWED_MS);
});

test('acknowledgements that name the same chunks hundreds of times', () => {
  const sender = new SctpSender(1, () => undefined);
  sender.start(0xffff_ffff, 10);
  for (let count = 0; count < 200_000; count++) sender.send(1, 53, Buffer.alloc(48), false);
  let cumulativeTsn = 0;
  for (let count = 0; count < 3_000; count++) {
    cumulativeTsn += 60;
    sender.handleSack({ cumulativeTsn, windowBytes: 0xff_ffff, gaps: [] });
  }
  const gaps = Array.from({ length: 450 }, () => [2, 65_535] as const);
  const flood = () => {
    for (let count = 0; count < 1_000; count++)
      sender.handleSack({ cumulativeTsn, windowBytes: 0xff_ffff, gaps });
  };
  expect(processorMs(flood)).toBeLessThan(ALLOWED_MS);
  sender.close();
});
