import { type Clock, createOpenAiEngine } from '../support/inside/engines.ts';
import { type OpenAiConnection, OpenAiServer } from '../support/providers/openai-server.ts';
import { patientClock } from '../support/providers/patient-clock.ts';
import { EngineFixture } from './engine-fixture.ts';

interface OpenAiRunOptions {
  apiKey?: string;
  clock?: Clock;
  /** The setting `OPENAI_TRANSCRIPTION_LANGUAGE`. */
  transcriptionLanguage?: string;
  transcriptionModel?: string;
}

export const openAiFixture = () =>
  new EngineFixture<OpenAiConnection, OpenAiServer, OpenAiRunOptions>(
    () => new OpenAiServer(),
    ({ baseUrl, apiKey }, options) =>
      createOpenAiEngine({ baseUrl, apiKey, clock: patientClock, ...options }),
  );
