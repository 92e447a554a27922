/** `npm run clean`: removes all build output. Keeps `node_modules` and the data of a service. */
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { GENERATED, root } from './sources.mjs';

const keep = new Set(['node_modules', 'data', '.git']);

async function clean(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const target = path.join(folder, entry.name);
    const isPacked = target === path.join(root, 'release', 'packed');
    if (entry.name.endsWith('.tsbuildinfo') || (entry.isDirectory() && (entry.name === 'dist' || isPacked))) {
      await rm(target, { recursive: true });
      console.log(`removed ${path.relative(root, target)}`);
    } else if (entry.isDirectory() && !keep.has(entry.name)) await clean(target);
  }
}

await clean(root);
for (const name of GENERATED) await rm(path.join(root, name), { recursive: true, force: true });
console.log('`npm run build` builds everything anew.');
