import { readTar, TarError } from '@visavis/server/dist/lib/tar.js';
import { packTar } from 'modern-tar';
import type { FuzzTarget } from '../fuzz-target.ts';

async function archiveOf(files: Record<string, string>): Promise<Buffer> {
  const entries = Object.entries(files).map(([name, body]) => ({
    header: { name, size: body.length },
    body,
  }));
  return Buffer.from(await packTar(entries));
}

/** Corrects the checksums of the archive, so that not every change is rejected because of them. */
function mend(archive: Buffer): Buffer {
  for (let at = 0; at + 512 <= archive.length; at += 512) {
    if (archive.toString('latin1', at + 257, at + 262) !== 'ustar') continue;
    archive.fill(' ', at + 148, at + 156);
    const sum = archive.subarray(at, at + 512).reduce((total, byte) => total + byte, 0);
    archive.write(`${sum.toString(8).padStart(6, '0')}\0 `, at + 148);
  }
  return archive;
}

export const target: FuzzTarget = {
  about: 'backups that are restored (tar)',
  covers: ['/lib/tar.js', '/modern-tar/dist/'],
  seeds: [
    await archiveOf({ 'a.txt': 'hello' }),
    await archiveOf({}),
    await archiveOf({ [`${'d'.repeat(90)}/${'e'.repeat(90)}`]: 'x'.repeat(600), b: '' }),
  ],
  tokens: 'ustar\u000000 00000000000 77777777777 -0000000001 0',
  declares: [TarError],
  async read(input) {
    let bytes = 0;
    for await (const { content } of readTar(piecesOf(mend(input))))
      for await (const piece of content) bytes += piece.length;
    return bytes;
  },
};

async function* piecesOf(archive: Buffer) {
  for (let at = 0; at < archive.length; at += 700) yield archive.subarray(at, at + 700);
}
