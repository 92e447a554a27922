import type { EngineTool } from '../support/inside/engines.ts';
import type { EngineRun } from '../support/providers/engine-run.ts';
import type { Outcome } from './recording.ts';

export const ORDER_TAXI: EngineTool = {
  name: 'order_taxi',
  description: 'Orders a taxi. Call it whenever the user wants one.',
  parameters: {
    type: 'object',
    properties: { seats: { type: 'integer', description: 'For how many people' } },
    required: ['seats'],
  },
  run: () => Promise.resolve('The number is 42. It comes in five minutes.'),
};

/** What the user types, one after the other; each is answered before the next. */
const QUESTIONS = [
  'Who are you? Answer in one short sentence.',
  'Order a taxi for two, please.',
  'What is its number?',
];

export interface Patience {
  /** For an answer. */
  timeoutMs: number;
  /** After an answer, for more of it: a model may say that it looks something up, and then what it found. */
  settleMs: number;
}

/** Greeting and questions. `tell` hears of each step. @throws Error where no answer comes in time */
export async function talk(
  run: EngineRun,
  patience: Patience,
  tell: (line: string) => void,
): Promise<Outcome> {
  const said: string[] = [];
  const hear = async (timeoutMs: number) => {
    const { utteranceId } = await run.next('utterance_started', () => true, timeoutMs);
    await run.next('utterance_finished', (event) => event.utteranceId === utteranceId, patience.timeoutMs);
    said.push(run.said(utteranceId).text.trim());
    tell(`avatar: ${said.at(-1)}`);
  };
  const hearAll = async () => {
    await hear(patience.timeoutMs);
    for (;;) {
      const more = await hear(patience.settleMs).then(
        () => true,
        () => false,
      );
      if (!more) return;
    }
  };
  await run.engine.start();
  run.engine.greet();
  await hearAll();
  for (const question of QUESTIONS) {
    tell(`user:   ${question}`);
    run.engine.sendText(question);
    await hearAll();
  }
  return { said, toolCalls: run.all('tool_call').map(({ name, content }) => `${name} ${content}`) };
}
