/** Settings of models and speech: vendors and OpenAI-compatible servers. Part of the table in `settings.ts`. */
import { endpointIn } from '../lib/endpoint-in-address.ts';
import { PATIENCE, type Patience, USER_PATIENCE } from '../providers/patience.ts';
import type { ProviderSetting } from '../providers/realtime/provider.ts';
import { PROVIDERS } from '../providers/realtime/providers.ts';
import type { SpeechVendor } from '../providers/speech-vendor.ts';
import { RECOGNITION_VENDORS } from '../providers/stt/recognition-vendors.ts';
import { SYNTHESIS_VENDORS } from '../providers/tts/synthesis-vendors.ts';
import {
  group,
  HTTP,
  HTTP_OR_WS,
  integer,
  oneOf,
  pattern,
  type Setting,
  type SettingsTable,
  secret,
  text,
  url,
} from './setting.ts';
import { parseJsonObject, parseModelNames } from './setting-formats.ts';

/** The settings of an OpenAI-compatible server: `LLM_BASE_URL`, `LLM_API_KEY` and `LLM_MODEL` for the prefix `LLM`. */
export const modelServer = <F extends SettingsTable = Record<never, never>>(
  prefix: string,
  means: { baseUrl: string; model?: string },
  further = {} as F,
) =>
  group({
    baseUrl: url(`${prefix}_BASE_URL`, HTTP)
      .needed()
      .unless((address) => endpointIn(address) && `must end before ${endpointIn(address)}`)
      .means(means.baseUrl),
    apiKey: secret(`${prefix}_API_KEY`).means(`API key for ${prefix}_BASE_URL; default: no key is sent`),
    model: text(`${prefix}_MODEL`)
      .needed()
      .means(means.model ?? `model to use at ${prefix}_BASE_URL; required with it`),
    ...further,
  });

export const EMBEDDINGS = modelServer('EMBEDDINGS', {
  baseUrl: 'OpenAI-compatible embeddings endpoint: knowledge bases are also searched by meaning',
  model: 'embeddings model; documents that were indexed with another model are found only by keywords',
});

/** Timeouts in milliseconds. */
const patience = (prefix: string, what: string, { firstMs, nextMs, wholeMs }: Patience) => {
  const ms = (name: string, normal: number) => integer(`${prefix}_${name}_MS`, 100, 600_000).or(normal);
  return {
    firstMs: ms('FIRST', firstMs).means(`milliseconds until ${what} must begin its response`),
    nextMs: ms('NEXT', nextMs).means(`maximum pause of ${what} within a response, in milliseconds`),
    wholeMs: ms('WHOLE', wholeMs).means(`milliseconds until ${what} must finish its whole response`),
  };
};

export const PATIENCE_SETTINGS = {
  llm: patience('LLM', 'the model of the pipeline', PATIENCE.llm),
  tts: patience('TTS', 'a remote text to speech service (for each clause)', PATIENCE.tts),
  stt: patience('STT', 'a remote speech recognition service', PATIENCE.stt),
  embeddings: patience('EMBEDDINGS', 'the embeddings server', PATIENCE.embeddings),
  user: {
    waitPhraseMs: integer('VISAVIS_WAIT_SAID_MS', 0, 600_000)
      .or(USER_PATIENCE.waitPhraseMs)
      .means('milliseconds of silence after which an agent says that it is still working; 0: never'),
    giveUpMs: integer('VISAVIS_GIVE_UP_MS', 1_000, 600_000)
      .or(USER_PATIENCE.giveUpMs)
      .means('milliseconds without output after which the agent gives up on the model and apologizes'),
  },
};

export const PIPELINE = {
  llm: modelServer(
    'LLM',
    {
      baseUrl:
        'address of your own language model (OpenAI-compatible), which answers if the provider of an agent has no key',
    },
    {
      reasoningEffort: text('LLM_REASONING_EFFORT')
        .harmlessAlone()
        .means("reasoning effort of the model: none, low, …; default: the server's own"),
    },
  ),
  llmFallback: modelServer('LLM_FALLBACK', {
    baseUrl:
      'address of a second language model, which answers if LLM_BASE_URL fails, or if a provider refuses or is unavailable at the start',
  }),
  stt: modelServer('STT', { baseUrl: 'address of your own speech to text (OpenAI-compatible)' }),
  tts: modelServer(
    'TTS',
    { baseUrl: 'address of your own text to speech (OpenAI-compatible)' },
    {
      voice: text('TTS_VOICE').means(
        "name of the voice at the speech server; default: the most similar to the agent's voice",
      ),
      format: oneOf('TTS_FORMAT', ['pcm', 'wav']).means('audio format: pcm or wav; default: pcm'),
      sampleRate: integer('TTS_SAMPLE_RATE', 8000, 48_000).means(
        'sample rate of PCM audio in Hz, if the server does not state it; default: 24000',
      ),
    },
  ),
  ttsFallback: modelServer(
    'TTS_FALLBACK',
    { baseUrl: 'address of a second text to speech server, which speaks if TTS_BASE_URL or a vendor fails' },
    {
      voice: text('TTS_FALLBACK_VOICE').means(
        "name of the voice at TTS_FALLBACK_BASE_URL; default: the most similar to the agent's voice",
      ),
    },
  ),
};

/** A vendor is enabled by its key, or by the address of a compatible server. */
function keyAndAddress(
  names: { apiKey: string; baseUrl: string },
  { name, home }: { name: string; home: string },
  meaning: string,
) {
  const apiKey = secret(names.apiKey).harmlessAlone().means(meaning);
  const baseUrl = url(names.baseUrl, HTTP_OR_WS)
    .or((inForce) => (inForce(apiKey) ? home : undefined))
    .needed()
    .means(`address of a server that speaks the protocol of ${name}`);
  return { apiKey, baseUrl };
}

const speechVendors = (vendors: readonly SpeechVendor<unknown>[]) =>
  Object.fromEntries(
    vendors.map((vendor) => {
      const { id, meaning, defaultModel, voiceMeaning } = vendor;
      const prefix = id.toUpperCase();
      const names = { apiKey: `${prefix}_API_KEY`, baseUrl: `${prefix}_BASE_URL` };
      const parts = {
        ...keyAndAddress(names, vendor, meaning),
        model: text(`${prefix}_MODEL`)
          .or(defaultModel)
          .harmlessAlone()
          .means(`the model that ${vendor.name} uses`),
        ...(voiceMeaning && { voice: text(`${prefix}_VOICE`).harmlessAlone().means(voiceMeaning) }),
      };
      return [id, group(parts)];
    }),
  );

/** Settings of speech vendors, by the `id` of the vendor. */
export const SPEECH_VENDORS = {
  stt: speechVendors(RECOGNITION_VENDORS),
  tts: speechVendors(SYNTHESIS_VENDORS),
};

export const whereRuns = (name: string, server: (typeof EMBEDDINGS)['parts']['baseUrl']) =>
  oneOf(name, ['local', 'server'])
    .or((inForce) => (inForce(server) ? 'server' : undefined))
    .unless(
      (where, inForce) =>
        where === 'server' && !inForce(server) && `can be server only if ${server.name} is set`,
    )
    .means(
      `local: models on this machine, even if ${server.name} is set; server: ${server.name}; default: server if ${server.name} is set`,
    );

const optionOf = ({ name, values, isJsonObject, meaning }: ProviderSetting): Setting<string> => {
  const setting = isJsonObject
    ? pattern(name, 'a JSON object, as in {"tier":"gold"}', parseJsonObject)
    : values
      ? oneOf(name, values)
      : text(name);
  return setting.harmlessAlone().means(meaning);
};

/** Settings of providers, by the `id` of the provider. */
export const PROVIDER_SETTINGS = Object.fromEntries(
  PROVIDERS.map((provider) => {
    const { id, defaultModel, settings } = provider;
    const { model, options = {}, ...names } = settings;
    const ofAgents = `model of agents that do not specify one; default: ${defaultModel}`;
    const parts = {
      ...keyAndAddress(names, provider, `API key; turns the ${id} provider on`),
      ...(model && { model: text(model).harmlessAlone().means(ofAgents) }),
      options: group(Object.fromEntries(Object.entries(options).map(([key, it]) => [key, optionOf(it)]))),
    };
    return [id, group(parts)];
  }),
);

/** Models that requests may name besides those of the contract, by the `id` of the provider. */
export const FURTHER_MODELS = Object.fromEntries(
  PROVIDERS.flatMap(({ id, name, settings, foreignModels }) => {
    if (settings.furtherModels === undefined) return [];
    const expected = `names of models of ${name}, separated by commas, each of at most 100 letters, digits, or . _ : / -`;
    const models = pattern(settings.furtherModels, expected, (value) =>
      parseModelNames(value, foreignModels),
    );
    const meaning =
      'additional models that agents may use, separated by commas; default: only the models of the API';
    return [[id, models.means(meaning)]];
  }),
);
