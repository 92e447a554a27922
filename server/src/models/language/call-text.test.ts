import { describe, expect, it } from 'vitest';
import { partialMark } from '../../lib/partial-mark.ts';
import { beginsUnmarkedCall, CALL_MARK, readCall, writeCalls } from './call-text.ts';
import { THOUGHT_MARK } from './thought.ts';

describe('the text of a call', () => {
  it('is read as written, but not if it is incomplete', () => {
    const call = { name: 'a"b', args: '{"n":1}' };
    const [, text] = writeCalls([call]).split('<tool_call>');
    expect(readCall(text!)).toEqual(call);
    expect(readCall('{"name":"a"}')).toEqual({ name: 'a', args: '{}' });
    for (const broken of ['{"name":"a","argu', '', '[]', '{"arguments":{}}'])
      expect(readCall(broken)).toBeUndefined();
  });

  it('may start without its marker, but not in the middle of words', () => {
    for (const text of ['{"name": "book', '\n{', '{{"']) expect(beginsUnmarkedCall(text)).toBe(true);
    for (const text of ['', 'Write {"a": 1}', '<tool_call>\n{']) expect(beginsUnmarkedCall(text)).toBe(false);
  });

  it.each([
    ['Let me look <tool', 5],
    ['Let me see <th', 3],
    ['<t', 2],
    ['one < two', 0],
    ['<', 1],
    ['', 0],
  ])('%j may begin a call or a thought with its end', (text, length) => {
    expect(partialMark(text, [CALL_MARK, THOUGHT_MARK])).toBe(length);
  });
});
