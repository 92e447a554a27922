import { describeEngineConformance } from '../support/inside/engine-conformance.ts';
import {
  createElevenLabsEngine,
  createGeminiEngine,
  createOpenAiEngine,
  createPipelineEngine,
} from '../support/inside/engines.ts';
import {
  CONFORMANCE_TURNS,
  parsedTurnFor,
  serverEnd,
  turnFor,
} from '../support/providers/conformance-turns.ts';
import { ElevenLabsServer } from '../support/providers/elevenlabs-server.ts';
import { PLAN, spokenTurn } from '../support/providers/engine-run.ts';
import { GeminiServer } from '../support/providers/gemini-server.ts';
import { OpenAiServer } from '../support/providers/openai-server.ts';
import { patientClock as clock } from '../support/providers/patient-clock.ts';
import { PipelineServer } from '../support/providers/pipeline-server.ts';
import { pipelineOptions } from './pipeline-fixture.ts';

/** An address on which nothing listens. */
const NOWHERE = 'http://127.0.0.1:9';

/** For so long a peer that cannot be reached is tried. */
const OPENING_MS = 500;

describeEngineConformance('the OpenAI engine', async () => {
  const server = await new OpenAiServer().listen();
  server.react = turnFor;
  const { apiKey } = server;
  return {
    factory: createOpenAiEngine({ apiKey, clock, baseUrl: server.baseUrl }),
    unreachable: createOpenAiEngine({ apiKey, clock, baseUrl: `${NOWHERE}/v1`, openingMs: OPENING_MS }),
    plan: PLAN,
    ...CONFORMANCE_TURNS,
    spokenTurn: spokenTurn(),
    ...serverEnd(server),
  };
});

describeEngineConformance('the Gemini engine', async () => {
  const server = await new GeminiServer().listen();
  server.react = parsedTurnFor;
  const { apiKey } = server;
  return {
    factory: createGeminiEngine({ apiKey, clock, baseUrl: server.baseUrl }),
    unreachable: createGeminiEngine({ apiKey, clock, baseUrl: NOWHERE, openingMs: OPENING_MS }),
    plan: PLAN,
    ...CONFORMANCE_TURNS,
    spokenTurn: spokenTurn(),
    ...serverEnd(server),
  };
});

/** ElevenLabs always says something, so there is no empty turn. */
const { emptyTurn: _, ...turns } = CONFORMANCE_TURNS;

for (const alignment of [true, false]) {
  describeEngineConformance(`the ElevenLabs engine ${alignment ? 'with' : 'without'} alignment`, async () => {
    const server = await new ElevenLabsServer('xi_test_0123456789').listen();
    server.alignment = alignment;
    server.react = parsedTurnFor;
    const { apiKey } = server;
    return {
      factory: createElevenLabsEngine({ apiKey, clock, baseUrl: server.baseUrl }),
      unreachable: createElevenLabsEngine({ apiKey, clock, baseUrl: NOWHERE, openingMs: OPENING_MS }),
      plan: { ...PLAN, remoteId: server.agentId },
      ...turns,
      spokenTurn: spokenTurn(1600),
      ...serverEnd(server),
    };
  });
}

for (const parts of [{ tts: true }, {}]) {
  const name = parts.tts ? 'with a voice of its own' : 'with a language model only';
  describeEngineConformance(`the pipeline engine ${name}`, async () => {
    const server = await new PipelineServer().listen();
    server.react = (prompt) => {
      const turn = turnFor(prompt);
      // Each clause becomes a separate piece of speech.
      const say = turn.say?.replace('mountain', 'mountain,').replace('inn', 'inn,').replace('time', 'time,');
      return prompt.startsWith('The conversation ends once')
        ? { say: '' }
        : { ...turn, ...(say ? { say } : {}) };
    };
    const options = pipelineOptions(server, parts);
    return {
      factory: createPipelineEngine(options),
      unreachable: createPipelineEngine({ ...options, llm: { baseUrl: `${NOWHERE}/v1`, model: 'x' } }),
      speaksAlone: true,
      plan: PLAN,
      ...CONFORMANCE_TURNS,
      spokenTurn: spokenTurn(),
      knowsContext: async (engine, recorder, context) => {
        const since = recorder.mark();
        engine.sendText('And now?');
        await recorder.utterance(since);
        await server.chats.next('the context', (chat) => JSON.stringify(chat.messages).includes(context));
      },
      close: () => server.stop(),
    };
  });
}
