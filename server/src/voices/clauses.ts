import { stripMarkdown } from './markdown.ts';
import { toSpeakable } from './speakable.ts';

/** The first clause: about two seconds of speech, synthesized in 40 ms. The others are synthesized while it plays. */
const FIRST_MAX_CHARS = 48;
/** Maximum characters of a first clause that has no good place to cut it. */
const FIRST_WHOLE_CHARS = 100;
/** Later clauses are sentences: the voice's melody is best in whole sentences. */
const MAX_CHARS = 160;
/** An address up to this length stays whole: it is far shorter spoken than written. */
const MAX_ADDRESS_CHARS = 1500;
const MIN_BEFORE_CONJUNCTION_CHARS = 16;

/**
 * Splits a reply into the clauses that a voice speaks one after another: the first one short, so that it is heard soon.
 * Markdown is reduced to the text that a person would read out. Cuts fall only between words, so numbers, addresses and
 * abbreviations stay whole (only an extremely long word is cut between characters). Clauses that cannot be pronounced
 * (emoji, bullets, scripts the voice does not know) are left out; apart from those and from spaces, the clauses add up
 * to the stripped text.
 */
export function splitClauses(text: string): string[] {
  const clauses: string[] = [];
  for (const block of stripMarkdown(text).split('\n')) {
    for (const sentence of sentences(words(block))) {
      let rest = sentence;
      while (rest.length > 0) {
        const count = clauseLength(rest, clauses.length === 0);
        const clause = rest.slice(0, count).join(' ');
        if (toSpeakable(clause) !== '') clauses.push(clause);
        rest = rest.slice(count);
      }
    }
  }
  return clauses;
}

const ADDRESS = /^[("'<[]*(?:https?:\/\/|www\.|[^\s@]{1,64}@[\w-]+\.)/i;

/** Returns words with their punctuation. Full-width punctuation ends a word too: no space follows it. */
function words(block: string): string[] {
  return block
    .replace(/([。！？；，、：])(?=\S)/gu, '$1 ')
    .split(/\s+/)
    .flatMap((word) => {
      const max = ADDRESS.test(word) ? MAX_ADDRESS_CHARS : MAX_CHARS;
      return word === '' || word.length <= max ? word || [] : cutWord(word, max);
    });
}

/** Cuts between characters, never inside a surrogate pair. */
function cutWord(word: string, max: number): string[] {
  const pieces: string[] = [];
  let piece = '';
  for (const character of word) {
    if (piece.length + character.length > max) {
      pieces.push(piece);
      piece = '';
    }
    piece += character;
  }
  pieces.push(piece);
  return pieces;
}

/** A full stop after these words never ends a sentence. */
const NEVER_LAST = new Set(
  'mr mrs ms mx dr prof st vs e.g i.e cf fig vol pp p gen col sgt capt lt rev hon gov sen rep pres mt approx ca op art sec eq ed eds trans messrs'.split(
    ' ',
  ),
);
/** A full stop after these words ends a sentence only before a capital letter. */
const SELDOM_LAST = new Set(
  'etc inc ltd co corp jr sr a.m p.m u.s u.k u.n e.u al est dept ave blvd rd bros jan feb mar apr jun jul aug sep sept oct nov dec mon tue tues wed thu thurs fri sat sun ph.d b.a m.a m.sc b.sc min max'.split(
    ' ',
  ),
);

function* sentences(all: string[]): Generator<string[]> {
  let start = 0;
  for (let index = 0; index < all.length; index++) {
    if (!endsSentence(all[index]!, all[index + 1], index === start)) continue;
    yield all.slice(start, index + 1);
    start = index + 1;
  }
  if (start < all.length) yield all.slice(start);
}

function endsSentence(word: string, next: string | undefined, isFirst: boolean): boolean {
  const end = /([.!?…。！？]+)["'”’»)\]*]*$/u.exec(word);
  if (!end) return false;
  if (next === undefined) return true;
  const beforeCapital = /^["'“‘«([]*\p{Lu}/u.test(next);
  if (/^(?:\.{2,}|…)$/.test(end[1]!)) return beforeCapital;
  if (end[1] !== '.') return true;
  const stem = word.slice(0, end.index).replace(/^["'“‘«([]+/, '');
  const lower = stem.toLowerCase();
  if (NEVER_LAST.has(lower)) return false;
  if (SELDOM_LAST.has(lower)) return beforeCapital;
  // `No. 5`, `1. Item`, `J. Smith`.
  if (lower === 'no' || lower === 'nos' || lower === 'nr') return !/^\d/.test(next);
  if (/^\d{1,3}$/.test(stem) && isFirst) return false;
  return !(/^\p{Lu}$/u.test(stem) && stem !== 'I' && beforeCapital);
}

const CONJUNCTIONS = new Set(
  'and but or so because although though which who that when where while if unless until since before after then than to for with'.split(
    ' ',
  ),
);

function isConjunction(word: string): boolean {
  return CONJUNCTIONS.has(word.toLowerCase());
}

/** Returns how many of the words make the next clause. */
function clauseLength(sentence: string[], isFirst: boolean): number {
  const total = sentence.reduce((sum, word) => sum + word.length + 1, -1);
  if (total <= (isFirst ? FIRST_MAX_CHARS : MAX_CHARS)) return sentence.length;
  if (isFirst) {
    const early = lastBreak(sentence, FIRST_MAX_CHARS);
    if (early) return early;
    if (total <= FIRST_WHOLE_CHARS) return sentence.length;
    return lastBreak(sentence, FIRST_WHOLE_CHARS) ?? lastSpace(sentence, FIRST_WHOLE_CHARS);
  }
  return lastBreak(sentence, MAX_CHARS) ?? lastSpace(sentence, MAX_CHARS);
}

/** Returns the last punctuation within `max` characters, else the last conjunction; `undefined` if neither exists. */
function lastBreak(sentence: string[], max: number): number | undefined {
  let punctuation: number | undefined;
  let conjunction: number | undefined;
  let length = -1;
  for (let index = 0; index < sentence.length - 1; index++) {
    length += sentence[index]!.length + 1;
    if (length > max) break;
    if (/[,;:…–—)\]，、；：]["'”’»]*$|\.\.$/u.test(sentence[index]!) || /^[-–—]+$/.test(sentence[index]!)) {
      punctuation = index + 1;
    } else if (
      length >= MIN_BEFORE_CONJUNCTION_CHARS &&
      isConjunction(sentence[index + 1]!) &&
      !isConjunction(sentence[index]!)
    ) {
      conjunction = index + 1;
    }
  }
  return punctuation ?? conjunction;
}

/** Returns the last space within `max` characters that is not inside a number written in groups (`10 000`). */
function lastSpace(sentence: string[], max: number): number {
  let best = 1;
  let length = -1;
  for (let index = 0; index < sentence.length - 1; index++) {
    length += sentence[index]!.length + 1;
    if (length > max) break;
    if (!(/\d$/.test(sentence[index]!) && /^\d/.test(sentence[index + 1]!))) best = index + 1;
  }
  return best;
}
