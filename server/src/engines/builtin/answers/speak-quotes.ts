import { trimEnd } from '../../../lib/trim-end.ts';
import type { Question } from './question.ts';
import type { Answer } from './select-answer.ts';
import { relatedStems } from './synonyms.ts';
import { isStopWord, stem, termsOf, wordsOf } from './words.ts';

const MAX_WORDS = 48;

/** Nouns before which a document's name takes an article: "the Returns Policy". */
const COMMON =
  /\b(policy|policies|guide|handbook|manual|menu|list|faq|faqs|terms|rules|brochure|contract|agreement|report|schedule|catalog|catalogue|overview|notes|information|instructions|regulations|programme|program|plan|sheet|booklet|charter|statement|history|timetable|prices|inventory|questions)$/i;

/** A document's name as one would say it: `returns-policy_v2.pdf` is "the Returns Policy v2". */
export function sayDocumentName(name: string): string {
  const plain = name
    .replace(/\.(pdf|docx?|md|markdown|txt|html?|csv|json)$/i, '')
    .replace(/[_-]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80);
  if (plain === '') return 'the document';
  const cased = /\p{Lu}/u.test(plain)
    ? plain
    : plain.replace(/(^|\s)(\p{Ll})/gu, (_, gap, letter) => gap + letter.toUpperCase());
  if (/^(the|a|an|our|my|your)\s/i.test(cased))
    return cased.replace(/^(the|a|an|our|my|your)/i, (word) => word.toLowerCase());
  return COMMON.test(cased) ? `the ${cased}` : cased;
}

/** What the answer quotes, made fit for speech: rows of a table as a phrase, no mark-up, bounded length. */
export function speakAnswer(answer: Answer, question: Question): string {
  return answer.sentences.map((sentence) => speakSentence(sentence, question)).join(' ');
}

export function speakSentence(sentence: string, question: Question): string {
  const record = speakRecord(sentence, question);
  const plain = (record ?? sentence)
    .replace(/!?\[([^[\]]{0,300})\]\([^)]{0,500}\)/g, '$1')
    .replace(/(^|\s)[*_`#>|]+(?=\S)/g, '$1')
    .replace(/(?<=[^\s*_`|])[*_`|]+(?=[\s.,;:!?]|$)/g, '')
    .replace(/\bhttps?:\/\/(www\.)?/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const bounded = shorten(plain, question);
  return /[.!?…。！？]["'”)]?$/u.test(bounded) ? bounded : `${trimEnd(bounded, ',;: ')}.`;
}

/** `name: Espresso; price: 2.50` asked "how much is the espresso?" → "For Espresso, the price is 2.50." */
function speakRecord(sentence: string, question: Question): string | undefined {
  const pairs = sentence.split('; ').map((part) => /^([^:]{1,60}): (.+)$/s.exec(part));
  if (pairs.length < 2 || pairs.includes(null)) return undefined;
  const fields = pairs.map((pair) => ({
    key: sayKey(pair![1]!),
    value: pair![2]!.trim(),
  }));
  const named =
    fields.find(({ value }) => termsOf(value).some((term) => question.terms.has(term))) ?? fields[0]!;
  const asked = fields.filter((field) => field !== named && isAskedFor(field.key, question));
  const told = (asked.length > 0 ? asked : fields.filter((field) => field !== named)).slice(0, 5);
  const phrases = told.map(({ key, value }) => `the ${key} is ${value}`);
  const last = phrases.pop();
  return `For ${named.value}, ${phrases.length === 0 ? last : `${phrases.join(', ')} and ${last}`}.`;
}

/** `Unit_Price` is said "unit price"; `VAT` stays. */
function sayKey(key: string): string {
  return key
    .trim()
    .replaceAll('_', ' ')
    .replace(/\b\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());
}

const KEY_KINDS: Partial<Record<Question['kind'], RegExp>> = {
  money: /price|cost|fee|rate|amount|charge|tariff|fare|salary/i,
  time: /time|day|date|hours|when|opens?|close|start|year/i,
  duration: /duration|time|length|hours|minutes|days/i,
  place: /place|location|address|city|room|floor|street|country|shelf|where/i,
  person: /name|person|manager|head|contact|teacher|author|owner|who/i,
  contact: /phone|mail|contact|tel|url|web/i,
  count: /count|number|quantity|stock|amount|size|capacity|seats|weight|height|age/i,
};

function isAskedFor(key: string, question: Question): boolean {
  if (KEY_KINDS[question.kind]?.test(key)) return true;
  return termsOf(key).some((term) => {
    if (question.terms.has(term)) return true;
    for (const related of relatedStems(term)) if (question.terms.has(related)) return true;
    return false;
  });
}

/** Keeps the part of an overlong sentence that is about the question, cut at commas. */
function shorten(sentence: string, question: Question): string {
  const words = sentence.split(' ');
  if (words.length <= MAX_WORDS && sentence.length <= 400) return sentence;
  const parts = sentence.split(/(?<=[,;:–—]) /).flatMap((part) => chunk(part, MAX_WORDS));
  const hits = parts.map(
    (part) => wordsOf(part).filter((word) => !isStopWord(word) && question.terms.has(stem(word))).length,
  );
  let start = hits.indexOf(Math.max(...hits));
  let end = start + 1;
  const size = () => parts.slice(start, end).join(' ').split(' ').length;
  while (start > 0 && size() + parts[start - 1]!.split(' ').length <= MAX_WORDS) start--;
  while (end < parts.length && size() + parts[end]!.split(' ').length <= MAX_WORDS) end++;
  const kept = parts
    .slice(start, end)
    .join(' ')
    .replace(/[,;:–—]$/, '');
  return `${start > 0 ? '… ' : ''}${kept.slice(0, 400)}${end < parts.length ? '…' : ''}`;
}

function chunk(part: string, size: number): string[] {
  const words = part.split(' ');
  const chunks: string[] = [];
  for (let at = 0; at < words.length; at += size) chunks.push(words.slice(at, at + size).join(' '));
  return chunks;
}

const LOWERED =
  /^(The|A|An|You|Your|We|Our|It|Its|If|In|On|At|To|For|From|There|All|Any|Each|Every|No|Most|Some|This|These|They|Their|When|After|Before|During|Please|As|With|Once|Only|Both|Up|By|Until|Unless|While|Refunds?|Returns?|Orders?|Items?|Guests?|Members?|Customers?|Employees?|Children|Visitors|Students|Tickets?|Late|Early|Free|New|Staff|Parking|Shipping|Delivery)\b/;

/** The sentence as it follows "According to the Menu, "; nothing where its first word may be a name. */
export function lowerFirst(sentence: string): string | undefined {
  return LOWERED.test(sentence) ? sentence.charAt(0).toLowerCase() + sentence.slice(1) : undefined;
}
