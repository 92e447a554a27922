import type { FoundPassage } from '@visavis/contracts';
import { trimEnd } from '../../../lib/trim-end.ts';
import { contradicts } from './contradiction.ts';
import { type ReadPassage, readPassage, type Unit } from './passage-units.ts';
import { hasShape, type Question } from './question.ts';
import { relatedStems } from './synonyms.ts';
import { isStopWord, stem, termsOf, wordsOf } from './words.ts';

export interface Answer {
  documentName: string;
  /** One to three sentences, as they stand in the document, in its order. */
  sentences: string[];
  /** The units of the passage that were quoted. */
  units: string[];
  /** 0..1: how much of the question the sentences and their surroundings cover. */
  confidence: number;
  /** The rank among the candidates for the same question: the highest is chosen. */
  score: number;
  /** Where it was found: `passages[passage]`, and the unit after the last one quoted. */
  passage: number;
  nextUnit: number;
}

/** From here on an answer is given as certain; between `DOUBTFUL` and here with a reservation. */
export const CONFIDENT = 0.5;
export const DOUBTFUL = 0.33;

/** Sentences that are not understood without the one before. */
const BACK_REFERENCE =
  /^(it|they|this|these|that|those|he|she|such|both|there|then|otherwise|however|but|in that case)\b/i;

const MAX_PASSAGES = 12;
const MAX_CHARS = 320;

interface Candidate {
  passage: number;
  unit: number;
  score: number;
  confidence: number;
}

/**
 * Picks the sentences that answer a question best: shared terms weighted by rarity, the surroundings (heading, document
 * name, neighbours) at a discount, a bonus where the sentence holds what is asked for. `passages` come best first;
 * `excluded` sentences are skipped. Returns `undefined` where no sentence is about the question.
 */
export function selectAnswer(
  question: Question,
  passages: readonly FoundPassage[],
  excluded: ReadonlySet<string> = new Set(),
): Answer | undefined {
  const read = passages.slice(0, MAX_PASSAGES).map(readPassage);
  const best = bestOf(question, passages, read, (text) => !excluded.has(text));
  return best && best.confidence >= DOUBTFUL ? answerOf(best, read, question) : undefined;
}

/** How much lower a second answer may score to be given beside the best one. */
const RIVAL_MARGIN = 0.12;

/**
 * An answer of another passage that is as good and contradicts the first: it holds the same words of the question, but
 * another time, price or number.
 */
export function selectRival(
  question: Question,
  passages: readonly FoundPassage[],
  answer: Answer,
): Answer | undefined {
  if (answer.confidence < CONFIDENT) return undefined;
  const read = passages.slice(0, MAX_PASSAGES).map(readPassage);
  const asked = (found: Answer) => {
    const held = new Set(termsOf([read[found.passage]!.heading, ...found.units].join(' ')));
    return [...question.terms.keys()].filter((term) => held.has(term)).join(' ');
  };
  const best = bestOf(question, passages, read, (_text, passage) => passage !== answer.passage);
  if (!best || best.confidence < CONFIDENT || best.score < answer.score - RIVAL_MARGIN) return undefined;
  const rival = answerOf(best, read, question);
  const differs = contradicts(answer.sentences.join(' '), rival.sentences.join(' '), question.kind);
  return differs && asked(rival) === asked(answer) ? rival : undefined;
}

function bestOf(
  question: Question,
  passages: readonly FoundPassage[],
  read: readonly ReadPassage[],
  isWanted: (text: string, passage: number) => boolean,
): Candidate | undefined {
  if (question.terms.size === 0) return undefined;
  const weights = weighTerms(question, read);
  let best: Candidate | undefined;
  for (const [passage, one] of read.entries()) {
    const prior = 0.12 * relativeScore(passages, passage);
    for (const candidate of scoreUnits(one, question, weights)) {
      if (!isWanted(one.units[candidate.unit]!.text, passage)) continue;
      const score = candidate.score + prior;
      if (best === undefined || score > best.score) best = { ...candidate, passage, score };
    }
  }
  return best;
}

function answerOf(best: Candidate, read: readonly ReadPassage[], question: Question): Answer {
  const quoted = quote(read[best.passage]!, best.unit);
  const whole = extend(quoted, read[best.passage]!, question);
  return { ...whole, confidence: best.confidence, score: best.score, passage: best.passage };
}

function relativeScore(passages: readonly FoundPassage[], index: number): number {
  const top = passages[0]!.score;
  return top > 0 ? Math.max(0, Math.min(1, passages[index]!.score / top)) : 1 / (index + 1);
}

/** Rare terms distinguish sentences best; a term that no passage holds gets a medium weight. */
function weighTerms(question: Question, read: readonly ReadPassage[]): Map<string, number> {
  const units = read.flatMap((one) => one.units.map((unit) => new Set(termsOf(unit.text))));
  const weights = new Map<string, number>();
  for (const [term, own] of question.terms) {
    let holding = 0;
    for (const unit of units) if (unit.has(term)) holding++;
    const rarity = holding === 0 ? 0.5 : 1 - Math.log(1 + holding) / Math.log(2 + units.length);
    weights.set(term, own * (0.5 + 0.7 * rarity));
  }
  return weights;
}

function* scoreUnits(
  passage: ReadPassage,
  question: Question,
  weights: Map<string, number>,
): Generator<Omit<Candidate, 'passage'>> {
  const around = new Set([...termsOf(passage.heading), ...termsOf(passage.documentName)]);
  const terms = passage.units.map((unit) => new Set(termsOf(unit.text)));
  let total = 0;
  for (const weight of weights.values()) total += weight;
  for (const [index, unit] of passage.units.entries()) {
    const previous = terms[index - 1];
    const previousAsks = passage.units[index - 1]?.text.endsWith('?') ?? false;
    const pointsBack = BACK_REFERENCE.test(unit.text);
    let own = 0;
    let direct = 0;
    let near = 0;
    for (const [term, weight] of weights) {
      const inUnit = presence(term, terms[index]!);
      // In a list of questions and answers the question has the words that are searched for, and the next sentence has
      // the answer.
      const inPrevious = previous === undefined ? 0 : presence(term, previous) * (previousAsks ? 0.95 : 0.4);
      const inFrame = presence(term, around);
      own += inUnit;
      // A sentence need not repeat the words of its heading, so those count for it, but less than its own.
      direct += weight * Math.max(inUnit, inFrame * 0.6, previousAsks || pointsBack ? inPrevious : 0);
      near += weight * Math.max(inUnit, inPrevious, inFrame * 0.85);
    }
    if (own === 0 && near < 0.7 * total) continue;
    const confidence = (0.55 * direct + 0.45 * near) / total;
    const shape = hasShape(unit.text, question.kind) ? 0.28 * Math.min(1, confidence * 2) : 0;
    const introduces = unit.text.endsWith(':') && passage.units[index + 1]?.kind === 'item';
    const asks = unit.text.endsWith('?') || (unit.text.endsWith(':') && !introduces) ? 0.45 : 0;
    yield {
      unit: index,
      confidence,
      score: confidence + shape + subjectBonus(unit, question) - asks - lengthPenalty(unit),
    };
  }
}

function presence(term: string, where: ReadonlySet<string>): number {
  if (where.has(term)) return 1;
  for (const related of relatedStems(term)) if (where.has(related)) return 0.65;
  // People write "water proof" for "waterproof", and "checkin" for "check-in".
  if (term.length >= 6)
    for (const other of where)
      if (other.length >= 6 && (other.startsWith(term) || term.startsWith(other))) return 0.7;
  return 0;
}

/** "What is X?" is answered by the sentence that begins with X and says what it is. */
function subjectBonus(unit: Unit, question: Question): number {
  if (question.kind !== 'definition') return 0;
  const opening = wordsOf(unit.text).slice(0, 8);
  const verb = opening.findIndex((word) => /^(is|are|was|were|means)$/.test(word));
  if (verb < 1) return 0;
  return opening.slice(0, verb).some((word) => !isStopWord(word) && question.terms.has(stem(word))) ? 0.2 : 0;
}

function lengthPenalty(unit: Unit): number {
  const words = unit.text.length / 6;
  return words > 45 ? 0.15 : words < 3 ? 0.1 : 0;
}

type Quote = Omit<Answer, 'confidence' | 'score' | 'passage'>;

/** The unit with what it needs to be understood: the sentence its pronoun points to, the list it introduces. */
function quote(passage: ReadPassage, at: number): Quote {
  const { units, documentName } = passage;
  const chosen = units[at]!;
  const before = units[at - 1];
  const after = units[at + 1];
  const plain = (first: number, last: number): Quote => {
    const sentences = units.slice(first, last + 1).map((unit) => unit.text);
    return { documentName, sentences, units: sentences, nextUnit: last + 1 };
  };
  if (chosen.kind === 'item') {
    let first = at;
    while (first > 0 && units[first - 1]!.kind === 'item') first--;
    const introduced = units[first - 1]?.text.endsWith(':') ?? false;
    return introduced ? quoteList(units, first, documentName) : plain(at, at);
  }
  if (chosen.text.endsWith(':') && after?.kind === 'item') return quoteList(units, at + 1, documentName);
  if (chosen.text.endsWith(':') && after !== undefined) return plain(at, at + 1);
  if (chosen.text.endsWith('?') && after !== undefined) return plain(at + 1, at + 1);
  const pointsBack =
    BACK_REFERENCE.test(chosen.text) &&
    before?.kind === 'sentence' &&
    !before.text.endsWith('?') &&
    before.text.length + chosen.text.length < MAX_CHARS;
  return plain(pointsBack ? at - 1 : at, at);
}

/** Takes the next sentence along where it speaks of something in the question that the quoted ones do not. */
function extend(quoted: Quote, passage: ReadPassage, question: Question): Quote {
  const next = passage.units[quoted.nextUnit];
  if (next?.kind !== 'sentence' || /[?:]$/.test(next.text)) return quoted;
  if (quoted.sentences.join(' ').length + next.text.length > MAX_CHARS * 0.8) return quoted;
  const told = new Set([...quoted.units.flatMap(termsOf), ...termsOf(passage.heading)]);
  const adds = termsOf(next.text).some((term) => question.terms.get(term) === 1 && !told.has(term));
  if (!adds) return quoted;
  return {
    ...quoted,
    sentences: [...quoted.sentences, next.text],
    units: [...quoted.units, next.text],
    nextUnit: quoted.nextUnit + 1,
  };
}

function quoteList(units: Unit[], first: number, documentName: string): Quote {
  const intro = units[first - 1]!.text;
  const told = [intro];
  let next = first;
  let chars = intro.length;
  while (units[next]?.kind === 'item' && chars < MAX_CHARS * 1.5) {
    told.push(units[next]!.text);
    chars += units[next]!.text.length;
    next++;
  }
  const items = told.slice(1).map((item) => trimEnd(item, '.;,'));
  const last = items.pop();
  const joined = items.length === 0 ? last : `${items.join(', ')} and ${last}`;
  return { documentName, sentences: [`${intro} ${joined}.`], units: told, nextUnit: next };
}
