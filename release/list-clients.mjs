/**
 * `npm run clients`: lists the versions of clients and vendors' libraries that the tests use, beside the newest ones.
 * Warns of each that has been outdated for a month, unless no registry is reachable; with `--strict` it then exits with
 * 1.
 */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** @typedef {{ name: string; tested: string; newest?: string; publishedAt?: string; behindSince?: string }} Client */

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const MONTH_MS = 30 * 24 * 3_600_000;
const ANSWER_MS = 60_000;
const MAX_BYTES = 32 * 2 ** 20;

/** The files in which the tests specify versions. */
const NPM = {
  'tests/package.json': ['@livekit/protocol', '@livekit/rtc-node', 'livekit-client', 'livekit-server-sdk'],
  'agents-plugin/package.json': ['@livekit/agents', '@livekit/agents-plugin-openai'],
  'tests/wire/vendors/package.json': [
    '@elevenlabs/elevenlabs-js',
    '@elevenlabs/types',
    '@google/genai',
    'openai',
  ],
};
const PYPI = {
  'agents-plugin/callers/requirements.in': ['livekit-agents', 'livekit-plugins-openai'],
  'tests/cluster/python/client-requirements.in': ['httpx'],
  'tests/cluster/python/pipecat-requirements.in': ['pipecat-ai'],
  // Any version from this one on that the packages above install; `livekit-api` comes with `livekit-agents`.
  'python/pipecat-visavis/pyproject.toml': ['livekit', 'livekit-api'],
};

const isStrict = process.argv.includes('--strict');
const run = promisify(execFile);
/** @type {Client[]} */
const clients = [];
for (const [places, readTimes] of /** @type {const} */ ([
  [NPM, npmTimes],
  [PYPI, pypiTimes],
]))
  for (const [file, names] of Object.entries(places))
    for (const name of names) clients.push(await look(name, versionIn(file, name), readTimes));
if (clients.every(({ newest }) => newest === undefined)) {
  console.log('No registry can be reached: nothing is known of newer versions.');
  process.exit(0);
}
print(['package', 'tested', 'newest', 'published']);
for (const { name, tested, newest = 'not known', publishedAt = '' } of clients)
  print([name, tested, newest, publishedAt.slice(0, 10)]);
const late = clients.filter(
  ({ behindSince }) => behindSince && Date.parse(behindSince) < Date.now() - MONTH_MS,
);
for (const { name, tested, behindSince = '' } of late)
  console.log(`Warning: ${name} ${tested} has had a newer version since ${behindSince.slice(0, 10)}.`);
process.exit(isStrict && late.length > 0 ? 1 : 0);

/** @param {string[]} cells */
function print(cells) {
  console.log(
    cells
      .map((cell) => cell.padEnd(30))
      .join('')
      .trimEnd(),
  );
}

/** Returns `1.2.3`, `from 1.2.3` for a range, or else `any`. @param {string} file @param {string} name */
function versionIn(file, name) {
  const text = readFileSync(ROOT + file, 'utf8');
  const escaped = name.replaceAll(/[^\w-]/g, String.raw`\$&`);
  const [, sign = '', version] =
    new RegExp(`(?:^|")${escaped}(?:\\[\\w+\\])?(?:": "|([=>]=))(\\d[\\w.-]*)`, 'm').exec(text) ?? [];
  return version === undefined ? 'any' : (sign === '>=' ? 'from ' : '') + version;
}

/**
 * @param {string} name @param {string} tested @param {(name: string) => Promise<Record<string, string>>} readTimes
 * @returns {Promise<Client>}
 */
async function look(name, tested, readTimes) {
  const times = await readTimes(name).catch(() => ({}));
  // Ignores pre-releases.
  const released = Object.entries(times).filter(([version]) => /^\d+(?:\.\d+)+$/.test(version));
  const newest = released.toSorted(([a], [b]) => compare(b, a))[0];
  if (newest === undefined) return { name, tested };
  const newer = released.filter(([version]) => /^\d/.test(tested) && compare(version, tested) > 0);
  const behindSince = newer.map(([, time]) => time).toSorted()[0];
  return { name, tested, newest: newest[0], publishedAt: newest[1], ...(behindSince && { behindSince }) };
}

/** Compares numerically, part by part. @param {string} a @param {string} b */
function compare(a, b) {
  return a.localeCompare(b, 'en', { numeric: true });
}

/** Returns when each version was published. @param {string} name @returns {Promise<Record<string, string>>} */
async function npmTimes(name) {
  const options = { timeout: ANSWER_MS, maxBuffer: MAX_BYTES };
  const { stdout } = await run('npm', ['view', name, 'time', 'dist-tags', '--json'], options);
  const { time, 'dist-tags': tags } = JSON.parse(stdout);
  // Versions above the `latest` tag are opt-in.
  return Object.fromEntries(Object.entries(time).filter(([version]) => compare(version, tags.latest) <= 0));
}

/** Reads pip's configured index (PEP 691, PEP 700). @param {string} name @returns {Promise<Record<string, string>>} */
async function pypiTimes(name) {
  const { stdout: settings } = await run('pip', ['config', 'list']).catch(() => ({ stdout: '' }));
  const index = /\.index-url='([^']+)'/.exec(settings)?.[1] ?? 'https://pypi.org/simple';
  const response = await fetch(`${index.replace(/\/$/, '')}/${name}/`, {
    headers: { accept: 'application/vnd.pypi.simple.v1+json' },
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  /** @type {{ files: { filename: string; 'upload-time'?: string; yanked?: boolean | string }[] }} */
  const { files } = await response.json();
  return Object.fromEntries(
    files.flatMap(({ filename, yanked, 'upload-time': time = '' }) => {
      const version = /^[A-Za-z][\w.]*?-(\d[^-]*?)(?:\.tar\.gz$|-)/.exec(filename)?.[1];
      return version && !yanked ? [[version, time]] : [];
    }),
  );
}
