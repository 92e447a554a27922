import { isStopWord, stem, termsOf, wordsOf } from './words.ts';

/** What a sentence must hold to answer this kind of question. */
export type AnswerKind =
  | 'time'
  | 'duration'
  | 'count'
  | 'money'
  | 'place'
  | 'person'
  | 'contact'
  | 'reason'
  | 'manner'
  | 'definition'
  | 'permission'
  | 'any';

export interface Question {
  text: string;
  /** Stems, each once, with a weight: 1 for the subject of the question, less for words that only hint at it. */
  terms: Map<string, number>;
  kind: AnswerKind;
}

const KINDS: [AnswerKind, RegExp][] = [
  ['contact', /\b(phone|telephone|e-?mail|contact|reach|call (you|them|him|her)|hotline|website|url)\b/],
  [
    'money',
    /\bhow much\b(?!\s+(time|water|space|memory|weight|sleep))|\b(price|cost|costs|fee|fees|charge|tariff|fare|rate|expensive|salary|pay for)\b/,
  ],
  [
    'duration',
    /\bhow long\b|\bhow much time\b|\bhow (quickly|soon|fast)\b|\bduration\b|\bhow many (minutes|hours|days|weeks|months|years)\b/,
  ],
  [
    'time',
    /\bwhen\b|\bwhat (time|day|date|year|month)\b|\bhow (late|early)\b|\b(until|till|since) when\b|\b(opening|business|office) (hours|times)\b|\bwhich (day|year|month)s?\b|\bare you open\b/,
  ],
  [
    'count',
    /\bhow (many|much|old|big|large|tall|high|deep|wide|far|heavy|hot|cold|often|fast)\b|\bwhat (number|percentage|size|temperature|speed)\b/,
  ],
  [
    'place',
    /\bwhere\b|\bwhat (address|city|country|floor|building|room|street)\b|\bwhich (city|country|floor|building|room|street)\b|\blocated\b|\b(postal |street )?address\b(?! book)/,
  ],
  ['person', /\bwho(m|se)?\b|\bwhat is the name of the (person|manager|head|director|founder|doctor)\b/],
  ['reason', /\bwhy\b|\bwhat (is the reason|causes|for)\b|\bhow come\b/],
  [
    'manner',
    /\bhow (do|can|could|should|would|to|does one|am i supposed)\b|\bwhat (do|should|must) i do\b|\bsteps\b/,
  ],
  [
    'definition',
    /^(so |and |ok(ay)? )*(what|who) (is|are|was|were|does|do)\b|\bwhat('s| is) meant by\b|\bdefine\b|\bmeaning of\b/,
  ],
  ['permission', /^(so |and )*(can|may|could|am|are|is|do|does|must|should|will|has|have)\b/],
];

const NUMBER =
  /\d|\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|fifty|sixty|hundred|thousand|million|dozen|half|once|twice|every|each|no more than|unlimited)\b/;

const SHAPES: Record<AnswerKind, RegExp | undefined> = {
  time: /\b\d{1,2}([:.]\d{2})?\s?(am|pm|a\.m|p\.m|o'clock)\b|\b\d{1,2}:\d{2}\b|\b(mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(january|february|march|april|may|june|july|august|september|october|november|december)\b|\b(1[5-9]|20)\d\d\b|\b(noon|midnight|daily|weekdays?|weekends?|morning|afternoon|evening|night|spring|summer|autumn|winter|tomorrow|century)\b|\b(within|after|before|until|by) (the )?(\d+|one|two|three|end|day)\b/,
  duration:
    /(\d|\b(an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|few|several|half an?))[ -]((business|working|calendar|full|whole|more) )?(seconds?|minutes?|hours?|days?|weeks?|months?|years?|nights?)\b/,
  count: NUMBER,
  money:
    /[$€£¥]|\b\d+([.,]\d+)?\s?(euros?|dollars?|pounds?|cents?|usd|eur|gbp|chf|francs?)\b|\bfree\b|\bno (extra )?(charge|cost|fee)\b|\bprice\b.{0,20}\d/,
  place:
    /\b(street|road|avenue|square|floor|building|room|lobby|entrance|hall|station|city|centre|center|next to|near|behind|opposite|beside|located|address|corner|basement|ground|upstairs|downstairs|between|at the|in the|on the)\b|\b(in|at|from|to) \p{Lu}/u,
  person:
    /\b([Dd]r|[Mm]rs?|[Mm]s|[Pp]rof(essor)?|[Dd]octor|[Cc]hief|[Dd]irector|[Mm]anager|[Hh]ead)\b|\p{Lu}[\p{L}'-]{1,40} \p{Lu}[\p{L}'-]/u,
  contact: /@|\+?\d[\d\s()/-]{5,}\d|\bwww\.|https?:|\.(com|org|net|io|example)\b/,
  reason:
    /\b(because|since|due to|so that|in order|to (avoid|prevent|protect|keep|make)|the reason|caused? by|as a result)\b/,
  manner:
    /\b(by|press|click|select|choose|use|fill|call|open|go to|send|write|visit|hold|pull|push|turn|enter|follow|contact|log in|sign|scan|bring|ask|present|report|put|take|place|set|install|connect|first|then)\b/,
  definition: /\b(is|are|means|refers to|was|were|describes|stands for)\b/,
  permission:
    /\b(can|may|must|not|only|allowed|permitted|welcome|free|available|included|possible|require[sd]?|prohibited|never|always|open|closed)\b/,
  any: undefined,
};

/** Words that only say what kind of answer is wanted; a fitting answer rarely repeats them. */
const KIND_WORDS: Partial<Record<AnswerKind, readonly string[]>> = {
  money: ['cost', 'price', 'charge', 'fee', 'pay', 'expensive', 'money'],
  time: ['time', 'day', 'date', 'hours', 'year', 'start', 'late', 'early'],
  duration: ['long', 'time', 'quickly', 'soon', 'fast', 'take', 'takes', 'days', 'hours', 'minutes'],
  count: ['number', 'old', 'big', 'large', 'high', 'tall'],
  place: ['located', 'place', 'address', 'location'],
  person: ['person', 'name'],
  contact: ['contact', 'reach', 'call'],
  reason: ['reason'],
  definition: ['mean', 'meaning', 'definition', 'define'],
};
const KIND_STEMS = new Map(
  Object.entries(KIND_WORDS).map(([kind, words]) => [kind, new Set(words.map(stem))] as const),
);

/** Reads what is asked. `topic` holds terms of the talk so far, for questions like "how much does it cost?". */
export function readQuestion(text: string, topic: Iterable<string> = []): Question {
  const plain = text.toLowerCase().replaceAll('’', "'").trim();
  const kind = KINDS.find(([, pattern]) => pattern.test(plain))?.[0] ?? 'any';
  const terms = new Map<string, number>();
  for (const term of topic) terms.set(term, 0.5);
  for (const term of termsOf(text).slice(0, 60)) terms.set(term, KIND_STEMS.get(kind)?.has(term) ? 0.35 : 1);
  return { text, terms, kind };
}

/** True where the sentence holds what such a question asks for: a time for "when", a number for "how many". */
export function hasShape(sentence: string, kind: AnswerKind): boolean {
  const shape = SHAPES[kind];
  if (shape === undefined) return false;
  // Names and places are recognized by their capitals; the rest is matched in lower case.
  return shape.test(kind === 'person' || kind === 'place' ? sentence : sentence.toLowerCase());
}

/** "In which room?", "how long?": it asks for one more detail of what was spoken of. */
const ATTRIBUTE =
  /^(?:and |but )?(?:(?:in|on|at|from|until|till|since|by|for|to|with) )?(?:what|which|whose|how) [\p{L}-]+ ?\??$/iu;

/** True for a question that leans on what was said before: it has a pronoun, or hardly a word of its own. */
export function leansOnTopic(text: string): boolean {
  const words = wordsOf(text);
  const own = words.filter((word) => !isStopWord(word)).length;
  const pronoun = words.some((word) =>
    /^(it|its|it's|they|them|their|that|this|those|these|he|she|him|her|his|there|one|ones)$/.test(word),
  );
  return (
    own === 0 ||
    ATTRIBUTE.test(text.trim()) ||
    (pronoun && own <= 3) ||
    /^(and|or|but|also|what about|how about)\b/i.test(text.trim())
  );
}
