import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Puts compressed copies beside scripts and styles, so that the service need not compress what never changes. */
export function compressAssets(outDir: string): Plugin {
  return {
    name: 'compress-assets',
    apply: 'build',
    async closeBundle() {
      const folder = join(outDir, 'assets');
      for (const name of await readdir(folder)) {
        if (!/\.(js|css)$/.test(name)) continue;
        const file = join(folder, name);
        const bytes = await readFile(file);
        await writeFile(`${file}.br`, brotliCompressSync(bytes));
        await writeFile(`${file}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
