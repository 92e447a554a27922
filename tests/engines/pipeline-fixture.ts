import {
  createPipelineEngine,
  cutAtPunctuation,
  type PipelineOptions,
  ScriptedVoice,
} from '../support/inside/engines.ts';
import { loudSpeech } from '../support/providers/engine-of.ts';
import { patientClock } from '../support/providers/patient-clock.ts';
import { PipelineServer } from '../support/providers/pipeline-server.ts';
import type { ServerConnection } from '../support/providers/protocol-server.ts';
import { EngineFixture } from './engine-fixture.ts';

interface Parts {
  stt?: boolean;
  tts?: boolean;
}

export function pipelineOptions(server: PipelineServer, { stt, tts }: Parts = {}): PipelineOptions {
  const endpoint = { baseUrl: server.baseUrl, apiKey: server.apiKey };
  return {
    llm: { ...endpoint, model: 'qwen3' },
    ...(stt ? { stt: { ...endpoint, model: 'whisper', voiceActivity: loudSpeech } } : {}),
    ...(tts ? { tts: { ...endpoint, model: 'kokoro' } } : {}),
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
