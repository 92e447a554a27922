import { describe, expect, it } from 'vitest';
import { searchWords } from './search-words.ts';

describe('searchWords', () => {
  it.each<[string, string[]]>([
    ['Reset your Password, please!', ['reset', 'your', 'password', 'please']],
    ['Crème BRÛLÉE à Zürich', ['creme', 'brulee', 'a', 'zurich']],
    ['e-mail', ['e', 'mail', 'email']],
    ['Error E-4031', ['error', 'e', '4031', 'e4031', 'e', '4031']],
    ['E4031', ['e4031', 'e', '4031']],
    ['1,000 or 98.4', ['1', '000', '1000', 'or', '98', '4', '984']],
    ['and/or', ['and', 'or']],
    ["don't, l’eau", ['don', 't', 'l', 'eau']],
    ['mail@example.com', ['mail', 'example', 'com']],
    ['ＦＵＬＬ width ﬁ', ['full', 'width', 'fi']],
    ['Straße İstanbul', ['straße', 'istanbul']],
    ['हिन्दी भाषा', ['हिन्दी', 'भाषा']],
    ['привет, МИР', ['привет', 'мир']],
    ["' | !x & (y:*) <-> \\ %", ['x', 'y']],
    ['', []],
    ['\0\u{1f600}…', []],
  ])('cuts %j', (text, words) => expect(searchWords(text)).toEqual(words));

  it('cuts text that has no spaces into its words', () => {
    expect(searchWords('退款将在五个工作日内')).toContain('退款');
    expect(searchWords('図書館の開館時間')).toContain('図書館');
    expect(searchWords('สวัสดีครับ').length).toBeGreaterThan(1);
  });

  it('drops character sequences that are not words', () => expect(searchWords('x'.repeat(65))).toEqual([]));
});
