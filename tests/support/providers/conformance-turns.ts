import type { Json, ServerConnection } from './protocol-server.ts';

/** The local providers' answers to the turns of the engines' conformance suite. */
export interface Turn {
  say?: string;
  calls?: { name: string; args: string }[];
  /** Pause between audio chunks. */
  paceMs?: number;
}

export const SHORT_TURN = 'Are you there?';
export const LONG_TURN = 'Tell me the whole story.';
export const EMPTY_TURN = 'Never mind.';
export const TOOL_TURN = 'Order a taxi for two, please.';
export const GOODBYE_TURN = 'Goodbye, and thank you.';

/** The turns in the form that the suite expects. */
export const CONFORMANCE_TURNS = {
  shortTurn: SHORT_TURN,
  longTurn: LONG_TURN,
  emptyTurn: EMPTY_TURN,
  goodbyeTurn: GOODBYE_TURN,
  toolTurn: TOOL_TURN,
};

const LONG_ANSWER = 'Once upon a time there was an inn beneath a mountain and its door was never locked';

/** Returns the answer to a prompt. @param prompt the newest words that the model answers */
export function turnFor(prompt: string): Turn {
  const greeting = /word for word, and nothing else: "(.*)"/s.exec(prompt)?.[1];
  if (greeting !== undefined) return { say: greeting };
  if (prompt.endsWith(EMPTY_TURN)) return {};
  if (prompt.includes('ends in about')) return { say: 'We have to come to an end soon.' };
  if (prompt.includes(LONG_TURN)) return { say: LONG_ANSWER, paceMs: 8 };
  if (prompt.includes(GOODBYE_TURN))
    return { say: 'Goodbye to you.', calls: [{ name: 'end_conversation', args: '{}' }] };
  if (prompt.endsWith(TOOL_TURN)) return { calls: [{ name: 'order_taxi', args: '{"seats":2}' }] };
  const number = /The number is (\d+)/.exec(prompt)?.[1];
  if (number !== undefined) return { say: `Your taxi has the number ${number}` };
  if (prompt.includes('The tool failed')) return { say: 'I am sorry, that did not work.' };
  return { say: 'Yes, that is so.' };
}

/** Returns the same turn for a protocol in which a call's arguments are JSON, not text. */
export function parsedTurnFor(
  prompt: string,
): Omit<Turn, 'calls'> & { calls?: { name: string; args: Json }[] } {
  const { calls, ...turn } = turnFor(prompt);
  return {
    ...turn,
    ...(calls && { calls: calls.map(({ name, args }) => ({ name, args: JSON.parse(args) as Json })) }),
  };
}

/** Returns the provider's side for the suite: it observes, and cuts, the newest connection to this server. */
export function serverEnd(server: {
  readonly connections: { readonly all: readonly ServerConnection[] };
  stop(): Promise<void>;
}) {
  const newest = () => server.connections.all.at(-1)!;
  return {
    knowsContext: async (_engine: unknown, _recorder: unknown, context: string) => {
      await newest().received.next('the context', (message) => JSON.stringify(message).includes(context));
    },
    loseConnection: () => newest().drop(),
    close: () => server.stop(),
  };
}
