import { expect, test } from 'vitest';
import { SctpReceiver } from './sctp-receiver.ts';
import { SctpSender } from './sctp-sender.ts';

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

/** What one of the floods takes; not the time that passes, so that other work on the machine hardly counts. */
function processorMs(flood: () => void): number {
  const before = process.cpuUsage();
  flood();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Every room shares the thread: what a peer sends must cost the same however much of its like waits already. The first is little at a
 * time, the second many times as much at a time, and as much in all: it took seven to fifteen times as long before this was mended,
 * and takes about as long now. They alternate, and the quickest of each counts.
 */
function expectEven(little: () => void, much: () => void): void {
  const took = { little: Number.POSITIVE_INFINITY, much: Number.POSITIVE_INFINITY };
  for (let round = 0; round < 3; round++) {
    took.little = Math.min(took.little, processorMs(little));
    took.much = Math.min(took.much, processorMs(much));
  }
  expect(took.much / took.little, JSON.stringify(took)).toBeLessThan(4);
}

test('fragments of endless messages that come backwards', () => {
  const flood = (fragments: number, rounds: number) => () => {
    const receiver = new SctpReceiver(1, () => undefined);
    for (let round = 0; round < rounds; round++) {
      for (let offset = fragments; offset > 1; offset--)
        receiver.handleData(middle, dataOf(round * fragments + offset, 0));
      receiver.handleForwardTsn(forward((round + 1) * fragments));
    }
    expect(receiver.bufferedBytes).toBe(0);
  };
  expectEven(flood(500, 48), flood(8_000, 3));
});

test('messages that are given up one by one while thousands wait', () => {
  const flood = (waiting: number, rounds: number) => () => {
    for (let round = 0; round < rounds; round++) {
      const receiver = new SctpReceiver(1, () => undefined);
      for (let sequence = 0; sequence < waiting; sequence++)
        receiver.handleData(whole, dataOf(waiting + sequence, 20_000 + sequence));
      for (let offset = 0; offset < waiting; offset++)
        receiver.handleData(begin, dataOf(2 * waiting + offset, 0));
      const packets = Math.ceil(waiting / 100);
      for (let packet = 0; packet < packets; packet++) {
        const sequences = Array.from({ length: 480 }, (_, index) => packet * 480 + index);
        receiver.handleForwardTsn(forward(1 + packet, sequences));
      }
      for (let tsn = packets + 1; tsn < waiting - 10; tsn++) receiver.handleForwardTsn(forward(tsn));
    }
  };
  expectEven(flood(250, 48), flood(4_000, 3));
});

test('acknowledgements that name the same chunks hundreds of times', () => {
  const sender = new SctpSender(1, () => undefined);
  sender.start(0xffff_ffff, 10);
  for (let count = 0; count < 20_000; count++) sender.send(1, 53, Buffer.alloc(48), false);
  let cumulativeTsn = 0;
  const acknowledge = (gaps: (readonly [number, number])[]) =>
    sender.handleSack({ cumulativeTsn, windowBytes: 0xff_ffff, gaps });
  for (let count = 0; count < 300; count++) {
    cumulativeTsn += 60;
    acknowledge([]);
  }
  const flood = (times: number) => () => {
    const gaps = Array.from({ length: times }, () => [2, 65_535] as const);
    for (let count = 0; count < 100; count++) acknowledge(gaps);
  };
  expectEven(flood(50), flood(450));
  sender.close();
});
