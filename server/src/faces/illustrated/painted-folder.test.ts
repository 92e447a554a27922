import { readdirSync, readFileSync, statSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { OTHER_PAINTING_CODE, PAINTED_FOLDER, paintedFile, removeStalePaintings } from './painted-folder.ts';

/** The contract of faces, the dispatch to this folder and the version, which is hashed by itself. */
const PAINTS_NOTHING = ['../face-drawer.js', '../../lib/package-version.js'];
const HERE = new URL('./', import.meta.url);

/** Every file that the code of this folder imports from outside, and what those files import in turn. */
function importedFromOutside(): Set<string> {
  const found = new Set<string>();
  const seen = new Set<string>();
  const follow = (file: URL) => {
    if (seen.has(file.href)) return;
    seen.add(file.href);
    const isHere = file.href.startsWith(HERE.href);
    if (!isHere) found.add(file.href);
    for (const [, path] of readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+\.js)'/g)) {
      const next = new URL(path!, file);
      // A still is drawn by the face's own code: imports that only photo faces need are skipped.
      if (!next.pathname.endsWith('/open-drawer.js')) follow(next);
    }
  };
  for (const name of readdirSync(HERE)) if (/^[a-z-]+\.js$/.test(name)) follow(new URL(name, HERE));
  return found;
}

it('names a painting after all code that it depends on', () => {
  const known = [...OTHER_PAINTING_CODE, ...PAINTS_NOTHING].map((path) => new URL(path, HERE).href);
  expect([...importedFromOutside()].filter((href) => !known.includes(href))).toEqual([]);
  for (const path of OTHER_PAINTING_CODE) expect(importedFromOutside()).toContain(new URL(path, HERE).href);
});

it('removes what other versions of the code have painted and keeps its own', async () => {
  await mkdir(PAINTED_FOLDER, { recursive: true });
  const own = await paintedFile(`of-a-test-${process.pid}`, 'bin');
  const stale = new URL(`of-a-test-${process.pid}-0123456789abcdef.bin`, PAINTED_FOLDER);
  const draft = new URL(`${basename(own)}.1`, PAINTED_FOLDER);
  for (const file of [own, stale, draft]) await writeFile(file, 'x');
  await removeStalePaintings();
  const isThere = (file: string | URL) => statSync(file, { throwIfNoEntry: false }) !== undefined;
  expect([isThere(own), isThere(stale), isThere(draft)]).toEqual([true, false, false]);
  await rm(own);
});
