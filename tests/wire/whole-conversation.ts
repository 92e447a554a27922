import type { EnginePlan } from '@visavis/contracts';
import type { EngineTool } from '../support/inside/engines.ts';
import {
  GOODBYE_TURN,
  LONG_TURN,
  SHORT_TURN,
  TOOL_TURN,
  turnFor,
} from '../support/providers/conformance-turns.ts';
import { engineOf } from '../support/providers/engine-of.ts';
import { EngineRun } from '../support/providers/engine-run.ts';
import type { LocalProviders, ProviderEngine } from '../support/providers/local-providers.ts';
import type { Json } from '../support/providers/protocol-server.ts';

const SMILE_TURN = 'Do smile.';
const LOOK_UP_TURN = 'When is breakfast?';

/** Parameters that use every feature that an operator's schema may have. */
const ORDER_TAXI: EngineTool = {
  name: 'order_taxi',
  description: 'Orders a taxi.',
  parameters: {
    type: 'object',
    title: 'A taxi',
    properties: {
      seats: { type: 'integer', minimum: 1, maximum: 8, description: 'How many people' },
      at: { type: 'string', format: 'date-time' },
      kind: { enum: ['saloon', 'van'], type: 'string' },
      payment: { const: 'card', type: 'string' },
      stops: { type: 'array', items: { type: ['string', 'null'], minLength: 1 }, maxItems: 3 },
      contact: {
        anyOf: [{ type: 'string' }, { type: 'object', properties: { room: { type: 'integer' } } }],
      },
    },
    required: ['seats'],
    additionalProperties: false,
    $comment: 'not for the model',
  },
  run: () => Promise.resolve('The number is 42.'),
};

/** Plans with every possible field, and with as few as possible. */
export const PLANS: Record<'full' | 'bare', Partial<EnginePlan>> = {
  full: {
    emotions: true,
    search: true,
    memory: true,
    memories: [{ content: 'I have a parrot.', saidAt: '2026-01-02T03:04:05.000Z' }],
    voiceInstructions: 'Speak slowly.',
  },
  bare: { greeting: '' },
};

/**
 * Has one conversation in which an engine must send every kind of message that it knows: greeting, typed and
 * spoken turns, tools, notes, all kinds of interruptions, lost connections and the replay after them, the end.
 */
export async function converse(
  name: ProviderEngine,
  providers: LocalProviders,
  plan: Partial<EnginePlan>,
): Promise<void> {
  const server = providers[name];
  server.react = reactionOf(name) as typeof server.react;
  const run = new EngineRun(engineOf(name, providers), {
    plan: { ...plan, name, ...(name === 'elevenlabs' && { remoteId: providers.elevenlabs.agentId }) },
    tools: [ORDER_TAXI],
    passages: () =>
      Promise.resolve([{ documentName: 'House rules', text: 'Breakfast is at eight.' }] as never),
  });
  const { engine } = run;
  const answerTo = async (text: string) => {
    engine.sendText(text);
    return await run.nextUtterance();
  };
  const begin = async (text: string) => {
    engine.sendText(text);
    const { utteranceId } = await run.next('utterance_started');
    await run.next('audio', (event) => event.utteranceId === utteranceId);
    return utteranceId;
  };
  const lose = async () => {
    if (name === 'pipeline') return;
    const before = server.connections.all.length;
    server.connections.all.at(-1)!.drop();
    await until(() => server.connections.all.length > before);
  };
  const interrupt = async (utteranceId: string) => {
    engine.interrupt({ utteranceId, heardMs: 150, heardText: 'Once' });
    await run.next('utterance_finished', (event) => event.utteranceId === utteranceId);
  };
  try {
    await engine.start();
    engine.greet();
    await run.nextUtterance();
    await answerTo(SHORT_TURN);
    if (engine.hears) {
      run.speak(600);
      await run.nextUtterance();
    }
    engine.showImage?.({ mimeType: 'image/png', bytes: Buffer.from('89504e470d0a1a0a', 'hex') });
    await answerTo(TOOL_TURN);
    await answerTo(LOOK_UP_TURN);
    if (plan.emotions) await answerTo(SMILE_TURN);
    await interrupt(await begin(LONG_TURN));
    await begin(LONG_TURN);
    engine.interrupt();
    engine.updateContext('The parcel is in Rotterdam.');
    engine.forget();
    await answerTo(SHORT_TURN);
    const spokenOver = await begin(LONG_TURN);
    if (engine.hears) {
      run.speak(600);
      await run.nextUtterance();
    } else await interrupt(spokenOver);
    await lose();
    await answerTo(SHORT_TURN);
    const broken = await begin(LONG_TURN);
    if (name === 'pipeline') engine.interrupt();
    await lose();
    await run.next('utterance_finished', (event) => event.utteranceId === broken);
    if (name !== 'pipeline') await run.nextUtterance();
    // This refers to an answer of the previous connection.
    engine.interrupt({ utteranceId: broken, heardMs: 150, heardText: 'Once' });
    await answerTo(SHORT_TURN);
    engine.wrapUp(30);
    await run.nextUtterance();
    engine.sendText(GOODBYE_TURN);
    await run.next('end_requested');
    const [failure] = run.all('failed');
    if (failure) throw new Error(failure.message);
  } finally {
    await engine.close();
  }
}

/** Returns the answers and calls of the local provider; each provider writes arguments in its own way. */
export function reactionOf(name: ProviderEngine): (prompt: string) => Json {
  return (prompt) => {
    const { calls, ...turn } = answerOf(prompt);
    if (!calls) return turn;
    const asObjects = name === 'gemini' || name === 'elevenlabs';
    return {
      ...turn,
      calls: calls.map((call) => ({
        name: call.name,
        args: asObjects ? (JSON.parse(call.args) as Json) : call.args,
      })),
    };
  };
}

function answerOf(prompt: string) {
  if (prompt.endsWith(SMILE_TURN))
    return { say: 'With pleasure.', calls: [{ name: 'express', args: '{"emotion":"happy"}' }] };
  if (prompt.endsWith(LOOK_UP_TURN))
    return { calls: [{ name: 'search_knowledge_base', args: '{"query":"breakfast"}' }] };
  return turnFor(prompt);
}

async function until(condition: () => boolean): Promise<void> {
  const latest = performance.now() + 10_000;
  while (!condition()) {
    if (performance.now() > latest) throw new Error('waited 10 s for the next line');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
