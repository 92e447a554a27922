import type { EnginePlan, FoundPassage } from '@visavis/contracts';
import { afterEach, beforeEach } from 'vitest';
import {
  createPipelineEngine,
  cutAtPunctuation,
  type PipelineOptions,
  ScriptedVoice,
  systemClock,
} from '../../support/inside/engines.ts';
import { EngineRun } from '../../support/providers/engine-run.ts';
import { PipelineServer } from '../../support/providers/pipeline-server.ts';
import { LoudnessDetector } from '../../support/providers/speech-sound.ts';

export const PIPELINE_KEY = 'sk-local-0123456789';

/** Loudness is enough here: what the real detector hears is its own tests' matter. */
function voiceActivity() {
  const detector = new LoudnessDetector();
  return {
    push(pcm: Int16Array) {
      const change = detector.push(pcm, 24_000);
      if (!change) return [];
      const kind = change === 'started' ? ('speech_started' as const) : ('speech_ended' as const);
      return [{ kind, atMs: detector.receivedMs - (change === 'started' ? 20 : 300) }];
    },
  };
}

export function optionsFor(
  server: PipelineServer,
  parts: { stt?: boolean; tts?: boolean } = {},
): PipelineOptions {
  const endpoint = { baseUrl: server.baseUrl, apiKey: server.apiKey };
  return {
    llm: { ...endpoint, model: 'qwen3' },
    ...(parts.stt ? { stt: { ...endpoint, model: 'whisper', voiceActivity } } : {}),
    ...(parts.tts ? { tts: { ...endpoint, model: 'kokoro' } } : {}),
    voice: new ScriptedVoice(),
    splitClauses: cutAtPunctuation,
    clock: systemClock,
  };
}

export interface PipelineRunOptions {
  plan?: Partial<EnginePlan>;
  stt?: boolean;
  tts?: boolean;
  options?: Partial<PipelineOptions>;
  passages?: (query: string) => Promise<FoundPassage[]>;
}

/** One document that has something about everything. */
export const passages = (query: string) =>
  Promise.resolve([{ documentId: 'd', documentName: 'Map', text: `About ${query}: upstairs`, score: 1 }]);

/** A server and the engines that talk to it, anew for every test; what a client did wrong fails the test. */
export class PipelineFixture {
  server!: PipelineServer;
  #runs: EngineRun[] = [];

  constructor() {
    beforeEach(async () => {
      this.server = await new PipelineServer(PIPELINE_KEY).listen();
      this.#runs = [];
    });
    afterEach(async () => {
      await Promise.all(this.#runs.map((run) => run.engine.close()));
      await this.server.stop();
    });
  }

  async start({
    plan = {},
    stt = false,
    tts = false,
    options = {},
    passages: search,
  }: PipelineRunOptions = {}): Promise<EngineRun> {
    const factory = createPipelineEngine({ ...optionsFor(this.server, { stt, tts }), ...options });
    const run = new EngineRun(factory, { plan, ...(search ? { passages: search } : {}) });
    this.#runs.push(run);
    await run.engine.start();
    return run;
  }
}
