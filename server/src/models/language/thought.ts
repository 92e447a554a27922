/** The marks of a thought in the templates of Qwen3, SmolLM3, DeepSeek and others. */
export const THOUGHT_MARK = '<think>';
/** Ends a thought as Qwen3's template does it. */
export const THOUGHT_ENDS = '\n\n</think>\n\n';

/**
 * Ends the thought that a template begins for the model, so that it answers at once. Most templates do so by themselves
 * if `enable_thinking` is false; those of models that always think ignore it.
 */
export function withoutThought(prompt: string): string {
  const text = prompt.trimEnd();
  return text.endsWith(THOUGHT_MARK) ? text + THOUGHT_ENDS : prompt;
}
