import type pg from 'pg';
import type { Logger } from '../../lib/logger.ts';

export interface MaintenanceOptions {
  pool: pg.Pool;
  log: Logger;
  checkpointMs: number;
  vacuumMs: number;
}

/** The thresholds of PostgreSQL's own autovacuum. */
const dueTables = `
  select format('%I.%I', s.schemaname, s.relname) as name
  from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  where s.n_dead_tup > 50 + 0.2 * greatest(c.reltuples, 0)
     or s.n_ins_since_vacuum > 1000 + 0.2 * greatest(c.reltuples, 0)
     or s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0)`;

/**
 * Does the work of PostgreSQL's background processes, which the embedded database lacks: checkpoints, which keep the
 * write-ahead log short and recovery fast, and vacuum with updated planner statistics. Returns a function that stops it
 * and waits for the step in progress.
 */
export function startMaintenance(options: MaintenanceOptions): () => Promise<void> {
  const { pool, log } = options;
  let stopped = false;
  let step: Promise<void> = Promise.resolve();
  const run = (name: string, work: () => Promise<unknown>) => {
    step = step.then(async () => {
      if (stopped) return;
      await work().catch((error: unknown) =>
        log.warn(
          { event: 'store.maintenance_failed', err: error, what: name },
          'maintenance of the embedded database failed',
        ),
      );
    });
  };
  const timers = [
    setInterval(() => run('checkpoint', () => pool.query('checkpoint')), options.checkpointMs),
    setInterval(() => run('vacuum', () => vacuumDueTables(pool, () => stopped)), options.vacuumMs),
  ];
  for (const timer of timers) timer.unref();
  return async () => {
    stopped = true;
    for (const timer of timers) clearInterval(timer);
    await step;
  };
}

/** Vacuums one table at a time, so that other statements can run in between. */
export async function vacuumDueTables(
  pool: pg.Pool,
  isStopped: () => boolean = () => false,
): Promise<string[]> {
  // A PostgreSQL server flushes its statistics between statements; this engine does so only on request.
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ name: string }>(dueTables);
  for (const { name } of rows) {
    if (isStopped()) break;
    await pool.query(`vacuum (analyze) ${name}`);
  }
  return rows.map((row) => row.name);
}
