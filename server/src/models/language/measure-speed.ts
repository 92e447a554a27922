import type { LanguageModel } from './chat-request.ts';

export interface LanguageSpeed {
  /** Milliseconds from a question to the first words, if nothing was computed before. */
  coldMs: number;
  /** Milliseconds from a question to the first words, if everything but the question was computed before. */
  keptMs: number;
  tokensPerSecond: number;
}

/** About 300 tokens, like an agent with a few sentences of instructions. */
const INSTRUCTIONS =
  'You are a friendly guide of a museum. You answer in one or two short sentences. '.repeat(17);
const ANSWER_TOKENS = 24;
/** The first clause of an answer, which is spoken as soon as it is complete. */
const CLAUSE_TOKENS = 8;
/** If the first clause takes longer than this, a conversation drags. */
export const MAX_FIRST_CLAUSE_MS = 1200;
/** After this long, a measurement ends with what it has: the model is far too slow. */
const MAX_MEASURING_MS = 60_000;

/**
 * Measures the model with two questions, for at most `maxMs`. If no token comes within that time, `tokensPerSecond` is
 * 0. Rejects with the reason of `signal` if it aborts, and with the errors of the model.
 */
export async function measureLanguage(
  model: Pick<LanguageModel, 'answer'>,
  { signal, maxMs = MAX_MEASURING_MS }: { signal?: AbortSignal; maxMs?: number } = {},
): Promise<LanguageSpeed> {
  const late = AbortSignal.timeout(maxMs);
  const ended = signal ? AbortSignal.any([signal, late]) : late;
  const ask = async (question: string) => {
    const beganAt = performance.now();
    let firstAt: number | undefined;
    let steps = 0;
    const messages = [
      { role: 'system', content: INSTRUCTIONS },
      { role: 'user', content: question },
    ];
    const request = { key: 'speed', messages, maxTokens: ANSWER_TOKENS };
    try {
      for await (const text of model.answer(request, ended)) {
        if (firstAt !== undefined) steps++;
        else if (text) firstAt = performance.now();
        if (steps >= ANSWER_TOKENS) break;
      }
    } catch (error) {
      if (signal?.aborted || !late.aborted) throw error;
    }
    const endedAt = performance.now();
    return { firstMs: (firstAt ?? endedAt) - beganAt, steps, restMs: endedAt - (firstAt ?? endedAt) };
  };
  const cold = await ask('What can I see here, and how long does a visit take?');
  const kept = await ask('Who made the first of these machines?');
  const restMs = cold.restMs + kept.restMs;
  return {
    coldMs: cold.firstMs,
    // The second answer may have been cut off before its first word.
    keptMs: late.aborted ? cold.firstMs : kept.firstMs,
    tokensPerSecond: restMs > 0 ? (1000 * (cold.steps + kept.steps)) / restMs : 0,
  };
}

/**
 * Estimates the speed of another model. To write a token, the machine reads all weights once; to read a prompt, it
 * computes with all parameters for each token, and the weights are read for many tokens at a time.
 * @param timesLarger how many times as many bytes, and parameters, the other model has
 */
export const scaleSpeed = (
  { coldMs, keptMs, tokensPerSecond }: LanguageSpeed,
  timesLarger: { bytes: number; parameters: number },
): LanguageSpeed => ({
  coldMs: coldMs * timesLarger.parameters,
  keptMs: keptMs * timesLarger.parameters,
  tokensPerSecond: tokensPerSecond / timesLarger.bytes,
});

/** Estimates how long the first clause of an answer takes, in milliseconds; undefined if no token came. */
export const firstClauseMs = ({ keptMs, tokensPerSecond }: LanguageSpeed): number | undefined =>
  tokensPerSecond > 0 ? keptMs + (1000 * CLAUSE_TOKENS) / tokensPerSecond : undefined;

/** Whether the first clause of an answer arrives before people start to wonder. */
export const isFastEnough = (speed: LanguageSpeed): boolean =>
  (firstClauseMs(speed) ?? Number.POSITIVE_INFINITY) <= MAX_FIRST_CLAUSE_MS;
