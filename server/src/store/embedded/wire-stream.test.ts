import { expect, test } from 'vitest';
import { WireStream } from './wire-stream.ts';

test('64 KiB of a large answer are parsed per turn of the event loop, and later data stays behind it', async () => {
  const stream = new WireStream({
    open: async () => undefined,
    submit: () => undefined,
    disconnect: () => undefined,
  });
  const byRound: number[] = [];
  const read: Buffer[] = [];
  stream.on('data', (bytes: Buffer) => {
    byRound[byRound.length - 1]! += bytes.length;
    read.push(bytes);
  });
  const [answer, notification] = [Buffer.alloc(1024 * 1024, 'a'), Buffer.from('notification')];
  stream.receive(answer);
  stream.receive(notification);
  for (let round = 0; round < 40; round++) {
    byRound.push(0);
    await new Promise(setImmediate);
  }
  // The first round is excluded: the first piece is passed on at once, and the second one before the round ends.
  expect(Math.max(...byRound.slice(1))).toBe(64 * 1024);
  expect(Buffer.concat(read).equals(Buffer.concat([answer, notification]))).toBe(true);
  stream.destroy();
});
