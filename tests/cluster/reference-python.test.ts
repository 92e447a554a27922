/** Tests the Python samples of the API reference as readers copy them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'vitest';
import { installPythonPackages } from '../support/callers.ts';
import { ROOT } from '../support/guide.ts';
import { needs } from '../support/needs.ts';
import { type ReadySample, runSamples } from '../support/reference-samples.ts';

const HERE = join(ROOT, 'tests/cluster/python-samples');

needs('Python').test('every sample in Python runs as printed, with the ids of its reader', async () => {
  const interpreter = await installPythonPackages('samples', join(HERE, 'requirements.txt'));
  const cwd = await mkdtemp(join(tmpdir(), 'visavis-samples-'));
  const child = spawn(interpreter, [join(HERE, 'run_samples.py')], {
    cwd,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  try {
    const run = async ({ files, ...sample }: ReadySample): Promise<unknown> => {
      for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text);
      child.stdin.write(`${JSON.stringify(sample)}\n`);
      const { value, done } = await lines.next();
      if (done) throw new Error('Python has ended');
      const { problem, printed } = JSON.parse(value) as { problem: string | null; printed: unknown[] };
      if (problem !== null) throw new Error(problem);
      return printed[0];
    };
    const { ran, all } = await runSamples('Python', run);
    expect([...ran].sort()).toEqual([...all].sort());
  } finally {
    child.stdin.end();
    await exited;
    await rm(cwd, { recursive: true, force: true });
  }
});
