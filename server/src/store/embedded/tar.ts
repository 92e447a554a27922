import fs from 'node:fs/promises';
import path from 'node:path';

/*
 * The part of ustar (POSIX.1-1988, "ustar Interchange Format") that a data directory of PostgreSQL needs: files and
 * folders with names of up to 100 bytes. What is packed here is unpacked here, so links, owners and long names are left out.
 */

const BLOCK_SIZE = 512;
const FOLDER = '5';
const FILE = '0';

/** A tar of everything in `directory`, folders before what they hold. */
export async function packTar(directory: string): Promise<Buffer> {
  const blocks: Buffer[] = [];
  const found = await fs.readdir(directory, { recursive: true, withFileTypes: true });
  const entries = found.map((entry) => ({ entry, file: path.join(entry.parentPath, entry.name) }));
  entries.sort((a, b) => (a.file < b.file ? -1 : 1));
  for (const { entry, file } of entries) {
    const name = path.relative(directory, file).split(path.sep).join('/');
    const content = entry.isDirectory() ? Buffer.alloc(0) : await fs.readFile(file);
    blocks.push(header(name, entry.isDirectory() ? FOLDER : FILE, content.length), content);
    blocks.push(Buffer.alloc(-content.length & (BLOCK_SIZE - 1)));
  }
  return Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK_SIZE)]);
}

function header(name: string, type: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK_SIZE);
  if (block.write(name, 0, 'utf8') > 100) throw new Error(`${name} is too long a name for the archive`);
  const octal = (value: number, at: number, length: number) =>
    block.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at);
  octal(type === FOLDER ? 0o700 : 0o600, 100, 8);
  octal(size, 124, 12);
  octal(0, 136, 12);
  block.write(type, 156);
  block.write('ustar\0', 257);
  block.write('00', 263);
  // The sum of the header's bytes is taken with spaces in its place.
  block.fill(' ', 148, 156);
  octal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  );
  return block;
}

/** Writes what `packTar` packed below `directory`, each file synced to disk if `flush`. The folders that were made. */
export async function unpackTar(tar: Buffer, directory: string, flush: boolean): Promise<string[]> {
  const text = (from: number, to: number) => tar.toString('latin1', from, to).replace(/\0.*$/s, '');
  await fs.mkdir(directory, { recursive: true, mode: 0o700 });
  const folders = [directory];
  const files: Promise<void>[] = [];
  for (let at = 0; at + BLOCK_SIZE <= tar.length; ) {
    const name = text(at, at + 100);
    if (name === '') break;
    const size = Number.parseInt(text(at + 124, at + 136), 8);
    const target = path.join(directory, name);
    if (!target.startsWith(directory)) throw new Error(`${name} leads out of the archive`);
    const start = at + BLOCK_SIZE;
    if (text(at + 156, at + 157) === FOLDER) {
      await fs.mkdir(target, { recursive: true, mode: 0o700 });
      folders.push(target);
    } else files.push(fs.writeFile(target, tar.subarray(start, start + size), { mode: 0o600, flush }));
    at = start + Math.ceil(size / BLOCK_SIZE) * BLOCK_SIZE;
  }
  await Promise.all(files);
  return folders;
}
