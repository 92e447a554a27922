/** The only reader of the environment. All other code gets a `Config`; its settings are in `config/settings.ts`. */

import { PROVIDER_SETTINGS } from './config/model-settings.ts';
import { settingsOf } from './config/setting.ts';
import { ALL_SETTINGS, SETTINGS, TRACING, TRACING_SWITCHES } from './config/settings.ts';
import { type Environment, SettingsReader } from './config/settings-reader.ts';
import { StartupError } from './lib/startup-error.ts';
import type { ProviderSettings } from './providers/realtime/provider.ts';
import { PROVIDERS } from './providers/realtime/providers.ts';
import type { SpeechVendorsOn } from './providers/speech-vendor.ts';
import type { TlsFiles } from './tls/tls-files.ts';
import type { TracingSettings } from './tracing/tracing-settings.ts';

/** The values of all settings by their keys in the table, and values derived from several of them. */
export type Config = ReturnType<typeof configOf>;

/** @throws StartupError naming every wrong setting */
export function readConfig(environment: Environment = process.env): Config {
  const { config, complaints } = readSettings(environment);
  if (complaints.length === 0) return config;
  throw new StartupError(
    `bad setting: ${complaints.join('; ')}`,
    'Run `npx visavis config` to see every setting.',
  );
}

/**
 * Like `readConfig`, but invalid settings get their default instead of causing an error. `rows`: every setting with its
 * effective value, secrets masked, in the order of the table. `warnings`: variables that look like a setting but are
 * not.
 */
export function readSettings(environment: Environment = process.env): {
  config: Config;
  complaints: readonly string[];
  warnings: readonly string[];
  rows: readonly { setting: string; value: string; meaning: string }[];
} {
  const reader = new SettingsReader(environment);
  const config = configOf(reader, environment);
  const complaints = [...reader.complaints];
  const rows = settingsOf(ALL_SETTINGS).map((setting) => {
    const value: unknown = reader.inForce(setting);
    const shown = value === undefined ? '' : (setting.kind.show ?? String)(value);
    return { setting: setting.name, value: shown || '-', meaning: setting.meaning };
  });
  return { config, complaints, warnings: reader.unknown(ALL_SETTINGS), rows };
}

function configOf(reader: SettingsReader, inherited: Environment) {
  const {
    environment,
    tls,
    s3,
    providers,
    furtherModels,
    pipeline,
    speechVendors,
    speech,
    workers,
    video,
    ...others
  } = reader.read(SETTINGS);
  const [width, height] = video.size.split('x').map(Number);
  const localSpeech = (['stt', 'tts'] as const).filter((part) => speech[part] === 'local');
  for (const part of localSpeech) {
    delete pipeline[part];
    speechVendors[part] = {};
  }
  return {
    ...others,
    production: environment === 'production',
    /** `local`: with a certificate that this machine creates, as requested with `visavis serve --https`. */
    tls: tls as TlsFiles | 'local' | undefined,
    s3: s3 && { ...s3, ...s3.keys },
    providers: providers as Readonly<Record<string, ProviderSettings>>,
    providersWithoutKey: withoutKeys(reader),
    furtherModels: furtherModels as Readonly<Record<string, readonly string[]>>,
    pipeline,
    speechVendors: speechVendors as Readonly<Record<'stt' | 'tts', SpeechVendorsOn>>,
    /** Parts of speech processing that run on this machine, even if servers are set for them. */
    localSpeech,
    workers: {
      ...workers,
      /** Whether the machine's capacity is measured; not if the operator has set the number. */
      measurePlaces: !reader.isSet(SETTINGS.workers.conversationsPerWorker),
    },
    video: { width: width!, height: height!, fps: video.fps, idleFps: video.idleFps },
    /** Settings of the collector for spans; if absent, no spans are sent. */
    tracing: readTracing(reader),
    /** The environment of child processes. */
    inherited,
  };
}

/**
 * Returns the settings of each provider by its `id`, with defaults, but without the key: organizations have their own.
 */
function withoutKeys(reader: SettingsReader): Readonly<Record<string, ProviderSettings>> {
  const withoutKey = PROVIDERS.map(({ id, home }) => {
    const { baseUrl = home, ...others } = reader.read(
      PROVIDER_SETTINGS[id]!.parts,
    ) as Partial<ProviderSettings>;
    return [id, { ...others, baseUrl, apiKey: undefined }];
  });
  return Object.fromEntries(withoutKey);
}

function readTracing(reader: SettingsReader): TracingSettings | undefined {
  const { endpoint, exporter, isOff } = reader.read(TRACING_SWITCHES);
  if (isOff || exporter === 'none' || (!endpoint && exporter !== 'otlp')) return undefined;
  return { endpoint, ...reader.read(TRACING) };
}
