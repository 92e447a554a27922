import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const COMMAND = fileURLToPath(import.meta.resolve('@visavis/server/dist/cli/visavis.js'));

/** The OpenAPI document of this checkout, from the service itself, which runs for as long as that takes. */
export async function readDocument(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'visavis-document-'));
  const child = spawn(process.execPath, [COMMAND, 'serve'], {
    // Nothing of the caller's settings: they would reach the caller's database.
    env: { PORT: '0', HOST: '127.0.0.1', VISAVIS_DATA_DIR: dataDir, VISAVIS_WORKERS: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  try {
    const response = await fetch(`${await untilReady(child.stdout)}/openapi.json`);
    return await response.text();
  } finally {
    child.kill();
    await exited;
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function untilReady(output: NodeJS.ReadableStream): Promise<string> {
  const lines: string[] = [];
  for await (const line of createInterface({ input: output })) {
    lines.push(line);
    const port = line.match(/ready at http:\/\/[^/\s]+:(\d+)/)?.[1];
    if (port) {
      output.resume();
      return `http://127.0.0.1:${port}`;
    }
  }
  throw new Error(`the service ended before it was ready:\n${lines.join('\n')}`);
}
