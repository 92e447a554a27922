import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ModelManifest } from '../catalogue/model-entry.ts';

/** Writes a test model as if it were installed: its files, and the manifest with their hashes, which it returns. */
export async function writeModel(
  folder: string,
  facts: Pick<ModelManifest, 'name' | 'purpose' | 'title' | 'languages'>,
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<ModelManifest> {
  const described = [];
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    described.push({ path, bytes: Buffer.byteLength(content), sha256 });
  }
  const manifest = { ...facts, license: { name: 'none', url: 'none' }, files: described };
  await writeFile(join(folder, 'model.json'), JSON.stringify(manifest));
  return manifest;
}
