/**
 * `node release/run-compiled.mjs <file> [arguments]`: compiles what has changed, then runs a compiled file in this very process.
 * Code that does not compile is said to be so, and runs nothing.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const [file = ''] = process.argv.splice(2, 1);
const { status } = spawnSync(process.execPath, [path.join(root, 'node_modules/typescript/bin/tsc'), '-b'], {
  cwd: root,
  stdio: 'inherit',
});
if (status !== 0) {
  process.stderr.write('FAILED: the code does not compile, nothing was run.\n');
  process.exit(status ?? 1);
}
await import(path.join(root, file));
