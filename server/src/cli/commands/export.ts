import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { exportStore } from '../../compose-transfer.ts';
import { readConfig } from '../../config.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { type Command, parseArguments, UsageError } from '../command.ts';
import { progressOf } from '../transfer-progress.ts';

export const exportCommand: Command = {
  help: `Usage: visavis export <file>

Writes every row of the store to a file, which \`visavis import\` reads: to move between the embedded store and
PostgreSQL, or to a release with another embedded PostgreSQL. Compressed where the name ends with .gz.
The embedded store can be exported while the service is stopped; PostgreSQL at any time.

Uploaded files and pictures are not in it: take the folder \`files\` of the data directory along (or the S3 bucket),
and the file \`secret\`, which signs tokens and addresses and opens the secrets of webhooks.
`,
  async run(args) {
    const { positionals } = parseArguments({ args, options: {}, allowPositionals: true });
    const [file, ...more] = positionals;
    if (!file || more.length > 0) throw new UsageError('export needs the name of one file');
    const draft = `${file}.part`;
    const progress = progressOf('exported');
    try {
      // Exclusive, so that an existing export is not overwritten; readable by the owner only, because the rows hold
      // hashes of keys.
      await writable(file);
      const lines = Readable.from(progress.count(exportStore(readConfig())));
      const out = createWriteStream(draft, { flags: 'wx', mode: 0o600 });
      await (file.endsWith('.gz') ? pipeline(lines, createGzip(), out) : pipeline(lines, out));
      await rename(draft, file);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== 'EEXIST') await rm(draft, { force: true });
      if (code && ['EEXIST', 'ENOENT', 'EACCES', 'EISDIR', 'ENOSPC', 'EROFS'].includes(code)) {
        throw new StartupError(`${file} cannot be written (${code})`, 'Name another file.');
      }
      throw error;
    }
    progress.done(`to ${file}`);
    return 0;
  },
};

async function writable(file: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = createWriteStream(file, { flags: 'wx', mode: 0o600 });
    probe.once('error', reject);
    probe.once('open', () => probe.end(resolve));
  });
  await rm(file);
}
