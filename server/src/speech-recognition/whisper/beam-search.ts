import type { Tensor } from '../../models/runtime/onnx-types.ts';
import { repeatedTokens, withoutRepetition } from './repetition.ts';
import { firstRow, lastRow, likeliest, logOfSum } from './token-scores.ts';
import type { WhisperFacts } from './whisper-files.ts';

/**
 * Texts whose log probability is this much lower than the best one's are dropped. If the model is certain, one text
 * remains, and the search costs no more than following the likeliest token.
 */
const MARGIN = 1.5;

/** Texts that end with this many equal tokens continue alike: only the likeliest of them is followed. */
const SAME_TOKENS = 3;

/** What the decoder computed from a text's tokens, and needs for the next one. */
export type Past = Readonly<Record<string, Tensor>>;

export interface Decoder {
  /** Runs the decoder once. Returns the scores for the tokens, and what the next run needs. */
  step: (tokens: readonly number[], past: Past | undefined) => Promise<{ logits: Tensor; past: Past }>;
  facts: Pick<WhisperFacts, 'endToken' | 'suppressed' | 'notAsFirst' | 'noSpeechToken'>;
}

export interface Attempt {
  tokens: number[];
  /** Mean over the tokens and the end. */
  logProbability: number;
  /** The likelihood that nobody speaks. */
  noSpeech: number;
  /** Length in tokens of a repetition, of which one occurrence is left; 0 if there was none. */
  repeats: number;
}

interface Text {
  tokens: readonly number[];
  /** Log probability of all of them. */
  sum: number;
  past: Past | undefined;
}
interface EndedText extends Text {
  repeats: number;
}

export interface Search {
  /** Maximum tokens of a text. */
  limit: number;
  /** Number of texts that are followed at once. */
  width: number;
  signal?: AbortSignal | undefined;
}

/**
 * Returns the likeliest text after `prompt`. The likeliest token of a step may lead to a text that is unlikely as a
 * whole, which is why several texts are followed. After an abort, rejects with the signal's reason at the next step.
 */
export async function searchBeam(
  { step, facts }: Decoder,
  prompt: readonly number[],
  { limit, width, signal }: Search,
): Promise<Attempt> {
  const { endToken, suppressed, notAsFirst, noSpeechToken } = facts;
  let noSpeech = 0;
  let open: Text[] = [{ tokens: [], sum: 0, past: undefined }];
  let ended: EndedText | undefined;
  while (open.length > 0) {
    const longer: Text[] = [];
    for (const { tokens, sum, past } of open) {
      signal?.throwIfAborted();
      const isFirst = past === undefined;
      const made = await step(isFirst ? prompt : tokens.slice(-1), past);
      if (isFirst && noSpeechToken !== undefined)
        noSpeech = probability(firstRow(made.logits), noSpeechToken);
      const scores = lastRow(made.logits);
      const whole = logOfSum(scores);
      for (const token of likeliest(scores, width, endToken, isFirst ? notAsFirst : suppressed))
        longer.push({ tokens: [...tokens, token], sum: sum + scores[token]! - whole, past: made.past });
    }
    longer.sort((one, other) => other.sum - one.sum);
    const least = Math.max(longer[0]!.sum, ended?.sum ?? Number.NEGATIVE_INFINITY) - MARGIN;
    open = [];
    for (const text of longer.slice(0, width).filter(({ sum }) => sum >= least)) {
      const isEnd = text.tokens.at(-1) === endToken;
      const repeats = isEnd ? 0 : repeatedTokens(text.tokens);
      if (isEnd || repeats > 0 || text.tokens.length === limit) {
        if (!ended || text.sum > ended.sum) ended = { ...text, repeats };
      } else if (!open.some((likelier) => goOnAlike(likelier, text))) open.push(text);
    }
    // A text does not become likelier as it continues.
    open = open.filter(({ sum }) => !ended || sum > ended.sum);
  }
  const { tokens, sum, repeats } = ended!;
  const said = tokens.filter((token) => token !== endToken);
  return {
    tokens: repeats > 0 ? withoutRepetition(said, repeats) : said,
    logProbability: sum / tokens.length,
    noSpeech,
    repeats,
  };
}

/** Whether two texts will continue alike. They have the same length, like all that are followed at the same time. */
function goOnAlike(one: Text, other: Text): boolean {
  return one.tokens.slice(-SAME_TOKENS).join() === other.tokens.slice(-SAME_TOKENS).join();
}

function probability(scores: Float32Array, token: number): number {
  return Math.exp(scores[token]! - logOfSum(scores));
}
