import type { FoundPassage } from '@visavis/contracts';
import type { OwnKnowledge } from './own-knowledge.ts';
import { readPassage } from './passage-units.ts';
import { leansOnTopic, type Question, readQuestion } from './question.ts';
import { type Answer, CONFIDENT, selectAnswer, selectRival } from './select-answer.ts';
import { relatedWords } from './synonyms.ts';
import { isStopWord, termsOf, wordsOf } from './words.ts';

/** Rejects when the knowledge base cannot be reached, or with the signal's reason. */
export type Search = (query: string, take: number, signal: AbortSignal) => Promise<FoundPassage[]>;

const TAKE = 8;
const MAX_QUERY_CHARS = 300;

/** What was asked and found last; follow-ups start from it. */
export interface Finding {
  question: Question;
  passages: FoundPassage[];
  answer: Answer;
  /** Sentences already quoted to the user, as they stand in the documents. */
  told: Set<string>;
}

export interface LookUp {
  question: Question;
  finding?: Finding;
  /** An answer that is as good and says something else. */
  rival?: Finding;
  /** Where nothing answers: the passages that came nearest, best first. */
  nearest: FoundPassage[];
}

/**
 * Searches the knowledge base and the character's instructions and context, and picks the answer. A question that leans
 * on what was said before is read together with it, unless its own words alone find a better answer. Rejects when the
 * search fails.
 */
export async function lookUp(
  text: string,
  previous: Finding | undefined,
  search: Search | undefined,
  own: OwnKnowledge,
  signal: AbortSignal,
): Promise<LookUp> {
  if (previous === undefined || !leansOnTopic(text)) return lookUpAs(text, undefined, search, own, signal);
  const leaning = await lookUpAs(text, previous, search, own, signal);
  const spoken = coverage(leaning.finding, text);
  if (spoken === 1) return onlyNew(leaning, previous);
  const alone = await lookUpAs(text, undefined, search, own, signal);
  const isBetter = coverage(alone.finding, text) > spoken;
  return isBetter ? alone : onlyNew(leaning, previous);
}

/** How many of the question's own words the answer and the sentence before it hold, 0..1. */
function coverage(finding: Finding | undefined, text: string): number {
  // "How much does it cost?" has no word of its own: what "it" is was said before.
  const terms = [...readQuestion(text).terms].flatMap(([term, weight]) => (weight === 1 ? term : []));
  if (terms.length === 0) return 1;
  if (finding === undefined) return 0;
  const { units, heading } = readPassage(finding.passages[finding.answer.passage]!);
  const { nextUnit, units: quoted } = finding.answer;
  const near = units.slice(Math.max(0, nextUnit - quoted.length - 1), nextUnit).map((unit) => unit.text);
  const held = new Set(termsOf([heading, ...near].join(' ')));
  return terms.filter((term) => held.has(term)).length / terms.length;
}

/** Leaves out what was quoted a moment ago, where something new remains. */
function onlyNew(found: LookUp, { told }: Finding): LookUp {
  const answer = found.finding?.answer;
  if (!found.finding || !answer || answer.sentences.length !== answer.units.length) return found;
  const isNew = answer.units.map((unit) => !told.has(unit));
  if (!isNew.includes(true) || !isNew.includes(false)) return found;
  const keep = (list: string[]) => list.filter((_, at) => isNew[at]);
  const shorter = { ...answer, sentences: keep(answer.sentences), units: keep(answer.units) };
  return { ...found, finding: { ...found.finding, answer: shorter } };
}

async function lookUpAs(
  text: string,
  previous: Finding | undefined,
  search: Search | undefined,
  own: OwnKnowledge,
  signal: AbortSignal,
): Promise<LookUp> {
  const leans = previous !== undefined;
  const topic = leans ? topicOf(previous) : [];
  const question = readQuestion(text, topic);
  if (leans && question.kind === 'any') question.kind = previous.question.kind;
  const words = wordsOf(text).filter((word) => !isStopWord(word));
  const query = (leans ? `${text} ${topicWords(previous)}` : text).slice(0, MAX_QUERY_CHARS);
  const hasMatter = words.length > 0 || leans;
  signal.throwIfAborted();
  const documents = search === undefined || !hasMatter ? [] : await search(query, TAKE, signal);
  const ownPassages = own.search(question.terms.keys(), TAKE);
  const choose = (found: FoundPassage[]) => {
    const passages = merge(found, ownPassages, question.terms.size);
    return { passages, answer: selectAnswer(question, passages) };
  };
  let chosen = choose(documents);
  if (search !== undefined && (chosen.answer?.confidence ?? 0) < CONFIDENT) {
    // People ask in other words than the authors of documents use.
    const related = relatedWords([...question.terms.keys()]);
    const wider = related.length === 0 ? [] : await search(`${query} ${related.join(' ')}`, TAKE, signal);
    const second = choose(wider);
    if ((second.answer?.confidence ?? 0) > (chosen.answer?.confidence ?? 0)) chosen = second;
  }
  const { passages, answer } = chosen;
  if (answer !== undefined) {
    const rival = selectRival(question, passages, answer);
    const finding = { question, passages, answer, told: new Set(answer.units) };
    return { question, nearest: [], finding, ...(rival && { rival: { ...finding, answer: rival } }) };
  }
  return { question, nearest: documents };
}

/** What the same passages hold beyond what was already quoted: first the sentences that follow, then the next best. */
export function lookFurther(finding: Finding): Finding | undefined {
  const { passages, told, question } = finding;
  const read = readPassage(passages[finding.answer.passage]!);
  const following: string[] = [];
  let next = finding.answer.nextUnit;
  while (next < read.units.length && following.length < 2) {
    const unit = read.units[next++]!;
    if (!told.has(unit.text) && !unit.text.endsWith('?')) following.push(unit.text);
    if (following.join(' ').length > 180) break;
  }
  let answer: Answer | undefined;
  if (following.length > 0)
    answer = { ...finding.answer, sentences: following, units: following, nextUnit: next };
  else answer = selectAnswer(question, passages, told);
  if (answer === undefined) return undefined;
  return { ...finding, answer, told: new Set([...told, ...answer.units]) };
}

/** The beginning of the nearest passage, to be read to the user if they accept the offer. */
export function offerOf({ question, nearest }: LookUp): Finding | undefined {
  const passage = nearest.find(({ text }) => termsOf(text).some((term) => question.terms.has(term)));
  if (passage === undefined) return undefined;
  const units = readPassage(passage)
    .units.slice(0, 2)
    .map((unit) => unit.text);
  if (units.length === 0) return undefined;
  const { documentName } = passage;
  const answer = {
    documentName,
    sentences: units,
    units,
    confidence: 0,
    passage: 0,
    nextUnit: units.length,
    score: 0,
  };
  return { question, passages: [passage], answer, told: new Set(units) };
}

/**
 * Passages of documents and of the instructions on one scale: those of the instructions win only by holding more of the
 * question.
 */
function merge(documents: FoundPassage[], own: FoundPassage[], terms: number): FoundPassage[] {
  const top = documents[0]?.score ?? 0;
  const scaled = documents.map((one) => ({ ...one, score: top > 0 ? one.score / top : 0.5 }));
  const ownScaled = own.map((one) => ({ ...one, score: Math.min(1, one.score / Math.max(1, terms)) }));
  return [...scaled, ...ownScaled].sort((a, b) => b.score - a.score);
}

function topicOf(finding: Finding): string[] {
  const own = [...finding.question.terms].filter(([, weight]) => weight === 1).map(([term]) => term);
  const carried = [...finding.question.terms.keys()].filter((term) => !own.includes(term));
  return [...own, ...carried].slice(0, 5);
}

function topicWords(finding: Finding): string {
  const heading = readPassage(finding.passages[finding.answer.passage]!).heading;
  return `${finding.question.text} ${termsOf(finding.question.text).length < 2 ? heading : ''}`.trim();
}
