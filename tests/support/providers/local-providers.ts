import { ElevenLabsServer } from './elevenlabs-server.ts';
import { GeminiServer } from './gemini-server.ts';
import { OpenAiServer } from './openai-server.ts';
import { PipelineServer } from './pipeline-server.ts';

export const PROVIDER_ENGINES = ['openai', 'gemini', 'elevenlabs', 'pipeline'] as const;
export type ProviderEngine = (typeof PROVIDER_ENGINES)[number];

const OPENAI_KEY = 'sk-test-0123456789';
const GEMINI_KEY = 'AIzaTest0123456789';
const ELEVENLABS_KEY = 'xi_test_0123456789';

/** Local servers that replace all providers, and the settings that point to them. */
export class LocalProviders {
  readonly openai = new OpenAiServer(OPENAI_KEY);
  readonly gemini = new GeminiServer(GEMINI_KEY);
  readonly elevenlabs = new ElevenLabsServer(ELEVENLABS_KEY);
  readonly pipeline = new PipelineServer();

  static async start(): Promise<LocalProviders> {
    const providers = new LocalProviders();
    await Promise.all(PROVIDER_ENGINES.map((name) => providers[name].listen()));
    return providers;
  }

  /** Returns the settings for one provider. */
  env(name: ProviderEngine): Record<string, string> {
    const { baseUrl } = this[name];
    switch (name) {
      case 'openai':
        return { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: OPENAI_KEY };
      case 'gemini':
        return { GEMINI_BASE_URL: baseUrl, GEMINI_API_KEY: GEMINI_KEY };
      case 'elevenlabs':
        return { ELEVENLABS_BASE_URL: baseUrl, ELEVENLABS_API_KEY: ELEVENLABS_KEY };
      case 'pipeline':
        return Object.fromEntries(
          ['LLM', 'STT', 'TTS'].flatMap((part) => [
            [`${part}_BASE_URL`, baseUrl],
            [`${part}_MODEL`, `local-${part.toLowerCase()}`],
          ]),
        );
    }
  }

  /** @throws Error if a client broke a protocol */
  async stop(): Promise<void> {
    await Promise.all(PROVIDER_ENGINES.map((name) => this[name].stop()));
  }
}
