import { describeEngineConformance } from '../../support/inside/engine-conformance.ts';
import { createOpenAiEngine, systemClock } from '../../support/inside/engines.ts';
import {
  EMPTY_TURN,
  GOODBYE_TURN,
  LONG_TURN,
  SHORT_TURN,
  TOOL_TURN,
  turnFor,
} from '../../support/providers/conformance-turns.ts';
import { PLAN, spokenTurn } from '../../support/providers/engine-run.ts';
import { OpenAiServer } from '../../support/providers/openai-server.ts';

describeEngineConformance('the OpenAI engine', async () => {
  const server = await new OpenAiServer().listen();
  server.react = turnFor;
  const options = { apiKey: server.apiKey, clock: systemClock };
  return {
    factory: createOpenAiEngine({ ...options, baseUrl: server.baseUrl }),
    unreachable: createOpenAiEngine({ ...options, baseUrl: 'http://127.0.0.1:9/v1' }),
    plan: PLAN,
    shortTurn: SHORT_TURN,
    longTurn: LONG_TURN,
    emptyTurn: EMPTY_TURN,
    goodbyeTurn: GOODBYE_TURN,
    toolTurn: TOOL_TURN,
    spokenTurn: spokenTurn(),
    knowsContext: async (_engine, _recorder, context) => {
      const line = server.connections.all.at(-1)!;
      await line.received.next('the context', (message) => JSON.stringify(message).includes(context));
    },
    loseConnection: () => server.connections.all.at(-1)!.drop(),
    close: () => server.stop(),
  };
});
