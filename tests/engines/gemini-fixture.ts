import { createGeminiEngine, type GeminiOptions } from '../support/inside/engines.ts';
import { type GeminiConnection, GeminiServer } from '../support/providers/gemini-server.ts';
import { patientClock } from '../support/providers/patient-clock.ts';
import { EngineFixture } from './engine-fixture.ts';

export const geminiFixture = () =>
  new EngineFixture<GeminiConnection, GeminiServer, Partial<GeminiOptions>>(
    () => new GeminiServer(),
    ({ baseUrl, apiKey }, options) =>
      createGeminiEngine({ baseUrl, apiKey, clock: patientClock, ...options }),
  );
