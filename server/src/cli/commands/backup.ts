import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { backUp, checkBackup } from '../../compose/backup.ts';
import { type Config, readConfig } from '../../config.ts';
import { type Command, parseArguments, UsageError } from '../command.ts';
import { megabytes, ProgressLine } from '../progress-line.ts';
import { openAdminClient, RUN_FILE } from '../running-service.ts';

export const backup: Command = {
  help: `Usage: visavis backup <file>
       visavis backup --verify <file>

Writes everything that the installation stores to one file: the database, the uploaded files and pictures, and the secrets.
The service may keep running: everything that it confirmed before the backup began is included. The embedded store is first
copied to a file in the data directory, which needs enough free space, and is blocked meanwhile; PostgreSQL is not blocked.

The file is a tar archive with the SHA-256 of every part in its \`manifest.json\`. It contains secrets: protect it like
the data directory. Models and the certificate of \`serve --https\` are not included.

  --verify   reads a whole backup and checks every SHA-256

\`visavis restore <file>\` restores it into an empty installation. See docs/guides/keep.md.
`,
  async run(args) {
    const { values, positionals } = parseArguments({
      args,
      options: { verify: { type: 'boolean' } },
      allowPositionals: true,
    });
    const [file, ...more] = positionals;
    if (!file || more.length > 0) throw new UsageError('backup needs exactly one file name');
    return values.verify ? verify(file) : write(file, readConfig());
  },
};

async function write(file: string, config: Config): Promise<number> {
  const startedAt = performance.now();
  const line = new ProgressLine();
  const lines = await runningStore(config);
  const { manifest, rows, files } = await backUp(config, file, {
    lines,
    onProgress: (step, done, total) =>
      line.show(step === 'files' ? `${done} of ${total} files` : `${done.toLocaleString('en')} rows`),
  }).finally(() => line.clear());
  const bytes = manifest.parts.reduce((sum, { size }) => sum + size, 0);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  process.stdout.write(
    `${file}: ${rows.toLocaleString('en')} rows and ${files} files, ${megabytes(bytes)}, schema ${manifest.migration}, in ${seconds} s\n`,
  );
  process.stdout.write(
    manifest.secret === 'included'
      ? 'It contains the secrets of this installation: keep it safe.\n'
      : 'It does not contain VISAVIS_SECRET: store that separately, and set it when you restore.\n',
  );
  return 0;
}

async function verify(file: string): Promise<number> {
  const line = new ProgressLine();
  const { createdAt, release, migration, parts } = await checkBackup(file, (bytes) =>
    line.show(`${megabytes(bytes)} read`),
  ).finally(() => line.clear());
  process.stdout.write(
    `${file} is intact: ${parts.length} parts, created ${createdAt} by release ${release} with schema ${migration}\n`,
  );
  return 0;
}

/** Returns the rows of a running service, which has the embedded store open; `undefined` if none is running. */
async function runningStore(config: Config): Promise<(() => AsyncIterable<Uint8Array>) | undefined> {
  if (config.databaseUrl || !existsSync(join(config.dataDir, RUN_FILE))) return undefined;
  const admin = await openAdminClient(config);
  // A killed service leaves its address file behind.
  if (!(await admin.isRunning())) return undefined;
  return () => admin.stream('/admin/store-export');
}
