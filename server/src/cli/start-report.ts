import { relative } from 'node:path';
import type { Config } from '../config.ts';
import { packageVersion } from '../lib/package-version.ts';
import type { RunningService } from '../main.ts';
import { ADD_COMMAND } from '../models/catalogue/catalogue.ts';
import { PROVIDERS } from '../providers/realtime/providers.ts';
import { findSpeechModels } from '../speech-recognition/start-recognizer.ts';
import { AUTHORITY_PATH } from '../tls/local-certificate.ts';
import { ownAddresses } from './doctor/outside-checks.ts';
import { formatTable } from './table.ts';
import { makeLinks } from './talk-link.ts';

/** Returns the text printed after a start: addresses, keys, and what to do next. */
export async function reportStart(config: Config, service: RunningService, tookMs: number): Promise<string> {
  const url = publicAddress(config, service);
  const rows: [string, string][] = [];
  // In production no signed-in link is printed, because it would appear in the logs.
  if (!config.production) {
    const links = await makeLinks(service.services, url);
    rows.push(['Talk now', `${links.talk}  (for 12 hours)`], ['Console', `${links.console}  (the same key)`]);
    if (config.tls === 'local') rows.push(...describePhone(links.talk));
  }
  if (service.newKey)
    rows.push(['API key', `${service.newKey}  (of the organization "default"; shown only once)`]);
  rows.push(
    ['Docs', `${url}/docs/`],
    ['Data', describeData(config)],
    ['Rooms', describeRooms(config, service)],
    ['Workers', describeWorkers(config)],
    ['Engines', describeEngines(config)],
    ['Speech recognition', await describeSpeechRecognition(config)],
    [
      'Next',
      config.production
        ? '`npx visavis talk` prints a link to the talk page; `npx visavis doctor` finds problems'
        : 'open the link above; `npx visavis doctor` finds problems',
    ],
  );
  const table = formatTable(rows.map(([name, value]) => [`  ${name}`, value]));
  return `\nVisavis ${packageVersion} is ready at ${url} after ${(tookMs / 1000).toFixed(1)} s\n\n${table}\n\n`;
}

/** Returns the address at which people reach the service. */
export function publicAddress(config: Config, service: RunningService): string {
  return config.publicUrl ?? service.localUrl;
}

/** Browsers warn until the device trusts this machine's certificate; phones need two steps to trust one. */
function describePhone(link: string): [string, string][] {
  const url = new URL(link);
  const [address] = ownAddresses();
  if (!address) return [];
  url.hostname = address;
  return [
    ['On a phone', `${url.href}  (if it is in the same network)`],
    [
      'Trust',
      `open ${url.origin}${AUTHORITY_PATH} on the phone, accept the warning, and install the certificate:`,
    ],
    ['', 'iPhone: Settings › General › VPN & Device Management, then About › Certificate Trust Settings'],
    ['', 'Android: Settings › Security › Install a certificate › CA certificate'],
    ['', 'This machine: add the same file to the certificate authorities of the browser or the system'],
  ];
}

function describeData({ dataDir, databaseUrl, s3 }: Config): string {
  const directory = relative(process.cwd(), dataDir) || '.';
  const place = directory.startsWith('..') ? dataDir : directory;
  return `${databaseUrl ? 'PostgreSQL' : 'embedded store'}, ${s3 ? `S3 bucket ${s3.bucket}` : 'files'}, ${place}`;
}

function describeRooms({ livekit }: Config, { rooms }: RunningService): string {
  if (!rooms.embedded) return `LiveKit server ${livekit?.url ?? ''}`;
  const { mediaPort, addresses } = rooms.embedded;
  return `embedded room server, media on UDP port ${mediaPort} of ${addresses.join(', ')}`;
}

function describeWorkers({ workers }: Config): string {
  const { processes, conversationsPerWorker, measurePlaces, token } = workers;
  const places = measurePlaces
    ? `as many conversations as this machine can run, at most ${conversationsPerWorker * processes}`
    : `${conversationsPerWorker} conversations each`;
  const own = processes > 0 ? `up to ${processes} processes, ${places}` : 'none on this machine';
  return `${own}; ${token ? 'workers on other machines can connect' : 'none on other machines (to allow them, set VISAVIS_WORKER_TOKEN)'}`;
}

/** Returns one line about what recognizes speech, or how to install that on this machine. */
async function describeSpeechRecognition({
  dataDir,
  models,
  pipeline,
  speechVendors,
  providers,
}: Config): Promise<string> {
  const { recognizer, turns } = await findSpeechModels(dataDir, models.speechRecognition);
  if (recognizer && turns) return `${recognizer.manifest.name}, on this machine`;
  const services = [
    ...Object.keys(providers),
    ...(pipeline.stt ? ['STT_BASE_URL'] : []),
    ...Object.keys(speechVendors.stt),
  ];
  return services.length > 0
    ? `by ${services.join(', ')}; to have it on this machine, run \`${ADD_COMMAND}\`; the next conversation uses it`
    : `none; for speech without a key, run \`${ADD_COMMAND}\`; the next conversation uses it`;
}

function describeEngines({ providers, pipeline }: Config): string {
  const on = Object.keys(providers);
  if (pipeline.llm) on.push('pipeline');
  const off = PROVIDERS.filter(({ id }) => !on.includes(id));
  const offText =
    off.length > 0
      ? `; off: ${off.map(({ id, settings }) => `${id} (set ${settings.apiKey})`).join(', ')}`
      : '';
  return `${['builtin (offline demo voice)', ...on].join(', ')}${offText}`;
}
