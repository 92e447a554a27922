/** What the local providers answer to the turns of the engines' conformance suite. */
export interface Turn {
  say?: string;
  calls?: { name: string; args: string }[];
  /** Between pieces of sound. */
  paceMs?: number;
}

export const SHORT_TURN = 'Are you there?';
export const LONG_TURN = 'Tell me the whole story.';
export const GOODBYE_TURN = 'Goodbye, and thank you.';

const LONG_ANSWER = 'Once upon a time there was an inn beneath a mountain and its door was never locked';

/** `prompt`: the newest words that the model is to react to. */
export function turnFor(prompt: string): Turn {
  const greeting = /word for word, and nothing else: "(.*)"/s.exec(prompt)?.[1];
  if (greeting !== undefined) return { say: greeting };
  if (prompt.includes('ends in about')) return { say: 'We have to come to an end soon.' };
  if (prompt.includes(LONG_TURN)) return { say: LONG_ANSWER, paceMs: 8 };
  if (prompt.includes(GOODBYE_TURN)) {
    return { say: 'Goodbye to you.', calls: [{ name: 'end_conversation', args: '{}' }] };
  }
  return { say: 'Yes, that is so.' };
}
