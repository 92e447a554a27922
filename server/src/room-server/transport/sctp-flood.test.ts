import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { countExecutedBlocks } from '../../lib/testing/count-executed-blocks.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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

/**
 * All rooms share the thread, so a packet must cost the same no matter how many others wait, and how often it
 * refers to them. Measured in executed blocks of code, because time depends on the load of the machine.
 */
async function expectEven<Module>(
  file: string,
  little: (module: Module) => () => void,
  much: (module: Module) => () => void,
): Promise<void> {
  const module = import.meta.resolve(file);
  const blocks = {
    little: await countExecutedBlocks(module, little),
    much: await countExecutedBlocks(module, much),
  };
  expect(blocks.little).toBeGreaterThan(10_000);
  expect(blocks.much / blocks.little, JSON.stringify(blocks)).toBeLessThan(1.5);
}

type Receiving = typeof import('./sctp-receiver.ts');
type Outstanding = typeof import('./outstanding-chunks.ts');

test('fragments of endless messages in reverse order', async () => {
  const flood =
    (fragments: number, rounds: number) =>
    ({ SctpReceiver }: Receiving) =>
    () => {
      const receiver = new SctpReceiver(1, () => undefined);
      for (let round = 0; round < rounds; round++) {
        for (let offset = fragments; offset > 1; offset--)
          receiver.handleData(middle, dataOf(round * fragments + offset, 0));
        receiver.handleForwardTsn(forward((round + 1) * fragments));
      }
      expect(receiver.bufferedBytes).toBe(0);
    };
  await expectEven('./sctp-receiver.js', flood(500, 16), flood(8_000, 1));
});

test('messages that are abandoned one by one while thousands wait', async () => {
  const flood =
    (waiting: number, rounds: number) =>
    ({ SctpReceiver }: Receiving) =>
    () => {
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
  await expectEven('./sctp-receiver.js', flood(250, 16), flood(4_000, 1));
});

test('acknowledgements that name the same chunks hundreds of times', async () => {
  const flood =
    (times: number, rounds: number) =>
    ({ OutstandingChunks }: Outstanding) => {
      const outstanding = new OutstandingChunks(1);
      for (let tsn = 1; tsn <= 300; tsn++)
        outstanding.recordSent([
          { tsn, bytes: Buffer.alloc(64), state: 'queued', packet: 0, sentAtMs: 0, repeated: false },
        ]);
      return () => {
        const gaps = Array.from({ length: times }, () => [2, 65_535] as const);
        const sack = { cumulativeTsn: 0, windowBytes: 0, gaps };
        for (let round = 0; round < rounds; round++) outstanding.acknowledge(sack, 0, 0);
      };
    };
  await expectEven('./outstanding-chunks.js', flood(50, 100), flood(450, 100));
});
