import { existsSync } from 'node:fs';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { expect, it } from 'vitest';
import { StartupError } from '../lib/startup-error.ts';
import { useFolder } from '../lib/testing/use-folder.ts';
import { MANIFEST, MANIFEST_HASH, sha256 } from '../store/backup/manifest.ts';
import { restoreBackup } from './backup.ts';

const folder = useFolder();

type Parts = [name: string, content: string | Buffer, contentType?: unknown][];
interface Forgery {
  manifest?: object;
  /** The last entries of the archive; by default the manifest and its hash. */
  ending?: Parts;
  change?: (archive: Buffer) => void;
}

/** Builds an archive with valid checksums, whatever else is wrong with it. */
async function forge(parts: Parts, { manifest, ending, change }: Forgery = {}): Promise<Buffer> {
  const listed = parts.map(([name, content, contentType]) => {
    const bytes = Buffer.from(content as string);
    return { name, size: bytes.length, sha256: sha256(bytes), contentType };
  });
  const text = JSON.stringify({
    format: 'visavis-backup',
    formatVersion: 1,
    release: '1.0.0',
    migration: 1,
    createdAt: '2026-01-02T03:04:05Z',
    secret: 'included',
    parts: listed,
    ...manifest,
  });
  const end: Parts = [
    [MANIFEST, text],
    [MANIFEST_HASH, `${sha256(Buffer.from(text))}  ${MANIFEST}\n`],
  ];
  const entries = [...parts, ...end, ...(ending ?? [])].map(([name, content]) => {
    const body = Buffer.from(content as string);
    return { header: { name, size: body.length }, body };
  });
  const archive = Buffer.from(await packTar(entries));
  change?.(archive);
  return archive;
}

/** Changes the header of the first entry and corrects its checksum. */
const head = (at: number, text: string) => (archive: Buffer) => {
  archive.write(text, at, 'latin1');
  archive.write('        ', 148);
  const sum = archive.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  archive.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
};
const HEADER = '{"format":"visavis-export","formatVersion":1,"migration":1}\n';
const one: Parts = [['files/organizations/org_1/documents/doc_1', 'x']];

it.each<[what: string, archive: () => Promise<Buffer>, says: RegExp]>([
  ['a file outside', () => forge([['files/../../outside', 'x']]), /a file whose name is not allowed/],
  [
    'a file by its absolute path',
    () => forge([['files//tmp/outside', 'x']]),
    /a file whose name is not allowed/,
  ],
  ['a name with a blank', () => forge([['files/a b', 'x']]), /a file whose name is not allowed/],
  [
    'a secret of another name',
    () => forge([['secrets/authorized_keys', 'x']]),
    /unknown kind: authorized_keys/,
  ],
  ['a secret without end', () => forge([['secrets/secret', 'x'.repeat(5000)]]), /too long/],
  ['a link', () => forge(one, { change: head(156, '2') }), /not made by this service/],
  ['a negative size', () => forge(one, { change: head(124, '-0000000001') }), /not made by this service/],
  ['a size without digits', () => forge(one, { change: head(124, '\0') }), /not made by this service/],
  [
    'a size larger than it is',
    () => forge(one, { change: head(124, '77777777777') }),
    /cut off, or not made by this service/,
  ],
  ['two manifests', () => forge([], { ending: [[MANIFEST, '{}']] }), /not a Visavis backup/],
  ['a list that is none', () => forge(one, { manifest: { parts: 3 } }), /not a Visavis backup/],
  ['null in the list', () => forge(one, { manifest: { parts: [null] } }), /not a Visavis backup/],
  ['a type that is none', () => forge([['files/a', 'x', 7]]), /not a Visavis backup/],
  ['a type that does not fit', () => forge([['files/a', 'x', '"'.repeat(200)]]), /not a Visavis backup/],
  ['a migration that is none', () => forge(one, { manifest: { migration: '1' } }), /not a Visavis backup/],
  [
    'a time that controls the terminal',
    () => forge(one, { manifest: { createdAt: '\x1b[31mEVIL\nrestored 5 rows' } }),
    /^[ -~]* is not a Visavis backup$/,
  ],
  [
    'a release that controls the terminal',
    () => forge(one, { manifest: { migration: 99_999, release: '1\x1b[2J' } }),
    /^[ -~]* is not a Visavis backup$/,
  ],
  ['no release', () => forge(one, { manifest: { release: undefined } }), /not a Visavis backup/],
  [
    'a listed name that controls the terminal',
    () => forge(one, { manifest: { parts: [{ name: 'a\x1b[2J\nb' }] } }),
    /^[ -~]* is not a Visavis backup$/,
  ],
  [
    'a name that controls the terminal',
    () => forge([['a\x1b[2J\nb', 'x']]),
    /^[ -~]* is not a Visavis backup$/,
  ],
  [
    'a link whose name controls the terminal',
    () => forge([['a\x1b[2J\nb', 'x']], { change: head(156, '2') }),
    /^[ -~]* is not a file$/,
  ],
  ['a store that is not packed', () => forge([['store/1', HEADER]]), /cannot be decompressed/],
  [
    'a store that unpacks to a line without end',
    () => forge([['store/1', gzipSync(HEADER + '['.repeat(65 * 2 ** 20))]]),
    /a line that is too long/,
  ],
  [
    'a store that unpacks to nothing but empty lines',
    () => forge([['store/1', gzipSync(HEADER + '\n'.repeat(65 * 2 ** 20))]]),
    /neither a table nor a row/,
  ],
  [
    'an unpacked size that is none',
    () => forge([], { manifest: { parts: [{ name: 'store/1', unpackedSize: '1' }] } }),
    /not a Visavis backup/,
  ],
])('a forged backup is refused in words and leaves nothing: %s', async (_what, archive, says) => {
  const file = join(folder, 'backup');
  const dataDir = await mkdtemp(join(folder, 'data-'));
  await writeFile(file, await archive());
  const error = await restoreBackup(
    { dataDir, databaseUrl: undefined, s3: undefined, secret: undefined, adminToken: undefined },
    file,
    () => undefined,
  ).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartupError);
  expect((error as Error).message).toMatch(says);
  expect(await readdir(dataDir)).toEqual([]);
  expect(existsSync(join(folder, 'outside'))).toBe(false);
});
