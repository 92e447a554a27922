import type { Config } from '../../config.ts';
import type { ProviderName } from '../../providers/provider-error.ts';
import { PROVIDERS } from '../../providers/realtime/providers.ts';
import type { SpeechVendor, SpeechVendorSettings } from '../../providers/speech-vendor.ts';
import { RECOGNITION_VENDORS } from '../../providers/stt/recognition-vendors.ts';
import { SYNTHESIS_VENDORS } from '../../providers/tts/synthesis-vendors.ts';
import { answerFinding } from './answer-check.ts';
import { type Check, type Finding, fail, note, ok } from './finding.ts';
import { findLanguageModels } from './language-model-check.ts';
import { modelFindings } from './model-checks.ts';
import { voiceFinding } from './voice-check.ts';

const TIMEOUT_MS = 5000;
/** Tokens contain times: a clock with a larger difference makes them invalid on other machines. */
const MAX_SKEW_MS = 30_000;

export const checkLiveKit: Check = {
  name: 'Rooms',
  async run({ livekit }) {
    if (!livekit) return ok('embedded room server');
    return reach('LiveKit server', livekit.url.replace(/^ws/, 'http'), 'Check LIVEKIT_URL.');
  },
};

export const checkWorkers: Check = {
  name: 'Other machines',
  async run({ workers, service }) {
    const finding = workers.token
      ? ok('workers on other machines can connect')
      : ok('workers on other machines cannot connect (VISAVIS_WORKER_TOKEN is not set)');
    if (!service.url) return finding;
    return reach('the service of this worker', service.url, 'Check VISAVIS_SERVICE_URL.');
  },
};

export const checkStore: Check = {
  name: 'Store',
  async run({ databaseUrl }) {
    if (!databaseUrl) return ok('embedded, in the data directory');
    // Loaded only here, because most installations have no PostgreSQL.
    const { openDatabase } = await import('../../store/open-database.ts');
    try {
      await (await openDatabase({ url: databaseUrl, migrate: false })).close();
      return ok(`PostgreSQL at ${new URL(databaseUrl).host}`);
    } catch (error) {
      return fail((error as Error).message, 'Check DATABASE_URL.');
    }
  },
};

export const checkStorage: Check = {
  name: 'Files',
  async run({ s3 }) {
    if (!s3) return ok('in the data directory');
    // Opened like the service does, because only that shows whether keys or a role may use the bucket.
    const { openS3BlobStore } = await import('../../store/blobs/s3-blob-store.ts');
    (await openS3BlobStore(s3)).close();
    return ok(`bucket ${s3.bucket} at ${s3.endpoint ?? `Amazon S3, ${s3.region}`}`);
  },
};

export const checkProviders: Check = {
  name: 'Providers',
  async run(config) {
    const findings: Finding[] = [];
    for (const descriptor of PROVIDERS) {
      const { id } = descriptor;
      const provider = config.providers[id];
      const furtherModels = config.furtherModels[id];
      findings.push(
        ...(await vendorFindings(descriptor, provider, (on) =>
          modelFindings(descriptor, on, { furtherModels }),
        )),
      );
    }
    const hearAndSpeak = { stt: RECOGNITION_VENDORS, tts: SYNTHESIS_VENDORS };
    for (const part of ['stt', 'tts'] as const) {
      if (config.localSpeech.includes(part)) continue;
      for (const vendor of hearAndSpeak[part])
        findings.push(...(await speechFindings(vendor, config.speechVendors[part][vendor.id])));
    }
    const { embeddings } = config;
    if (embeddings && config.meaning === 'server')
      findings.push(...(await reach('embeddings', embeddings.baseUrl, 'Check EMBEDDINGS_BASE_URL.')));
    findings.push(...(await pipelineFindings(config)));
    findings.push(ok('builtin: the offline demo voice, always available'));
    return findings;
  },
};

/** Calls `ask` if the vendor can be reached. */
async function vendorFindings<Settings extends { baseUrl: string }>(
  { id, home, keySetting }: ProviderName & { id: string; home: string },
  settings: Settings | undefined,
  ask: (on: Settings) => Promise<Finding[]>,
): Promise<Finding[]> {
  if (!settings) return [note(`${id}: off`, `Set ${keySetting} to turn it on.`)];
  const url = settings.baseUrl.replace(/^ws/, 'http');
  const hint = settings.baseUrl === home ? undefined : `Check ${keySetting.replace('API_KEY', 'BASE_URL')}.`;
  const reached = await reach(id, url, hint);
  return reached[0]?.level === 'ok' ? [...reached, ...(await ask(settings))] : reached;
}

/** Asks a vendor of speech recognition or synthesis whether it accepts the key. */
export function speechFindings(
  vendor: SpeechVendor<unknown>,
  settings: SpeechVendorSettings | undefined,
): Promise<Finding[]> {
  return vendorFindings(vendor, settings, async (settings) => {
    try {
      return [ok(`${vendor.id}: ${await vendor.checkKey(settings)}`)];
    } catch (error) {
      const hint = `Check ${vendor.keySetting} and the other settings of ${vendor.name}.`;
      return [fail(`${vendor.id}: ${(error as Error).message}`, hint)];
    }
  });
}

async function pipelineFindings({ pipeline, patience }: Config): Promise<Finding[]> {
  if (!pipeline.llm) return findLanguageModels();
  const parts = Object.entries(pipeline).map(async ([part, server]) => {
    // `LLM_FALLBACK` for `llmFallback`.
    const prefix = part.replace(/[A-Z]/g, '_$&').toUpperCase();
    const name = `pipeline ${part}`;
    const reached = await reach(name, server.baseUrl, `Check ${prefix}_BASE_URL.`);
    if (!part.startsWith('llm') || reached[0]?.level !== 'ok') return reached;
    return [...reached, await answerFinding(name, server, patience.llm, prefix)];
  });
  const findings = (await Promise.all(parts)).flat();
  if (pipeline.tts) findings.push(await voiceFinding(pipeline.tts));
  return findings;
}

/**
 * Sends a request: any response proves that DNS, network and TLS work. Its Date header shows the clock difference.
 * @param hint absent if the address is not one of the operator's settings
 */
async function reach(name: string, url: string, hint?: string): Promise<Finding[]> {
  try {
    const response = await fetch(url, {
      method: 'HEAD',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      redirect: 'manual',
    });
    const reached = `${name}: reached ${new URL(url).host}`;
    const date = response.headers.get('date');
    if (!date) return [ok(reached)];
    const skewMs = Math.abs(Date.parse(date) - Date.now());
    if (skewMs <= MAX_SKEW_MS) return [ok(`${reached}; its clock agrees with this machine's`)];
    const seconds = Math.round(skewMs / 1000);
    return [
      ok(reached),
      fail(
        `the clock of this machine differs from that of ${name} by ${seconds} s`,
        'Synchronize the clock.',
      ),
    ];
  } catch (error) {
    const code = (error as { cause?: NodeJS.ErrnoException }).cause?.code;
    const { host, hostname } = new URL(url);
    if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
      return [
        fail(
          `${name}: the host name ${hostname} cannot be resolved (${code})`,
          [hint, 'Check the network and the DNS of this machine.'].filter(Boolean).join(' '),
        ),
      ];
    return [
      fail(
        `${name}: ${host} cannot be reached (${code ?? 'no answer in 5 s'})`,
        hint ?? 'Check the network and the firewall of this machine.',
      ),
    ];
  }
}
