import { dictionary } from 'cmu-pronouncing-dictionary';
import { describe, expect, it } from 'vitest';
import { pronounce } from './pronounce.ts';

const guess = (word: string) => (word === 'visavis' ? ['v', 'ih', 's', 'ax', 'v', 'ih', 's'] : []);

/** Returns the sounds that the voice reads, with spaces between words. */
function read(text: string): string {
  return pronounce(text, { dictionary, guess })
    .map((step) => ('mark' in step ? step.mark : step.sounds.map(({ symbols }) => symbols).join('')))
    .join(' ');
}

describe('pronounce', () => {
  it.each([
    ['Hello there!', 'həlˈoʊ ðˈɛɹ !'],
    ['Breakfast is served', 'bɹˈɛkfəst ɪz sˈɜːvd'],
    ['water', 'wˈɔːɾɚ'],
    ['the museum and the apple', 'ðə mjuzˈiːəm ænd ði ˈæpəl'],
    ['roses wanted', 'ɹˈoʊzᵻz wˈɔːntᵻd'],
    ['What is it for?', 'wˈʌt ɪz ɪt fˈɔːɹ ?'],
    ['USB', 'jˈuːˈɛsbˈiː'],
    ['room A, not a room', 'ɹˈuːm ˈeɪ , nˈɑːt ə ɹˈuːm'],
    ['nine a.m.', 'nˈaɪn ˌeɪˈɛm'],
    ["Visavis's voice", 'vˈɪsəvɪsᵻz vˈɔɪs'],
    ['well (perhaps)', 'wˈɛl , pɚhˈæps ,'],
    ['...!', ''],
  ])('reads %j as %s', (text, symbols) => expect(read(text)).toBe(symbols));

  it('returns the sounds in the set of phonemes that lips are drawn from', () => {
    const [step] = pronounce('boy', { dictionary, guess });
    expect(step && 'sounds' in step && step.sounds.map(({ phone }) => phone)).toEqual(['b', 'oy']);
  });
});
