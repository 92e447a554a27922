/** Words that carry no topic: function words, and the polite padding of questions. */
const STOP_WORDS = new Set(
  (
    'a an the this that these those there here it its he she him her his hers they them their we us our ours ' +
    'you your yours i me my mine myself yourself and or but nor so if then than as of to in on at by for from ' +
    'with without into onto about over under up down out off is are was were be been being am do does did doing ' +
    'done have has had having can could may might must shall should will would what which who whom whose when ' +
    'where why how not no yes ok okay please tell know let say said want wants wanted need needs like likes ' +
    'give get gets got any some all every each much many more most very just also too only even still again ' +
    'something anything everything someone anyone thing things way kind sort possible able help find show ' +
    'explain information info question wonder wondering actually really maybe perhaps think ' +
    "i'm i'd i'll i've it's that's what's who's where's when's how's there's don't doesn't didn't can't won't isn't aren't " +
    "you're you'd you'll we're they're let's make made happen happens exactly regarding concerning back until till while since away keep per today now"
  ).split(' '),
);

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}]/u;

/** Returns the words of a text in lower case; text without spaces (Chinese, Japanese, Thai) is split by dictionary. */
function wordsOf(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase().replaceAll('’', "'");
  const words = plain.match(/[\p{L}\p{M}\p{N}]+(?:'[\p{L}]+)?/gu) ?? [];
  if (!UNSPACED.test(plain)) return words;
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  return words.flatMap((word) =>
    UNSPACED.test(word) ? [...segmenter.segment(word)].map((part) => part.segment) : [word],
  );
}

/** Returns the stems of the words that show what a text is about, in order and with repetitions. */
export function termsOf(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !STOP_WORDS.has(word))
    .map(stem);
}

const SINGULARS = new Map([
  ['children', 'child'],
  ['men', 'man'],
  ['people', 'person'],
  ['women', 'woman'],
]);

/**
 * A simple English stemmer: enough to match "closing", "closes" and "closed", or "cancellation" and "cancel". It may
 * cut too much, but it does so on both sides of a comparison.
 */
function stem(word: string): string {
  let root = word.replace(/'s?$|'\p{L}+$/u, '');
  root = SINGULARS.get(root) ?? root;
  if (!/^[a-z]+$/.test(root) || root.length < 4) return root;
  root = root
    .replace(/ies$/, 'y')
    .replace(/(ss|x|z|ch|sh)es$/, '$1')
    .replace(/([^su])s$/, '$1');
  const cut = /^(.{3,}?)(?:ations?|ments?|ships?|ings?|edly|ed|ly|ers?|ions?)$/.exec(root)?.[1];
  if (cut !== undefined && /[aeiouy]/.test(cut)) root = cut.replace(/([bdfglmnprt])\1$/, '$1');
  return root.length > 3 ? root.replace(/(?:e|y|i)$/, '') : root;
}
