/** The files to deploy with name settings that exist, and their ports agree. */
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { findBlock, ROOT, readGuide } from '../support/guide.ts';
import { describeConfig, readSettings } from '../support/inside.ts';

const run = promisify(execFile);
const read = (path: string) => readFile(join(ROOT, path), 'utf8');
const SETTINGS = new Set(describeConfig(readSettings({}).config).map(({ setting }) => setting));

interface Service {
  environment?: Record<string, string | number>;
  ports?: string[];
  command?: string | string[];
  networks?: { default: { ipv4_address?: string } };
}

/** The `.env` that the commands of the guide write for a compose file, which they then start. */
const dotEnvs: Record<string, Record<string, string>> = {};
beforeAll(async () => {
  for (const [path, heading, about] of [
    ['compose.yaml', 'One machine, with containers', 'compose'],
    ['compose.cluster.yaml', 'Several machines', 'cluster'],
  ] as const) {
    const folder = await mkdtemp(join(tmpdir(), 'visavis-deploy-'));
    try {
      const { code } = findBlock(readGuide('deploy'), heading, 'bash', about);
      // There is no engine here: what it would be told is read instead.
      const script = `docker() { echo docker "$@"; }\n${code}`;
      const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', script], { cwd: folder });
      expect(stdout).toContain(
        path === 'compose.yaml' ? 'docker compose up -d' : `docker compose -f ${path} up -d`,
      );
      const lines = (await readFile(join(folder, '.env'), 'utf8')).trim().split('\n');
      dotEnvs[path] = Object.fromEntries(lines.map((line) => line.split('=', 2) as [string, string]));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
});

/** As Compose puts values in: `${NAME}`, `${NAME:?why}`, `${NAME:-else}`. */
async function readCompose(path: string): Promise<Record<string, Service>> {
  const put = (text: string): string =>
    text.replace(/(?<!\$)\$\{(\w+)(?::([?-])((?:[^{}]|\{[^}]*\})*))?\}/g, (_, name: string, sign, other) => {
      const value = dotEnvs[path]![name];
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
  const { VISAVIS_DOMAIN, VISAVIS_TURN_SECRET } = dotEnvs['compose.yaml']!;
  const media = config.media.ports!;
  expect(media.max).toBe(media.min);
  expect(dockerfile).toMatch(new RegExp(`^EXPOSE ${config.port} ${media.min}/udp ${media.min}/tcp$`, 'm'));
  expect(visavis!.ports).toEqual([`${media.min}:${media.min}/udp`, `${media.min}:${media.min}/tcp`]);
  expect(caddy!.command).toBe(`caddy reverse-proxy --from ${VISAVIS_DOMAIN} --to visavis:${config.port}`);
  expect(coturn!.ports).toEqual(['3478:3478/udp', '3478:3478/tcp']);
  expect(config.media.turn).toEqual({
    urls: ['udp', 'tcp'].map((by) => `turn:${VISAVIS_DOMAIN}:3478?transport=${by}`),
    secret: VISAVIS_TURN_SECRET,
    lifetimeSeconds: 14_400,
  });
  expect(coturn!.command).toContain(`--static-auth-secret=${VISAVIS_TURN_SECRET}`);
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

test('the commands of the guide name what the image, the compose file and the chart have', async () => {
  const guide = readGuide('deploy');
  const { code: talk } = findBlock(guide, 'One machine, with containers', 'bash', 'compose');
  const dockerfile = await read('Dockerfile');
  const [, service, program] = /^docker compose exec (\S+) node (\S+) talk$/m.exec(talk)!;
  expect(Object.keys(await readCompose('compose.yaml'))).toContain(service);
  expect(dockerfile).toContain(`ENTRYPOINT ["node", "${program}"]`);
  const { code: image } = findBlock(guide, 'The image', 'bash', 'image');
  expect(dockerfile).toContain(`VOLUME ${/-v visavis:(\S+)/.exec(image)![1]}\n`);
  const [, ...ports] = /^EXPOSE (\S+) (\S+) (\S+)$/m.exec(dockerfile)!;
  expect([...image.matchAll(/-p \d+:(\S+)/g)].map(([, port]) => port)).toEqual(ports);
  const [, setting] = /-e (\w+)=/.exec(image)!;
  expect(SETTINGS).toContain(setting);
  const { code: chart } = findBlock(guide, 'Kubernetes', 'bash', 'helm');
  const values = parse(await read('deploy/helm/visavis/values.yaml')) as { secretName: string };
  expect(chart).toContain(`kubectl create secret generic ${values.secretName} `);
  // tests/cluster/deployment-tools.test.ts renders the chart with them.
  for (const [, name] of chart.matchAll(/--set (\w+)[.=]/g)) expect(values).toHaveProperty([name!]);
});
