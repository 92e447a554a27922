/** A process to be killed: takes the job of `process.argv[3]` in the database of `process.argv[2]` and holds it. */
import fs from 'node:fs';
import { JobRunner } from '../jobs/job-runner.ts';
import { openDatabase } from '../open-database.ts';

const [, , where = '', kind = ''] = process.argv;
const db = await openDatabase(where.startsWith('postgres:') ? { url: where } : { dataDir: where });
const hold = () => {
  fs.writeSync(1, 'taken\n');
  return new Promise<void>(() => undefined);
};
await new JobRunner({ db, handlers: { [kind]: { run: hold } }, leaseMs: 1_000 }).start();
setInterval(() => undefined, 1_000);
