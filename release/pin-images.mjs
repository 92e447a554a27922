/**
 * `node release/pin-images.mjs`: adds to the tag of each image that is built on or started its digest from the
 * registry, for all platforms. With `--check` it contacts no registry, and exits with 1 if an image has no digest.
 * Dependabot updates both from then on. Files other than the project's own are given as arguments.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const OWN_FILES = ['Dockerfile', 'compose.yaml', 'compose.cluster.yaml'].map((name) => ROOT + name);
const WITHOUT_DIGEST = /^(# syntax=|FROM |\s+image: )((?:[\w.:-]+\/)*[\w.-]+:[\w.-]+)(?=\s|$)/gm;
/** One digest for all platforms: that of a single platform's image would break builds on other platforms. */
const INDEX_TYPES = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
];
const ANSWER_MS = 30_000;

const arguments_ = process.argv.slice(2);
const isCheck = arguments_.includes('--check');
const given = arguments_.filter((argument) => argument !== '--check');
let missing = 0;
for (const file of given.length > 0 ? given : OWN_FILES) {
  const text = readFileSync(file, 'utf8');
  /** @type {Map<string, string>} */
  const digests = new Map();
  for (const [, , image = ''] of text.matchAll(WITHOUT_DIGEST)) {
    if (digests.has(image)) continue;
    if (isCheck) console.error(`${file}: ${image} has no digest (node release/pin-images.mjs writes it)`);
    digests.set(image, isCheck ? '' : await findDigest(image));
  }
  if (isCheck) missing += digests.size;
  else
    writeFileSync(
      file,
      text.replaceAll(WITHOUT_DIGEST, (line, _, image) => `${line}@${digests.get(image)}`),
    );
  for (const [image, digest] of digests) if (digest !== '') console.log(`${image}@${digest}`);
}
process.exitCode = missing > 0 ? 1 : 0;

/**
 * Parses a name as Docker does, and queries the registry:
 * https://distribution.github.io/distribution/spec/api/#pulling-an-image-manifest.
 *
 * @param {string} image
 */
async function findDigest(image) {
  const [, name = '', tag = ''] = /^(.*):(.*?)$/.exec(image) ?? [];
  const [first = ''] = name.split('/');
  const hasHost = name.includes('/') && /[.:]|^localhost$/.test(first);
  const host = hasHost ? first : 'registry-1.docker.io';
  const path = hasHost ? name.slice(first.length + 1) : name.includes('/') ? name : `library/${name}`;
  const scheme = /^(?:localhost|127\.0\.0\.1)(?::|$)/.test(host) ? 'http' : 'https';
  const url = `${scheme}://${host}/v2/${path}/manifests/${tag}`;
  const headers = { accept: INDEX_TYPES.join(', ') };
  let answer = await ask(url, headers);
  const asked = answer.headers.get('www-authenticate') ?? '';
  if (answer.status === 401 && /^bearer /i.test(asked)) {
    const [realm, service, scope] = ['realm', 'service', 'scope'].map(
      (field) => new RegExp(`\\b${field}="([^"]*)"`).exec(asked)?.[1] ?? '',
    );
    const query = new URLSearchParams({ service: service ?? '', scope: scope ?? '' });
    const { token, access_token: accessToken } = await (await ask(`${realm}?${query}`, {})).json();
    answer = await ask(url, { ...headers, authorization: `Bearer ${token ?? accessToken}` });
  }
  if (answer.status === 404) throw new Error(`${image}: ${host} has none for several platforms`);
  if (!answer.ok) throw new Error(`${image}: ${host} answered ${answer.status}`);
  const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
  if (!INDEX_TYPES.includes(type))
    throw new Error(`${image}: ${host} has it for one platform, or answers something else (${type})`);
  const digest = createHash('sha256')
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest('hex');
  return `sha256:${digest}`;
}

/** @param {string} url @param {Record<string, string>} headers */
function ask(url, headers) {
  return fetch(url, { headers, signal: AbortSignal.timeout(ANSWER_MS) });
}
