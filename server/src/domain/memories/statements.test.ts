import { expect, it } from 'vitest';
import { isPersonal, statementsIn } from './statements.ts';

const kept = (text: string) => statementsIn(text).map(({ content }) => content);

/** Splits texts at bars and line breaks. */
const split = (texts: string) => texts.trim().split(/\s*[|\n]\s*/);

it.each(
  split(`
  My name is Kim. | I am allergic to nuts. | We moved to Oslo in March.
  The printer on the second floor is broken. | I want to learn Spanish this year
  Call me Kim please. | I'm Kim. | Ich habe zwei Kinder. | J’habite à Lyon avec ma sœur.
  Mi cumpleaños es el lunes. | 我住在上海。
  `),
)('keeps "%s"', (text) => {
  expect(kept(text)).toEqual([text.replaceAll('’', "'")]);
});

it.each(
  split(`
  Hello there, good to see you. | Thank you very much for that. | Yes, please go on.
  What is my name? | do you know where my keys are | Tell me more about the museum.
  Please repeat that once more. | I would like to know when you open.
  You are really very helpful. | That was a great answer, thanks. | OK, stop it now. | Too short.
  Then for all of us. | And one more table, please. | Maybe later tonight then. | I'm fine.
  Hello there, nice to hear you again. | My password is swordfish, you know.
  My card is 4111 1111 1111 1111. | Wo ist mein Schlüssel? | Danke, das war sehr gut. | 🙂🙂🙂
  `),
)('leaves "%s" out', (text) => {
  expect(kept(text)).toEqual([]);
});

it('drops the greeting in front of a statement', () =>
  expect(kept('Hi there, I am called Kim!')).toEqual(['I am called Kim!']));

it('extracts a few statements from mixed text, each once', () => {
  expect(kept('Hi! I have a dog. What is yours? My dog is called Rex. I HAVE a dog!')).toEqual([
    'I have a dog.',
    'My dog is called Rex.',
  ]);
  const many = Array.from({ length: 50 }, (_, n) => `I have seen number ${n}.`).join(' ');
  expect(kept(many)).toHaveLength(5);
  expect(kept(`I ${'x'.repeat(400)} think so.`)).toEqual([]);
});

it('gives the same key for any case and punctuation', () => {
  const [first] = statementsIn('I am allergic to nuts!');
  const [second] = statementsIn('i am Allergic, to NUTS');
  expect(first!.key).toBe(second!.key);
});

it('recognizes statements about the speaker', () => {
  expect(isPersonal("I'm from Oslo.")).toBe(true);
  expect(isPersonal('Das ist mein Hund.')).toBe(true);
  expect(isPersonal('The printer is broken.')).toBe(false);
});

it.each(['\0\ud800', 'a '.repeat(100_000), `${'1 - '.repeat(20_000)}x`, 'ok, '.repeat(20_000)])(
  'accepts any text without throwing',
  (text) => {
    expect(() => statementsIn(text)).not.toThrow();
  },
);
