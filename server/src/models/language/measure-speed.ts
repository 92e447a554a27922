import type { LanguageModel } from './chat-request.ts';

export interface LanguageSpeed {
  /** Milliseconds from a question to the first words, where nothing was computed before. */
  coldMs: number;
  /** Milliseconds from a question to the first words, where all but the question had been computed before. */
  keptMs: number;
  tokensPerSecond: number;
}

/** About 300 tokens, as an agent with a few sentences of instructions has. */
const INSTRUCTIONS =
  'You are a friendly guide of a museum. You answer in one or two short sentences. '.repeat(17);
const ANSWER_TOKENS = 24;
/** The first clause of an answer, after which it is spoken. */
const CLAUSE_TOKENS = 8;
/** Longer than this, and a conversation drags. */
const MAX_CLAUSE_MS = 1200;

/** Asks the model two questions. */
export async function measureLanguage(model: LanguageModel): Promise<LanguageSpeed> {
  const ask = async (question: string) => {
    const beganAt = performance.now();
    let firstAt: number | undefined;
    let steps = 0;
    const messages = [
      { role: 'system', content: INSTRUCTIONS },
      { role: 'user', content: question },
    ];
    const request = { key: 'speed', messages, maxTokens: ANSWER_TOKENS };
    for await (const text of model.answer(request, new AbortController().signal)) {
      if (firstAt !== undefined) steps++;
      else if (text) firstAt = performance.now();
    }
    const endedAt = performance.now();
    return { firstMs: (firstAt ?? endedAt) - beganAt, steps, restMs: endedAt - (firstAt ?? endedAt) };
  };
  const cold = await ask('What can I see here, and how long does a visit take?');
  const kept = await ask('Who made the first of these machines?');
  const restMs = cold.restMs + kept.restMs;
  return {
    coldMs: cold.firstMs,
    keptMs: kept.firstMs,
    tokensPerSecond: restMs > 0 ? (1000 * (cold.steps + kept.steps)) / restMs : 0,
  };
}

/** How fast a model of another size would be here: weights are read once a token. */
export const speedOf = (
  { coldMs, keptMs, tokensPerSecond }: LanguageSpeed,
  timesLarger: number,
): LanguageSpeed => ({
  coldMs: coldMs * timesLarger,
  keptMs: keptMs * timesLarger,
  tokensPerSecond: tokensPerSecond / timesLarger,
});

/** The first clause of an answer comes while nobody yet wonders. */
export const isFastEnough = ({ keptMs, tokensPerSecond }: LanguageSpeed): boolean =>
  tokensPerSecond > 0 && keptMs + (1000 * CLAUSE_TOKENS) / tokensPerSecond <= MAX_CLAUSE_MS;
