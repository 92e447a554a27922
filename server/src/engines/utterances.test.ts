import { describe, expect, it } from 'vitest';
import type { EngineEvent } from './engine.ts';
import { History } from './history.ts';
import { Utterances } from './utterances.ts';

function make() {
  const events: EngineEvent[] = [];
  const history = new History();
  const utterances = new Utterances((event) => events.push(event), history);
  return { events, history, utterances, types: () => events.map((event) => event.type) };
}

describe('Utterances', () => {
  it('starts and finishes each one once, even if called repeatedly', () => {
    const { utterances, types } = make();
    utterances.start('a');
    utterances.audio('a', new Int16Array(240), 24_000);
    utterances.start('a');
    utterances.finish('a');
    utterances.finish('a');
    utterances.finishAll();
    expect(types()).toEqual(['utterance_started', 'audio', 'utterance_finished']);
    expect(utterances.audioMs('a')).toBe(10);
  });

  it('drops what comes after the end', () => {
    const { utterances, types, history } = make();
    utterances.text('a', 'one');
    utterances.finish('a');
    utterances.text('a', ' two');
    utterances.audio('a', new Int16Array(240), 24_000, { text: ' three' });
    expect(types()).toEqual(['utterance_started', 'text', 'utterance_finished']);
    expect(history.textOf('a')).toBe('one');
  });

  it('cuts the partly played utterance and returns those that were not played', () => {
    const { utterances, history, types } = make();
    for (const id of ['a', 'b', 'c']) utterances.text(id, `${id} said`);
    expect(utterances.cut('b', 'b')).toEqual(['c']);
    expect(['a', 'b', 'c'].map((id) => history.textOf(id))).toEqual(['a said', 'b —', '']);
    expect(types().filter((type) => type === 'utterance_finished')).toHaveLength(3);
    expect(utterances.openId).toBeUndefined();
  });

  it('ignores empty audio and text', () => {
    const { utterances, types } = make();
    utterances.audio('a', new Int16Array(0), 24_000);
    utterances.text('a', '');
    expect(types()).toEqual(['utterance_started']);
  });
});
