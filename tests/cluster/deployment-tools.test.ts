/** The deployment files, checked by the tools that read them. */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { findPython, installPythonPackages } from '../support/callers.ts';
import { findBlock, ROOT, readGuide } from '../support/guide.ts';

const run = promisify(execFile);
const CHART = join(ROOT, 'deploy/helm/visavis');
const KUBERNETES = '1.31.0';

/** With which the guide tells `helm install`. */
function guideOptions(): string[] {
  const { code } = findBlock(readGuide('deploy'), 'Kubernetes', 'bash', 'helm');
  return /^helm install visavis deploy\/helm\/visavis (--set .*)$/m.exec(code)![1]!.split(' ');
}

const find = (program: string) =>
  [program, join(homedir(), 'go/bin', program)].find((each) => !spawnSync(each, ['--help']).error);
const helm = find('helm');
/** Docker Compose, or the parser that it is made of: the reference implementation of the Compose specification. */
function findComposeReader(): ((file: string) => [program: string, ...args: string[]]) | undefined {
  for (const [program, ...args] of [['docker', 'compose'], ['docker-compose']] as const)
    if (spawnSync(program, [...args, 'version']).status === 0)
      return (file) => [program, ...args, '--file', file, 'config'];
  const parser = find('compose-spec');
  return parser === undefined ? undefined : (file) => [parser, file];
}
const readWith = findComposeReader();
const python = findPython();
if (!python)
  console.warn(
    'SKIPPED: hadolint and the schemas of Kubernetes come from PyPI, which needs Python 3.10 with venv',
  );
if (!helm)
  console.warn(
    'SKIPPED: the chart is not rendered, there is no helm (go install helm.sh/helm/v3/cmd/helm@v3.16.4)',
  );
const actionlint = find('actionlint');
if (!actionlint)
  console.warn(
    'SKIPPED: nothing lints the workflows (go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.7)',
  );
if (!readWith)
  console.warn(
    'SKIPPED: nothing reads the compose files: neither docker compose nor compose-spec (see .ci/run)',
  );

describe.skipIf(!python)('with tools of PyPI', () => {
  let tools: string;
  beforeAll(async () => {
    tools = dirname(
      await installPythonPackages(
        'deployment-tools',
        join(ROOT, 'tests/cluster/deployment-requirements.txt'),
      ),
    );
  }, 300_000);

  test('hadolint finds nothing in the Dockerfile', async () => {
    const { stdout } = await run(join(tools, 'hadolint'), [join(ROOT, 'Dockerfile')]);
    expect(stdout).toBe('');
  });

  test.skipIf(!helm).each([
    ['as it is', []],
    ['as the guide installs it', guideOptions()],
    [
      'with autoscaling',
      [
        '--set',
        'worker.autoscaling.enabled=true',
        '--set',
        'worker.minReplicas=3',
        '--set',
        'api.replicas=3',
      ],
    ],
  ])('the chart %s gives resources that Kubernetes knows', async (_, options) => {
    const folder = await mkdtemp(join(tmpdir(), 'visavis-chart-'));
    try {
      await run(helm!, ['lint', '--strict', CHART]);
      const { stdout } = await run(helm!, ['template', 'v', CHART, '--kube-version', KUBERNETES, ...options]);
      const file = join(folder, 'chart.yaml');
      await writeFile(file, stdout);
      await run(join(tools, 'kubernetes-validate'), ['-k', KUBERNETES, '--strict', file]);
      expect(stdout.match(/^kind: \w+$/gm)).toContain('kind: PodDisruptionBudget');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  test.skipIf(!helm)('the chart refuses fewer workers than API pods', async () => {
    const options = ['--kube-version', KUBERNETES, '--set', 'api.replicas=3'];
    await expect(run(helm!, ['template', 'v', CHART, ...options])).rejects.toThrow(
      'worker.minReplicas must be at least api.replicas',
    );
  });
});

test.skipIf(!actionlint)('actionlint finds nothing in the workflows', async () => {
  const { stdout } = await run(actionlint!, [], { cwd: ROOT });
  expect(stdout).toBe('');
});

test.skipIf(!readWith).each(['compose.yaml', 'compose.cluster.yaml'])(
  'Docker Compose’s parser reads %s',
  async (file) => {
    const names = [
      'VISAVIS_DOMAIN',
      'LIVEKIT_DOMAIN',
      'VISAVIS_TURN_SECRET',
      'VISAVIS_SECRET',
      'VISAVIS_ADMIN_TOKEN',
    ];
    const more = [
      'VISAVIS_API_KEY',
      'VISAVIS_WORKER_TOKEN',
      'POSTGRES_PASSWORD',
      'S3_SECRET_ACCESS_KEY',
      'LIVEKIT_API_SECRET',
    ];
    const env = Object.fromEntries([...names, ...more].map((name) => [name, 'example.com']));
    const [program, ...args] = readWith!(join(ROOT, file));
    const { stdout } = await run(program, args, { env: { ...process.env, ...env } });
    expect(stdout).toContain('restart: unless-stopped');
    await expect(run(program, args)).rejects.toThrow('is missing a value');
  },
);
