import { hasShape, type Question } from './question.ts';

const WORDS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
const VALUE =
  /\d+(?:[.:,]\d+)*(?: ?[ap]\.?m\b)?|\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|\b(?:noon|midnight|free)\b/g;
const REFUSES = /\b(?:not|no|never|cannot|n't|prohibited|forbidden|closed|only)\b|n't\b/;

/** True where two sentences that answer the same question say different times, prices or numbers, or one refuses what the other allows. */
export function contradicts(one: string, other: string, kind: Question['kind']): boolean {
  if (kind === 'permission') return REFUSES.test(one.toLowerCase()) !== REFUSES.test(other.toLowerCase());
  if (kind !== 'time' && kind !== 'duration' && kind !== 'count' && kind !== 'money') return false;
  if (!hasShape(one, kind) || !hasShape(other, kind)) return false;
  const said = valuesOf(one);
  const others = valuesOf(other);
  return said.size > 0 && others.size > 0 && [...said].every((value) => !others.has(value));
}

function valuesOf(sentence: string): Set<string> {
  const plain = sentence
    .toLowerCase()
    .replace(/[a-z]+/g, (word) => (WORDS.includes(word) ? String(WORDS.indexOf(word)) : word));
  return new Set(Array.from(plain.matchAll(VALUE), ([value]) => clock(value)));
}

/** `3 pm`, `3:00 p.m.` and `15:00` are one time; `5.00` and `5` one number. */
function clock(value: string): string {
  const time = /^(\d{1,2})(?::(\d\d))? ?([ap])\.?m?$/.exec(value);
  if (time) return String((Number(time[1]) % 12) + (time[3] === 'p' ? 12 : 0)) + minutes(time[2]);
  const plain = /^(\d{1,2}):(\d\d)$/.exec(value);
  if (plain) return String(Number(plain[1])) + minutes(plain[2]);
  return value.replace(/[.,]00$/, '');
}

const minutes = (text: string | undefined): string => (text === undefined || text === '00' ? '' : `:${text}`);
