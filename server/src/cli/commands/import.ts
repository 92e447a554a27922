import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { importStore } from '../../compose-transfer.ts';
import { readConfig } from '../../config.ts';
import { StartupError } from '../../lib/startup-error.ts';
import { type Command, parseArguments, UsageError } from '../command.ts';
import { progressOf } from '../transfer-progress.ts';

export const importCommand: Command = {
  help: `Usage: visavis import <file>

Fills an empty store from a file of \`visavis export\`: the one in the data directory, or PostgreSQL where DATABASE_URL
names one. The service must be stopped. All rows come, or none.

Put \`files\` and \`secret\` of the old data directory into the new one as well; see \`visavis export --help\`.
`,
  async run(args) {
    const { positionals } = parseArguments({ args, options: {}, allowPositionals: true });
    const [file, ...more] = positionals;
    if (!file || more.length > 0) throw new UsageError('import needs the name of one file');
    const progress = progressOf('read');
    const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
      throw new StartupError(`${file} cannot be read (${error.code})`);
    });
    const content = handle.createReadStream();
    try {
      const lines = file.endsWith('.gz') ? content.pipe(createGunzip()) : content;
      // `pipe` does not forward errors; one that occurs before the store is open is thrown when the lines are read.
      content.once('error', (error) => lines.destroy(error));
      lines.on('error', () => undefined);
      const rows = await importStore(readConfig(), progress.count<Buffer>(lines));
      progress.done(`from ${file}: ${rows} rows`);
      return 0;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code?.startsWith('Z_')) throw new StartupError(`${file} is no complete gzip file`);
      if (code === 'EISDIR') throw new StartupError(`${file} is a folder`);
      throw error;
    } finally {
      content.destroy();
    }
  },
};
