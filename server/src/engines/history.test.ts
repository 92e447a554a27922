import { describe, expect, it } from 'vitest';
import { History } from './history.ts';

describe('History', () => {
  it('keeps words that arrive late in their right place', () => {
    const history = new History();
    history.set('u1', 'user', '');
    history.append('a1', 'assistant', 'At');
    history.append('a1', 'assistant', ' seven.');
    history.set('u1', 'user', 'When?');
    expect(history.entries().map(({ text }) => text)).toEqual(['When?', 'At seven.']);
    expect(history.asText()).toBe('User: When?\nYou: At seven.');
  });

  it('forgets the oldest entries when there are too many, never the newest', () => {
    const history = new History(100);
    for (let i = 0; i < 10; i++) history.set(`${i}`, 'user', 'x'.repeat(30));
    expect(history.entries().map(({ id }) => id)).toEqual(['7', '8', '9']);
    history.set('huge', 'user', 'x'.repeat(500));
    expect(history.entries().map(({ id }) => id)).toEqual(['huge']);
  });

  it('forgets the oldest of many entries, even without text, and limits their size', () => {
    const history = new History();
    for (let i = 0; i < 600; i++) history.set(`${i}`, 'user', '');
    expect([history.textOf('99'), history.textOf('100'), history.lastId]).toEqual([undefined, '', '599']);
    for (let i = 0; i < 100; i++) history.append('long', 'user', 'x'.repeat(1000));
    expect(history.textOf('long')).toHaveLength(24_000);
  });

  it('distinguishes calls to which a server gives the same id', () => {
    const history = new History();
    for (const output of ['one', 'two']) history.addCall({ callId: 'c', name: 'n', args: {} }, output);
    expect(history.entries().map(({ text }) => text)).toEqual(['one', 'two']);
  });

  it('keeps of a call no more than a model needs to know about it', () => {
    const history = new History();
    const huge = 'x'.repeat(60_000);
    history.addCall({ callId: huge, name: huge, args: { huge } }, huge);
    history.addCall({ callId: 'c', name: 'n', args: { seats: 2 } }, 'booked');
    expect(JSON.stringify(history.entries()[0]).length).toBeLessThan(5_000);
    expect(history.entries()[1]!.call).toEqual({ callId: 'c', name: 'n', args: { seats: 2 } });
  });
});
