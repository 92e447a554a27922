import type pg from 'pg';
import type { Logger } from '../../lib/logger.ts';

export interface MaintenanceOptions {
  pool: pg.Pool;
  log: Logger;
  checkpointMs: number;
  vacuumMs: number;
}

/**
 * Each statement keeps all others waiting, and a pass over the indexes of a large table takes seconds. Of tables beyond
 * this size, with their indexes, dead index entries are therefore removed only once in `CLEANUP_EVERY_MS`; until then,
 * only the space of dead rows is freed.
 */
const SMALL_BYTES = 16 * 1024 * 1024;
const CLEANUP_EVERY_MS = 24 * 60 * 60 * 1_000;
/** 3,000 rows of a large table are read for its statistics instead of 30,000. */
const STATISTICS_TARGET = 10;

interface DueTable {
  name: string;
  isLarge: boolean;
  hasDead: boolean;
  hasChanged: boolean;
}

/** The thresholds of PostgreSQL's own autovacuum, but lower for large tables, because little at a time takes less long. */
const dueTables = `
  select * from (
    select format('%I.%I', s.schemaname, s.relname) as name,
      pg_total_relation_size(c.oid) > ${SMALL_BYTES} as "isLarge",
      s.n_dead_tup > 50 + least(20000, 0.2 * greatest(c.reltuples, 0))
        or s.n_ins_since_vacuum > 1000 + least(20000, 0.2 * greatest(c.reltuples, 0)) as "hasDead",
      s.n_mod_since_analyze > 50 + 0.1 * greatest(c.reltuples, 0) as "hasChanged"
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid
  ) tables where "hasDead" or "hasChanged"`;

/**
 * Does the work of PostgreSQL's background processes, which the embedded database lacks: checkpoints, which keep the
 * write-ahead log short and recovery fast, and vacuum with updated planner statistics. Returns a function that stops it
 * and waits for the step in progress.
 */
export function startMaintenance(options: MaintenanceOptions): () => Promise<void> {
  const { pool, log } = options;
  let stopped = false;
  let step: Promise<void> = Promise.resolve();
  const run = (name: string, task: () => Promise<unknown>) => {
    step = step.then(async () => {
      if (stopped) return;
      await task().catch((error: unknown) =>
        log.warn(
          { event: 'store.maintenance_failed', err: error, what: name },
          'maintenance of the embedded database failed',
        ),
      );
    });
  };
  const vacuum = new Vacuum(pool);
  const timers = [
    setInterval(() => run('checkpoint', () => pool.query('checkpoint')), options.checkpointMs),
    setInterval(() => run('vacuum', () => vacuum.run(() => stopped)), options.vacuumMs),
  ];
  for (const timer of timers) timer.unref();
  return async () => {
    stopped = true;
    for (const timer of timers) clearInterval(timer);
    await step;
  };
}

export class Vacuum {
  readonly #pool: Pick<pg.Pool, 'query'>;
  /** When the indexes of large tables were cleaned by this process. */
  readonly #cleanedAt = new Map<string, number>();

  constructor(pool: Pick<pg.Pool, 'query'>) {
    this.#pool = pool;
  }

  /**
   * Vacuums and analyzes what is due in short statements, between which others can run.
   * @returns the names of the tables that were due
   */
  async run(isStopped: () => boolean = () => false): Promise<string[]> {
    // A PostgreSQL server flushes its statistics between statements; this engine does so only on request.
    await this.#pool.query('select pg_stat_force_next_flush()');
    const { rows } = await this.#pool.query<DueTable>(dueTables);
    for (const table of rows) {
      for (const statement of this.#statementsFor(table)) {
        if (isStopped()) break;
        await this.#pool.query(statement);
      }
    }
    return rows.map((row) => row.name);
  }

  #statementsFor({ name, isLarge, hasDead, hasChanged }: DueTable): string[] {
    if (!isLarge) return [`vacuum (analyze) ${name}`];
    const statements: string[] = [];
    // One query, so that the setting ends with it; first, because it counts rows as dead that only the indexes still know.
    if (hasChanged)
      statements.push(`set local default_statistics_target = ${STATISTICS_TARGET}; analyze ${name}`);
    if (hasDead) {
      const cleansIndexes = performance.now() - (this.#cleanedAt.get(name) ?? -Infinity) >= CLEANUP_EVERY_MS;
      if (cleansIndexes) this.#cleanedAt.set(name, performance.now());
      statements.push(cleansIndexes ? `vacuum ${name}` : `vacuum (index_cleanup off, truncate off) ${name}`);
    }
    return statements;
  }
}
