/**
 * `npm run compile`: compiles what has changed. The clients' types are generated from the OpenAPI document of the
 * compiled service, so the service comes first if a source of theirs has changed.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GENERATED, hashSources, root } from './sources.mjs';

const SOURCES = [
  'contracts',
  'server/src',
  'server/package.json',
  'client/generator',
  'python/visavis/visavis/_async',
  'package-lock.json',
];
const STAMP = path.join(root, 'client/generator/dist/.generated-from');
const COMPILER = path.join(root, 'node_modules/typescript/bin/tsc');

// Hashed before, so that sources changed meanwhile count as not used.
const sources = hashSources(SOURCES, GENERATED);
if (!isGenerated()) {
  run(COMPILER, '-b', 'client/generator');
  run('client/generator/dist/generate.js');
  writeFileSync(STAMP, `${sources} ${hashSources(GENERATED)}`);
}
run(COMPILER, '-b');

function isGenerated() {
  try {
    return readFileSync(STAMP, 'utf8') === `${sources} ${hashSources(GENERATED)}`;
  } catch {
    return false; // Nothing has been generated yet, or a part of it is gone.
  }
}

/** @param {string[]} args */
function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
