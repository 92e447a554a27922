import { describe, expect, it } from 'vitest';
import { Dialogue, type DialogueOptions } from './dialogue.ts';

const MEMORIES = [
  { content: 'My name is Kim.', saidAt: '2026-11-01T10:00:00.000Z' },
  { content: 'I am allergic to nuts.', saidAt: '2026-11-01T10:01:00.000Z' },
  { content: 'My appointment is on Tuesday at nine.', saidAt: '2026-11-08T10:00:00.000Z' },
];

function talk(options: Partial<DialogueOptions> = {}) {
  const dialogue = new Dialogue({
    instructions: 'You are Ada.',
    greeting: undefined,
    search: undefined,
    memories: MEMORIES,
    now: () => 0,
    seed: 5,
    ...options,
  });
  return {
    dialogue,
    say: async (text: string) => (await dialogue.answer(text, new AbortController().signal)).text,
  };
}

describe('a user who was here before', () => {
  it('is greeted as such, by name, and a greeting that is given stays word for word', () => {
    expect(talk().dialogue.greet().text).toMatch(/I am Ada.* It is good to see you again, Kim\.$/);
    expect(talk({ greeting: 'Welcome to the spa.' }).dialogue.greet().text).toBe(
      'Welcome to the spa. It is good to see you again, Kim.',
    );
    const nameless = talk({ greeting: 'Welcome.', memories: MEMORIES.slice(1) });
    expect(nameless.dialogue.greet().text).toBe('Welcome. It is good to see you again.');
  });

  it.each([
    [
      'What did I tell you?',
      /“My appointment is on Tuesday at nine”, “I am allergic to nuts” and “My name is Kim”/,
    ],
    ['So what did I tell you about nuts last time?', /said|told.*“I am allergic to nuts”/],
    ['What did I say about helicopters?', /do not remember|not told me/],
    ['When is my appointment?', /“My appointment is on Tuesday at nine”/],
    ['What am I allergic to?', /“I am allergic to nuts”/],
  ])('asks "%s" and is told', async (question, answer) => {
    expect(await talk().say(question)).toMatch(answer);
  });
});

it('no longer finds what is erased meanwhile', async () => {
  const { dialogue, say } = talk();
  expect(await say('What is my name?')).toContain('Kim');
  dialogue.remember(MEMORIES.slice(1, 2));
  expect(await say('What is my name?')).not.toContain('Kim');
  expect(await say('What did I tell you?')).toContain('“I am allergic to nuts”');
});

describe('a user who was not', () => {
  it('is greeted as usual, and is informed that nothing is remembered', async () => {
    const { dialogue, say } = talk({ memories: [], greeting: 'Welcome.' });
    expect(dialogue.greet().text).toBe('Welcome.');
    expect(await say('What did I tell you?')).toMatch(/do not remember anything|nothing that I remember/);
  });
});
