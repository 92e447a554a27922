import { describeEngineConformance } from '../../support/inside/engine-conformance.ts';
import { createOpenAiEngine, systemClock } from '../../support/inside/engines.ts';
import { CONFORMANCE_TURNS, serverEnd, turnFor } from '../../support/providers/conformance-turns.ts';
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
    ...CONFORMANCE_TURNS,
    spokenTurn: spokenTurn(),
    ...serverEnd(server),
  };
});
