import { restoreBackup } from '../../compose/backup.ts';
import { readConfig } from '../../config.ts';
import { type Command, parseArguments, UsageError } from '../command.ts';
import { megabytes, ProgressLine } from '../progress-line.ts';

export const restore: Command = {
  help: `Usage: visavis restore <file>

Restores a backup made by \`visavis backup\` into an empty data directory (VISAVIS_DATA_DIR). If DATABASE_URL and S3_BUCKET are set,
it is restored into that PostgreSQL database and bucket, which must be empty: this also moves an installation between the two.
The whole file is verified first. A backup of an older release is migrated to this one; that of a newer release is refused.
Existing data is never overwritten. Keys and tokens that were valid when the backup was made are valid again.

Start the service afterwards. See docs/guides/keep.md.
`,
  async run(args) {
    const { positionals } = parseArguments({ args, options: {}, allowPositionals: true });
    const [file, ...more] = positionals;
    if (!file || more.length > 0) throw new UsageError('restore needs exactly one file name');
    const config = readConfig();
    const startedAt = performance.now();
    const line = new ProgressLine();
    const { manifest, rows, files } = await restoreBackup(config, file, (step, bytes) =>
      line.show(`${megabytes(bytes)} ${step}`),
    ).finally(() => line.clear());
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    process.stdout.write(
      `restored ${rows.toLocaleString('en')} rows and ${files} files of ${manifest.createdAt} in ${seconds} s\n`,
    );
    if (manifest.secret === 'VISAVIS_SECRET' && !config.secret)
      process.stdout.write(
        'Before you start the service, set VISAVIS_SECRET to its old value: the backup does not contain it.\n',
      );
    return 0;
  },
};
