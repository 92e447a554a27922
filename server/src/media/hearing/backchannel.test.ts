import { describe, expect, it } from 'vitest';
import { isBackchannelText } from './backchannel.ts';

describe('a remark', () => {
  it.each([
    ['Mm-hm.', 'en'],
    ['Yeah, yeah, okay.', 'en'],
    ['I see.', 'en'],
    ['MMHM', 'en'],
    ['Genau.', 'de'],
    ["D'accord.", 'fr'],
    ['', 'en'],
  ])('"%s" (%s) leaves the turn with the speaker', (text, language) =>
    expect(isBackchannelText(text, language)).toBe(true),
  );

  it.each([
    ['Stop.', 'en'],
    ['No.', 'en'],
    ['Wait a moment', 'en'],
    ['Okay, and on Sunday?', 'en'],
    ['Moment mal', 'de'],
  ])('"%s" (%s) takes it', (text, language) => expect(isBackchannelText(text, language)).toBe(false));
});
