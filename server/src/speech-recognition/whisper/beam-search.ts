import type { Tensor } from '../../models/runtime/onnx-types.ts';
import { repeatedTokens, withoutRepetition } from './repetition.ts';
import { firstRow, lastRow, logSumExp, topTokens } from './token-scores.ts';
import type { WhisperFacts } from './whisper-files.ts';

/**
 * Hypotheses whose log probability is this much lower than the best one's are pruned. If the model is certain, one
 * remains, and the search costs no more than greedy decoding.
 */
const PRUNING_MARGIN = 1.5;

/** Hypotheses that end with this many equal tokens continue alike: only the likeliest of them is kept. */
const EQUAL_SUFFIX_TOKENS = 3;

/** The keys and values that the decoder computed from a hypothesis, by the names by which the next step takes them. */
export type Cache = Readonly<Record<string, Tensor>>;

export interface Decoder {
  /** Runs the decoder once. Returns the scores for the tokens, and what the next run needs. */
  step: (tokens: readonly number[], cache: Cache | undefined) => Promise<{ logits: Tensor; cache: Cache }>;
  facts: Pick<WhisperFacts, 'endToken' | 'suppressed' | 'suppressedAtStart' | 'noSpeechToken'>;
}

export interface DecodedText {
  tokens: number[];
  /** Mean over the tokens and the end. */
  logProb: number;
  /** The likelihood that nobody speaks. */
  noSpeech: number;
  /** Length in tokens of a repetition, of which one occurrence is left; 0 if there was none. */
  repetitionTokens: number;
}

interface Hypothesis {
  tokens: readonly number[];
  /** Sum over the tokens. */
  logProb: number;
  cache: Cache | undefined;
}
interface EndedHypothesis extends Hypothesis {
  repetitionTokens: number;
}

export interface BeamSearchOptions {
  /** Maximum tokens of a hypothesis. */
  maxTokens: number;
  /** Number of hypotheses that are kept at each step. */
  beamWidth: number;
  signal?: AbortSignal | undefined;
}

/**
 * Returns the likeliest text after `prompt`. The likeliest token of a step may lead to a text that is unlikely as a
 * whole, which is why several hypotheses are kept. After an abort, rejects with the signal's reason at the next step.
 */
export async function beamSearch(
  { step, facts }: Decoder,
  prompt: readonly number[],
  { maxTokens, beamWidth, signal }: BeamSearchOptions,
): Promise<DecodedText> {
  const { endToken, suppressed, suppressedAtStart, noSpeechToken } = facts;
  let noSpeech = 0;
  let beams: Hypothesis[] = [{ tokens: [], logProb: 0, cache: undefined }];
  let ended: EndedHypothesis | undefined;
  while (beams.length > 0) {
    const candidates: Hypothesis[] = [];
    for (const { tokens, logProb, cache } of beams) {
      signal?.throwIfAborted();
      const isFirst = cache === undefined;
      const decoded = await step(isFirst ? prompt : tokens.slice(-1), cache);
      if (isFirst && noSpeechToken !== undefined)
        noSpeech = probability(firstRow(decoded.logits), noSpeechToken);
      const scores = lastRow(decoded.logits);
      const norm = logSumExp(scores);
      for (const token of topTokens(scores, beamWidth, endToken, isFirst ? suppressedAtStart : suppressed))
        candidates.push({
          tokens: [...tokens, token],
          logProb: logProb + scores[token]! - norm,
          cache: decoded.cache,
        });
    }
    candidates.sort((one, other) => other.logProb - one.logProb);
    const minSum =
      Math.max(candidates[0]!.logProb, ended?.logProb ?? Number.NEGATIVE_INFINITY) - PRUNING_MARGIN;
    beams = [];
    for (const text of candidates.slice(0, beamWidth).filter(({ logProb }) => logProb >= minSum)) {
      const isEnd = text.tokens.at(-1) === endToken;
      const repetitionTokens = isEnd ? 0 : repeatedTokens(text.tokens);
      if (isEnd || repetitionTokens > 0 || text.tokens.length === maxTokens) {
        if (!ended || text.logProb > ended.logProb) ended = { ...text, repetitionTokens };
      } else if (!beams.some((likelier) => haveEqualSuffix(likelier, text))) beams.push(text);
    }
    // A hypothesis does not become likelier as it continues.
    beams = beams.filter(({ logProb }) => !ended || logProb > ended.logProb);
  }
  const { tokens, logProb, repetitionTokens } = ended!;
  const textTokens = tokens.filter((token) => token !== endToken);
  return {
    tokens: repetitionTokens > 0 ? withoutRepetition(textTokens, repetitionTokens) : textTokens,
    logProb: logProb / tokens.length,
    noSpeech,
    repetitionTokens,
  };
}

/** Whether two hypotheses will continue alike. They have the same length, like all that are kept at the same step. */
function haveEqualSuffix(one: Hypothesis, other: Hypothesis): boolean {
  return one.tokens.slice(-EQUAL_SUFFIX_TOKENS).join() === other.tokens.slice(-EQUAL_SUFFIX_TOKENS).join();
}

function probability(scores: Float32Array, token: number): number {
  return Math.exp(scores[token]! - logSumExp(scores));
}
