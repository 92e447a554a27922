/** Tests that the alert rules and the dashboard only query metrics that the service exports. */
import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { ROOT } from '../support/guide.ts';
import { needs } from '../support/needs.ts';
import { useService } from '../support/use-service.ts';

const run = promisify(execFile);
const FOLDER = join(ROOT, 'deploy/monitoring');

const service = useService(() => ({ env: { VISAVIS_WORKERS: '1' } }));

const metrics = () => fetch(`${service.url}/metrics`).then((it) => it.text());

test('the rules and the dashboard only use metrics that the service has', async () => {
  const known = new Set([...(await metrics()).matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
  const asked = (
    await Promise.all(['alerts.yaml', 'dashboard.json'].map((it) => readFile(join(FOLDER, it), 'utf8')))
  )
    .join('\n')
    .matchAll(/\b(?:visavis|nodejs|process)_[a-z0-9_]+/g);
  const names = new Set([...asked].map(([name]) => name.replace(/_(bucket|sum|count)$/, '')));
  expect(names.size).toBeGreaterThan(15);
  expect([...names].filter((name) => !known.has(name))).toEqual([]);
});

needs('promtool').test('promtool takes the rules, their tests and what the service tells', async () => {
  await run('promtool', ['check', 'rules', join(FOLDER, 'alerts.yaml')]);
  await run('promtool', ['test', 'rules', join(FOLDER, 'alerts.test.yaml')]);
  const told = spawnSync('promtool', ['check', 'metrics'], { input: await metrics(), encoding: 'utf8' });
  const ours = told.stderr.split('\n').filter((line) => line.startsWith('visavis_'));
  expect(ours).toEqual([]);
  expect(told.stderr).not.toContain('error while linting');
});
