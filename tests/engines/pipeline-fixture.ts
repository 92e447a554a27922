import {
  createPipelineEngine,
  createSpeechServer,
  cutAtPunctuation,
  type PipelineOptions,
  ScriptedVoice,
  SpeechService,
} from '../support/inside/engines.ts';
import type { EngineRun } from '../support/providers/engine-run.ts';
import { patientClock } from '../support/providers/patient-clock.ts';
import { PipelineServer } from '../support/providers/pipeline-server.ts';
import type { ServerConnection } from '../support/providers/protocol-server.ts';
import { EngineFixture } from './engine-fixture.ts';

interface Parts {
  tts?: boolean;
}

export const speechBy = (endpoint: Parameters<typeof createSpeechServer>[0]): SpeechService[] => [
  new SpeechService(createSpeechServer(endpoint, patientClock), patientClock),
];

export function pipelineOptions(server: PipelineServer, { tts }: Parts = {}): PipelineOptions {
  const endpoint = { baseUrl: server.baseUrl, apiKey: server.apiKey };
  return {
    llm: { ...endpoint, model: 'qwen3' },
    ...(tts ? { speech: speechBy({ ...endpoint, model: 'kokoro' }) } : {}),
    voice: new ScriptedVoice(),
    splitClauses: cutAtPunctuation,
    clock: patientClock,
  };
}

export type PipelineRunOptions = Parameters<ReturnType<typeof pipelineFixture>['run']>[0];

export const pipelineFixture = () =>
  new EngineFixture<ServerConnection, PipelineServer, Parts & { options?: Partial<PipelineOptions> }>(
    () => new PipelineServer('sk-local-0123456789'),
    (server, parts) => createPipelineEngine({ ...pipelineOptions(server, parts), ...parts.options }),
  );

/** Creates pipelines for the tests of a file. */
export function usePipelines() {
  const fixture = pipelineFixture();
  /** Returns a started pipeline. Unlike other engines it has no connection to wait for. */
  async function start(settings?: PipelineRunOptions): Promise<EngineRun> {
    const run = fixture.run(settings);
    await run.engine.start();
    return run;
  }
  return { fixture, start };
}
