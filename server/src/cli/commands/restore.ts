import { restoreBackup } from '../../compose/backup.ts';
import { readConfig } from '../../config.ts';
import { type Command, parseArguments, UsageError } from '../command.ts';
import { megabytes, ProgressLine } from '../progress-line.ts';

export const restore: Command = {
  help: `Usage: visavis restore <file>

Puts a backup of \`visavis backup\` into an empty data directory (VISAVIS_DATA_DIR), or into an empty PostgreSQL and bucket where
DATABASE_URL and S3_BUCKET name them: so it also moves an installation from the one to the other. The whole file is verified
first. A store of an older release is brought up to this one; a backup of a newer release is refused. Nothing that is there is
ever replaced. Keys and tokens that were good when the backup was made are good again.

Start the service afterwards. See docs/guides/keep.md.
`,
  async run(args) {
    const { positionals } = parseArguments({ args, options: {}, allowPositionals: true });
    const [file, ...more] = positionals;
    if (!file || more.length > 0) throw new UsageError('restore needs the name of one file');
    const config = readConfig();
    const startedAt = performance.now();
    const line = new ProgressLine();
    const { manifest, rows, files } = await restoreBackup(config, file, (step, bytes) =>
      line.show(`${megabytes(bytes)} ${step}`),
    ).finally(() => line.clear());
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    process.stdout.write(
      `${rows.toLocaleString('en')} rows and ${files} files of ${manifest.createdAt} restored, in ${seconds} s\n`,
    );
    if (manifest.secret === 'VISAVIS_SECRET' && !config.secret)
      process.stdout.write(
        'Set VISAVIS_SECRET to what it was before you start: the backup does not hold it.\n',
      );
    return 0;
  },
};
