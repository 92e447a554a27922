import { expect, test } from 'vitest';
import { readCommand } from './read-command.ts';

const read = (text: string) => readCommand(new TextEncoder().encode(text));

test('an interruption is understood', () => {
  expect(read('{"type":"interrupt"}')).toEqual({ type: 'interrupt' });
});

test.each(['', '{', 'null', '[]', '17', '"interrupt"', '{"type":"dance"}', '{"type":{}}'])(
  'nonsense is nothing: %s',
  (text) => expect(read(text)).toBeUndefined(),
);

test('neither bytes that are no text nor an endless payload are read', () => {
  expect(readCommand(Uint8Array.of(0xff, 0xfe, 0, 1))).toBeUndefined();
  expect(read(`{"type":"interrupt","padding":"${'x'.repeat(2000)}"}`)).toBeUndefined();
});
