import type { EnginePlan, FoundPassage } from '@visavis/contracts';
import { afterEach, beforeEach } from 'vitest';
import type { FakeClock } from '../../support/inside/engines.ts';
import { createOpenAiEngine, systemClock } from '../../support/inside/engines.ts';
import { EngineRun } from '../../support/providers/engine-run.ts';
import { type OpenAiConnection, OpenAiServer } from '../../support/providers/openai-server.ts';

export const OPENAI_KEY = 'sk-test-0123456789';

export interface OpenAiRunOptions {
  plan?: Partial<EnginePlan>;
  apiKey?: string;
  clock?: FakeClock;
  passages?: (query: string) => Promise<FoundPassage[]>;
  /** `OPENAI_TRANSCRIPTION_LANGUAGE`. */
  transcriptionLanguage?: string;
  transcriptionModel?: string;
}

/** A server and the engines that talk to it, anew for every test; what a client did wrong fails the test. */
export class OpenAiFixture {
  server!: OpenAiServer;
  #runs: EngineRun[] = [];

  constructor() {
    beforeEach(async () => {
      this.server = await new OpenAiServer(OPENAI_KEY).listen();
      this.#runs = [];
    });
    afterEach(async () => {
      await Promise.all(this.#runs.map((run) => run.engine.close()));
      await this.server.stop();
    });
  }

  run(options: OpenAiRunOptions = {}): EngineRun {
    const { clock = systemClock, apiKey = OPENAI_KEY, transcriptionLanguage, transcriptionModel } = options;
    const { plan, passages } = options;
    const rest = { ...(plan && { plan }), ...(passages && { passages }) };
    const factory = createOpenAiEngine({
      baseUrl: this.server.baseUrl,
      apiKey,
      clock,
      ...(transcriptionLanguage !== undefined && { transcriptionLanguage }),
      ...(transcriptionModel !== undefined && { transcriptionModel }),
    });
    const run = new EngineRun(factory, rest);
    this.#runs.push(run);
    return run;
  }

  async start(
    options: OpenAiRunOptions = {},
  ): Promise<{ run: EngineRun; line: OpenAiConnection; server: OpenAiServer }> {
    const run = this.run(options);
    await run.engine.start();
    return { run, line: await this.server.nextConnection(), server: this.server };
  }
}
