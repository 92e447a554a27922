/**
 * Part of `npm run check:code`: Compose, Helm and Docker files name only existing settings, their ports agree, and the
 * image copies every workspace. `tests/cluster/deployment-tools.test.ts` reads them with their own tools.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { readSettings } from '../server/dist/config.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const CHART = 'deploy/helm/visavis';
const read = (/** @type {string} */ path) => readFileSync(ROOT + path, 'utf8');

const settings = new Set(readSettings({}).rows.map(({ setting }) => setting));
const { version, workspaces, scripts } = JSON.parse(read('package.json'));
const dockerfile = read('Dockerfile');
/** @type {string[]} */
const faults = [];
const expect = (/** @type {boolean} */ holds, /** @type {string} */ fault) => {
  if (!holds) faults.push(fault);
};

/** @param {string} path @param {Iterable<string>} names */
function expectSettings(path, names) {
  const all = [...names];
  expect(all.length > 0, `${path} names no setting`);
  for (const name of all) expect(settings.has(name), `${path}: ${name} is no setting`);
}

/** @param {string} path @returns {Record<string, { environment?: object, ports?: string[] }>} */
const servicesOf = (path) => parse(read(path), { merge: true }).services;
const namesOf = (/** @type {{ environment?: object } | undefined} */ service) =>
  Object.keys(service?.environment ?? {});

expectSettings('compose.yaml', namesOf(servicesOf('compose.yaml').visavis));
for (const name of ['api-1', 'api-2', 'worker'])
  expectSettings('compose.cluster.yaml', namesOf(servicesOf('compose.cluster.yaml')[name]));

const chart = ['values.yaml', ...readdirSync(`${ROOT}${CHART}/templates`).map((name) => `templates/${name}`)];
const chartText = chart.map((file) => read(`${CHART}/${file}`)).join('\n');
const inChart = chartText.matchAll(/\b(?:VISAVIS|LIVEKIT|S3)_[A-Z_]+\b|\bDATABASE_URL\b/g);
expectSettings(
  CHART,
  [...inChart].map(([name]) => name),
);
const { version: chartVersion, appVersion } = parse(read(`${CHART}/Chart.yaml`));
expect(
  chartVersion === version && appVersion === version,
  `${CHART}/Chart.yaml is not of version ${version}`,
);

// npm fails in the image if one is missing.
for (const name of workspaces)
  expect(dockerfile.includes(`COPY ${name}/package.json ${name}/\n`), `Dockerfile does not copy ${name}`);
const [, image = ''] = /^ENV ((?:.*\\\n)*.*)$/m.exec(dockerfile) ?? [];
const { config } = readSettings(Object.fromEntries(image.split(/[\s\\]+/).map((pair) => pair.split('='))));
const media = config.media.ports?.min;
expect(
  dockerfile.includes(`\nEXPOSE ${config.port} ${media}/udp ${media}/tcp\n`),
  `Dockerfile does not expose ${config.port} and ${media}`,
);
const opened = servicesOf('compose.yaml').visavis?.ports?.join(' ');
expect(
  opened === `${media}:${media}/udp ${media}:${media}/tcp`,
  `compose.yaml opens ${opened}, not ${media}`,
);

for (const name of readdirSync(`${ROOT}.github/workflows`)) {
  const text = read(`.github/workflows/${name}`);
  for (const [, script = ''] of text.matchAll(/npm run ([\w:-]+)/g))
    expect(script in scripts, `.github/workflows/${name}: there is no script ${script}`);
  for (const [, action = ''] of text.matchAll(/uses: (\S+(?: #.*)?)/g))
    expect(
      action.startsWith('./') || /^[\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(action),
      `.github/workflows/${name}: ${action} is not named by its commit, with its version behind it`,
    );
  const { on, permissions, jobs } = parse(text);
  expect(
    JSON.stringify(permissions) === '{"contents":"read"}',
    `.github/workflows/${name} may more than read`,
  );
  for (const [job, { permissions: own = {}, steps = [] }] of Object.entries(jobs)) {
    const writes = Object.keys(own).filter((what) => own[what] === 'write');
    expect(
      writes.length === 0 || on === null || !Object.hasOwn(on, 'pull_request'),
      `.github/workflows/${name}: ${job} may write for a pull request`,
    );
    // Jobs that may write more than issues must not install packages, which runs other people's code.
    const publishes = writes.some((what) => what !== 'issues');
    for (const { run = '', uses = '' } of steps)
      expect(
        !publishes ||
          !/actions\/checkout|build-push-action|\bnpm (?:ci|install|run)\b|\bpip install\b/.test(uses + run),
        `.github/workflows/${name}: ${job} publishes, and runs ${uses || run}`,
      );
  }
}

if (faults.length > 0) {
  console.error(faults.join('\n'));
  process.exit(1);
}
console.log('Compose, Helm and Docker files name only settings that exist.');
