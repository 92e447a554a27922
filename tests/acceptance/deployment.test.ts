/** The files to deploy with name settings that exist, and their ports agree. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../support/guide.ts';
import { describeConfig, readSettings } from '../support/inside.ts';

const read = (path: string) => readFile(join(ROOT, path), 'utf8');
const SETTINGS = new Set(describeConfig(readSettings({}).config).map(({ setting }) => setting));

interface Service {
  environment?: Record<string, string | number>;
  ports?: string[];
  command?: string | string[];
  networks?: { default: { ipv4_address?: string } };
}

/** What `.env` holds, made as the guide says. */
const SECRET = 'a'.repeat(64);
const DOT_ENV: Record<string, string> = {
  VISAVIS_DOMAIN: 'avatars.example.com',
  LIVEKIT_DOMAIN: 'rooms.example.com',
  ...Object.fromEntries(
    [
      'VISAVIS_TURN_SECRET',
      'VISAVIS_SECRET',
      'VISAVIS_ADMIN_TOKEN',
      'VISAVIS_API_KEY',
      'VISAVIS_WORKER_TOKEN',
      'POSTGRES_PASSWORD',
      'S3_SECRET_ACCESS_KEY',
      'LIVEKIT_API_SECRET',
    ].map((name) => [name, SECRET]),
  ),
};

/** As Compose puts values in: `${NAME}`, `${NAME:?why}`, `${NAME:-else}`. */
async function readCompose(path: string): Promise<Record<string, Service>> {
  const put = (text: string): string =>
    text.replace(/(?<!\$)\$\{(\w+)(?::([?-])((?:[^{}]|\{[^}]*\})*))?\}/g, (_, name: string, sign, other) => {
      const value = DOT_ENV[name];
      if (value !== undefined) return value;
      if (sign === '-') return put(other);
      throw new Error(`${path}: nobody tells the reader to set ${name}`);
    });
  return (parse(put(await read(path)), { merge: true }) as { services: Record<string, Service> }).services;
}

const settingsOf = (service: Service) =>
  Object.fromEntries(Object.entries(service.environment ?? {}).map(([name, value]) => [name, String(value)]));

async function imageSettings(): Promise<Record<string, string>> {
  const [, block = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(await read('Dockerfile')) ?? [];
  return Object.fromEntries(block.split(/[\s\\]+/).map((pair) => pair.split('=') as [string, string]));
}

test.each([
  ['compose.yaml', ['visavis']],
  ['compose.cluster.yaml', ['api-1', 'api-2', 'worker']],
])('the settings in %s are settings, and good ones', async (path, names) => {
  const services = await readCompose(path);
  const image = await imageSettings();
  for (const name of names) {
    const environment = settingsOf(services[name]!);
    expect(Object.keys(environment).filter((each) => !SETTINGS.has(each))).toEqual([]);
    expect(readSettings({ ...image, ...environment }).complaints).toEqual([]);
  }
});

test('the image, compose.yaml, its proxy and its relay agree on ports and addresses', async () => {
  const dockerfile = await read('Dockerfile');
  const image = await imageSettings();
  const { visavis, caddy, coturn } = (await readCompose('compose.yaml')) as Record<string, Required<Service>>;
  const { config } = readSettings({ ...image, ...settingsOf(visavis!) });
  const media = config.media.ports!;
  expect(media.max).toBe(media.min);
  expect(dockerfile).toMatch(new RegExp(`^EXPOSE ${config.port} ${media.min}/udp ${media.min}/tcp$`, 'm'));
  expect(visavis!.ports).toEqual([`${media.min}:${media.min}/udp`, `${media.min}:${media.min}/tcp`]);
  expect(caddy!.command).toBe(
    `caddy reverse-proxy --from ${DOT_ENV.VISAVIS_DOMAIN} --to visavis:${config.port}`,
  );
  expect(coturn!.ports).toEqual(['3478:3478/udp', '3478:3478/tcp']);
  expect(config.media.turn).toEqual({
    urls: ['udp', 'tcp'].map((by) => `turn:${DOT_ENV.VISAVIS_DOMAIN}:3478?transport=${by}`),
    secret: SECRET,
    lifetimeSeconds: 14_400,
  });
  expect(coturn!.command).toContain(`--static-auth-secret=${SECRET}`);
  expect(coturn!.command).toContain(`--allowed-peer-ip=${visavis!.networks.default.ipv4_address}`);
});

test('the chart names settings that exist, and every file of the image is copied from one', async () => {
  const folder = 'deploy/helm/visavis';
  const files = [
    'values.yaml',
    ...(await readdir(join(ROOT, folder, 'templates'))).map((it) => `templates/${it}`),
  ];
  const text = (await Promise.all(files.map((file) => read(`${folder}/${file}`)))).join('\n');
  const named = [...text.matchAll(/\b(?:VISAVIS|LIVEKIT|S3)_[A-Z_]+\b|\bDATABASE_URL\b/g)].map(
    ([name]) => name,
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((name) => !SETTINGS.has(name))).toEqual([]);
  const { version } = JSON.parse(await read('package.json')) as { version: string };
  expect(parse(await read(`${folder}/Chart.yaml`))).toMatchObject({ version, appVersion: version });
  // Each workspace that the build needs: npm fails in the image where one is missing.
  const { workspaces } = JSON.parse(await read('package.json')) as { workspaces: string[] };
  const dockerfile = await read('Dockerfile');
  for (const name of workspaces) expect(dockerfile).toContain(`COPY ${name}/package.json ${name}/\n`);
});
