import type { Emotion } from '../../faces/face.ts';

/** Stage directions that expressive voices understand, such as `[laughs]`. */
const TAGS: readonly [Emotion, RegExp][] = [
  ['happy', /laugh|chuckle|giggl|cheer|happ|excite|smil|delight/],
  ['sad', /sad|cry|sob|sigh|sorrow|tear/],
  ['surprised', /surpris|gasp|amaz|shock/],
  ['concerned', /worr|concern|nervous|anxious/],
  ['angry', /angry|furious|annoy|frustrat/],
  ['thinking', /think|ponder|hmm|curious/],
];

const WORDS: readonly [Emotion, RegExp][] = [
  [
    'concerned',
    /\b(?:i'?m (?:so |very |really )?sorry to hear|that (?:must|sounds) (?:be )?(?:hard|difficult|worrying)|are you (?:ok|okay|alright|all right)|be careful|please take care)\b/,
  ],
  ['sad', /\b(?:unfortunately|sadly|i regret|i'?m afraid|my condolences|i'?m (?:so |very |really )?sorry)\b/],
  ['surprised', /\b(?:wow|oh my|really\?|no way|incredible|unbelievable|what a surprise)\b/],
  [
    'happy',
    /\b(?:congratulations|wonderful|fantastic|great news|i'?m (?:so |very |really )?(?:happy|glad|pleased|delighted)|lovely|hooray|awesome|welcome)\b/,
  ],
  ['thinking', /\b(?:let me (?:think|see|check|look)|hmm+|good question|i wonder)\b/],
];

/**
 * Returns the feeling that a text expresses, for engines whose model cannot call `express`. Only explicit words count;
 * most sentences express none.
 */
export function emotionFromText(text: string): Emotion | undefined {
  const tags = [...text.matchAll(/\[([^\]]{2,30})\]/g)].map((match) => match[1]!.toLowerCase());
  for (const tag of tags) {
    for (const [emotion, pattern] of TAGS) if (pattern.test(tag)) return emotion;
  }
  const plain = text.toLowerCase().replaceAll('’', "'");
  for (const [emotion, pattern] of WORDS) if (pattern.test(plain)) return emotion;
  return undefined;
}
