import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { DEADLINE_MS } from './deadlines.ts';

const COMMAND = fileURLToPath(new URL('../../../server/dist/cli/visavis.js', import.meta.url));

export interface CommandResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `visavis …` until it exits, with these settings and none from the tests' environment. */
export async function runCommand(
  args: string[],
  settings: Record<string, string> = {},
): Promise<CommandResult> {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VISAVIS_|PORT$|HOST$)/.test(name));
  const child = spawn(process.execPath, [COMMAND, ...args], {
    env: { ...Object.fromEntries(inherited), HOST: '127.0.0.1', PORT: '0', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const patience = setTimeout(() => child.kill('SIGKILL'), DEADLINE_MS);
  const code = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  clearTimeout(patience);
  return { code: await code, stdout, stderr };
}
