/**
 * `node release/run-compiled.mjs <file> [arguments]`: compiles what has changed, then runs a compiled file in this
 * process. It runs nothing if the code does not compile, and says so, or if npm, which started it, has ended meanwhile.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const PARENT_LOOKED_AT_MS = 500;

const root = path.resolve(import.meta.dirname, '..');
const [file = ''] = process.argv.splice(2, 1);
const parent = process.ppid;
const compiler = spawn(process.execPath, [path.join(root, 'release/compile.mjs')], {
  cwd: root,
  stdio: 'inherit',
});
const stop = () => compiler.kill();
const watching = setInterval(() => {
  if (process.ppid !== parent) stop();
}, PARENT_LOOKED_AT_MS);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
const [status, signal] = await once(compiler, 'exit');
clearInterval(watching);
for (const each of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(each, stop);
if (signal !== null || process.ppid !== parent) process.exit(130);
if (status !== 0) {
  process.stderr.write('FAILED: the code does not compile, nothing was run.\n');
  process.exit(status);
}
await import(path.join(root, file));
