import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { bundleScript } from '../support/bundle-script.ts';
import { ROOT } from '../support/guide.ts';

/** Kilobytes as sent, compressed with gzip. `npm run size` prints the current sizes. */
const LIMITS = { sdk: 20, loader: 5, console: 300 };

const kilobytes = (bytes: Uint8Array) => gzipSync(bytes, { level: 9 }).length / 1000;

function check(name: keyof typeof LIMITS, what: string, size: number): void {
  console.log(`${what}: ${size.toFixed(1)} kB of ${LIMITS[name]}`);
  expect(size, what).toBeLessThanOrEqual(LIMITS[name]);
}

test('@visavis/web is small compared to livekit-client', async () => {
  const script = await bundleScript(`${ROOT}web/dist/index.js`, {
    minify: true,
    format: 'esm',
    external: ['livekit-client'],
  });
  check('sdk', '@visavis/web', kilobytes(Buffer.from(script)));
});

test('the loader of the widget is small before a visitor opens it', async () => {
  check('loader', 'embed.js', kilobytes(await readFile(`${ROOT}web/dist/page/loader/embed.js`)));
});

test('the first load of the console is small: its page, and everything that the overview needs', async () => {
  const folder = `${ROOT}console/dist/page/`;
  const seen = new Map<string, number>();
  async function read(file: string): Promise<void> {
    if (seen.has(file)) return;
    const bytes = await readFile(folder + file);
    seen.set(file, kilobytes(bytes));
    const text = bytes.toString();
    if (file.endsWith('.css')) return;
    // Static imports, and the page that opens first.
    const wanted = [...text.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)].map(
      ([, name]) => `assets/${name}`,
    );
    const overview = /assets\/index-/.test(file) ? /overview-[\w-]+\.js/.exec(text) : null;
    for (const name of [...wanted, ...(overview ? [`assets/${overview[0]}`] : [])]) await read(name);
  }
  const html = await readFile(`${folder}index.html`, 'utf8');
  for (const [, name] of html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+)"/g)) await read(name!);
  expect([...seen.keys()].some((name) => name.includes('overview'))).toBe(true);
  expect([...seen.keys()].some((name) => name.endsWith('.css'))).toBe(true);
  check(
    'console',
    'the console',
    [...seen.values()].reduce((sum, size) => sum + size, 0),
  );
});
