/** The answers of the local providers to the turns of the engines' conformance suite. */
export interface Turn {
  say?: string;
  calls?: { name: string; args: string }[];
  /** Between pieces of sound. */
  paceMs?: number;
}

export const SHORT_TURN = 'Are you there?';
export const LONG_TURN = 'Tell me the whole story.';
export const EMPTY_TURN = 'Never mind.';
export const TOOL_TURN = 'Order a taxi for two, please.';
export const GOODBYE_TURN = 'Goodbye, and thank you.';

const LONG_ANSWER = 'Once upon a time there was an inn beneath a mountain and its door was never locked';

/** `prompt`: the newest words that the model answers. */
export function turnFor(prompt: string): Turn {
  const greeting = /word for word, and nothing else: "(.*)"/s.exec(prompt)?.[1];
  if (greeting !== undefined) return { say: greeting };
  if (prompt.endsWith(EMPTY_TURN)) return {};
  if (prompt.includes('ends in about')) return { say: 'We have to come to an end soon.' };
  if (prompt.includes(LONG_TURN)) return { say: LONG_ANSWER, paceMs: 8 };
  if (prompt.includes(GOODBYE_TURN)) {
    return { say: 'Goodbye to you.', calls: [{ name: 'end_conversation', args: '{}' }] };
  }
  if (prompt.endsWith(TOOL_TURN)) return { calls: [{ name: 'order_taxi', args: '{"seats":2}' }] };
  const number = /The number is (\d+)/.exec(prompt)?.[1];
  if (number !== undefined) return { say: `Your taxi has the number ${number}` };
  if (prompt.includes('The tool failed')) return { say: 'I am sorry, that did not work.' };
  return { say: 'Yes, that is so.' };
}
