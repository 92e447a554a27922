/** The tokens per conversation: its instructions, what was said, and the answer. */
export const CONTEXT_TOKENS = 2048;

/** The maximum number of tokens of an answer. */
export const ANSWER_TOKENS = 300;

/** Returns how many conversations the language model keeps computed; others are computed again when they continue. */
export const keptConversations = (cores: number): number => Math.min(8, Math.max(2, cores));
