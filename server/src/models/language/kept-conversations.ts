/** The tokens per conversation: its instructions, what was said, and the answer. */
export const CONTEXT_TOKENS = 2048;

/** Returns how many conversations the language model keeps computed; others are computed again when they continue. */
export const keptConversations = (cores: number): number => Math.min(8, Math.max(2, cores));
