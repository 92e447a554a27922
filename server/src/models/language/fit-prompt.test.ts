import { expect, test } from 'vitest';
import { fitPrompt } from './fit-prompt.ts';

/** Creates a reader with one token per character and four per message, which counts what it reads. */
function startReader() {
  const read = { characters: 0, renders: 0, messages: [] as string[] };
  return {
    read,
    tokenize(content: string) {
      read.characters += content.length;
      return { length: content.length };
    },
    render(messages: readonly { content: string }[]) {
      read.renders++;
      read.messages = messages.map(({ content }) => content);
      return Array.from(
        { length: messages.reduce((sum, { content }) => sum + content.length + 4, 0) },
        () => 1,
      );
    },
  };
}

const system = { role: 'system', content: 'be kind' };
const talk = (count: number, content = 'x') =>
  Array.from({ length: count }, (_, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content }));

test('instructions alone, and prompts that fit, stay unchanged', () => {
  const reader = startReader();
  fitPrompt([system], 100, reader);
  expect(reader.read.messages).toEqual(['be kind']);
  fitPrompt([system, ...talk(4)], 100, reader);
  expect(reader.read.messages).toHaveLength(5);
});

test('a long conversation keeps its newest messages, dropping the oldest in steps of eighths', () => {
  const reader = startReader();
  const messages = [system, ...talk(100)];
  expect(fitPrompt(messages, 100, reader).length).toBeLessThanOrEqual(100);
  const kept = reader.read.messages.length - 1;
  expect((100 - kept) % 8).toBe(0);
  expect(kept).toBeGreaterThanOrEqual(8);
});

test('thousands of short messages are read once, and rendered a few times', () => {
  const reader = startReader();
  fitPrompt([system, ...talk(20_001)], 1_700, reader);
  expect(reader.read.characters).toBeLessThan(2_000);
  expect(reader.read.renders).toBeLessThan(6);
});

test('text that cannot fit is not read', () => {
  const reader = startReader();
  for (const messages of [
    [{ role: 'system', content: 'x'.repeat(100_000) }, ...talk(1)],
    [system, { role: 'user', content: 'x'.repeat(100_000) }],
  ])
    expect(() => fitPrompt(messages, 1_700, reader)).toThrow(RangeError);
  fitPrompt([system, { role: 'user', content: 'x'.repeat(100_000) }, ...talk(3)], 1_700, reader);
  expect(reader.read.characters).toBeLessThan(100);
});

test('the question stays together with the calls that answer it', () => {
  const reader = startReader();
  const turn = [
    { role: 'user', content: 'q'.repeat(30) },
    { role: 'assistant', content: 'call' },
    { role: 'tool', content: 'a'.repeat(30) },
  ];
  for (let before = 0; before < 20; before++) {
    fitPrompt([system, ...talk(before), ...turn], 100, reader);
    expect(reader.read.messages.slice(-3)).toEqual(turn.map(({ content }) => content));
  }
  expect(() => fitPrompt([system, ...talk(8), ...turn], 80, reader)).toThrow(
    '87 tokens; at most 80 are allowed',
  );
});

test('the newest message alone can be too long', () => {
  expect(() => fitPrompt([system, ...talk(9, 'x'.repeat(200))], 150, startReader())).toThrow(
    'the prompt has 215 tokens; at most 150 are allowed',
  );
});
