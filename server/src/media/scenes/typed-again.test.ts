/** Tests texts that the consumer's client sends again because it does not know whether they have arrived. */
import { expect, test } from 'vitest';
import { greeted, joined } from '../testing/stage.ts';

const named = (id: string) => ({ 'visavis.text_id': id });

test('a text sent again is confirmed again and answered once; the same words with another id are another text', async () => {
  const stage = await greeted();
  const type = (id: string) => stage.room.type('user', 'Hello', 'lk.chat', named(id));
  type('a');
  type('a');
  await stage.clock.advance(5_000);
  // Meanwhile the connection was lost, and the confirmation with it.
  stage.room.drop('user');
  stage.room.join('user');
  type('a');
  await stage.clock.advance(5_000);
  const spoken = ['character: Hello, good to see you.', 'user: Hello', 'character: You said: Hello.'];
  expect(stage.transcript()).toEqual(spoken);
  type('b');
  await stage.clock.advance(5_000);
  expect(stage.transcript()).toEqual([...spoken, ...spoken.slice(1)]);
  const taken = stage.room.events.filter(({ type }) => type === 'text_taken');
  expect(taken).toEqual(['a', 'a', 'a', 'b'].map((textId) => ({ type: 'text_taken', textId })));
});

test('clients without a valid id are answered each time they write; no other participant gets a confirmation', async () => {
  const stage = await greeted();
  for (const attributes of [{}, {}, named(''), named('a'.repeat(65)), named('a'.repeat(65))]) {
    stage.room.type('user', 'Hello', 'lk.chat', attributes);
    await stage.clock.advance(5_000);
  }
  expect(stage.transcript().filter((entry) => entry === 'character: You said: Hello.')).toHaveLength(5);
  stage.room.type('somebody', 'Hello', 'lk.chat', named('a'));
  stage.room.type('user', 'Hello', 'another', named('a'));
  expect(stage.room.events.filter(({ type }) => type === 'text_taken')).toEqual([]);
});

test('a text that is too long, or sent before the agent has started, is confirmed, and refused with a reason or answered', async () => {
  const stage = await joined({ engine: { startMs: 1_000 } });
  stage.room.type('user', 'Early', 'lk.chat', named('early'));
  stage.room.type('user', undefined, 'lk.chat', named('long'));
  stage.room.type('user', undefined, 'lk.chat', named('long'));
  await stage.clock.advance(5_000);
  expect(stage.transcript()).toEqual(['user: Early', 'character: You said: Early.']);
  expect(stage.room.events.filter(({ type }) => type === 'warning')).toHaveLength(1);
  const taken = stage.room.events.flatMap((event) => (event.type === 'text_taken' ? [event.textId] : []));
  expect(taken).toEqual(['early', 'long', 'long']);
});

test('the number of remembered ids is limited: a client that keeps sending new ones is answered', async () => {
  const stage = await greeted({ deps: { typing: { forConversation: () => () => undefined } } });
  for (let i = 0; i < 300; i++) stage.room.type('user', `${i}`, 'lk.chat', named(`${i}`));
  stage.room.type('user', 'the first', 'lk.chat', named('0'));
  stage.room.type('user', 'the last', 'lk.chat', named('299'));
  await stage.clock.advance(5_000);
  const typed = stage.transcript().filter((entry) => entry.startsWith('user: '));
  expect(typed).toHaveLength(301);
  expect(typed.at(-1)).toBe('user: the first');
});

test('what the user asks just before losing the connection is answered once they are back', async () => {
  const stage = await greeted();
  stage.room.type('user', 'Hello');
  stage.room.drop('user');
  await stage.clock.advance(2_000);
  expect(stage.transcript().at(-1)).toBe('user: Hello');
  stage.room.join('user');
  await stage.clock.advance(5_000);
  expect(stage.transcript().slice(1)).toEqual(['user: Hello', 'character: You said: Hello.']);
  // An answer that was partly heard is not repeated.
  stage.room.type('user', 'Again');
  await stage.clock.advance(600);
  stage.room.drop('user');
  stage.room.join('user');
  await stage.clock.advance(5_000);
  expect(stage.transcript().slice(3)).toEqual(['user: Again', 'character: You said:']);
});
