import { type CompiledQuery, type Kysely, sql } from 'kysely';
import type { IdempotencyStore, ReservedKey } from '../../domain/idempotency.ts';
import { deleteInBatches } from '../delete-in-batches.ts';
import { PreparedStatement } from '../prepared-statement.ts';
import type { Schema } from '../schema.ts';
import { crossTenant } from '../tenants/tenant-guard.ts';

interface PendingItem<I, O> {
  item: I;
  resolve: (result: O) => void;
  reject: (error: unknown) => void;
}

/**
 * Combines concurrent items into batches. An item runs at once if nothing is running; items that arrive meanwhile are
 * processed together afterwards, so that no item waits merely to fill a batch.
 */
class Batcher<I, O> {
  readonly #run: (items: readonly I[]) => Promise<readonly O[]>;
  readonly #maxItems: number;
  #pending: PendingItem<I, O>[] = [];
  #isRunning = false;

  /** @param run returns the results in the order of the items; if it fails, each item fails */
  constructor(run: (items: readonly I[]) => Promise<readonly O[]>, maxItems = 100) {
    this.#run = run;
    this.#maxItems = maxItems;
  }

  add(item: I): Promise<O> {
    return new Promise((resolve, reject) => {
      this.#pending.push({ item, resolve, reject });
      if (!this.#isRunning) void this.#runPending();
    });
  }

  async #runPending(): Promise<void> {
    this.#isRunning = true;
    while (this.#pending.length > 0) {
      const batch = this.#pending.splice(0, this.#maxItems);
      try {
        const results = await this.#run(batch.map(({ item }) => item));
        for (const [at, { resolve }] of batch.entries()) resolve(results[at]!);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    this.#isRunning = false;
  }
}

interface Reservation extends ReservedKey {
  fingerprint: string;
  lockedUntil: Date;
  expiresAt: Date;
  now: Date;
}

interface Completion extends ReservedKey {
  status: number;
  contentType: string;
  encryptedBody: string | null;
}

/** The maximum characters of a body stored in a batch: a hundred large ones would block an embedded store. */
const MAX_BATCHED_CHARACTERS = 16 * 1024;

/** Under load many requests arrive at once, so keys are reserved and completed in batches. */
export function createIdempotencyRepository(db: Kysely<Schema>): IdempotencyStore {
  const statement = new PreparedStatement(db, () => compileReserve(db));
  const reservations = new Batcher((requests: readonly Reservation[]) => reserveUnused(statement, requests));
  const completions = new Batcher((completed: readonly Completion[]) => complete(db, completed));

  return {
    async reserve(scope, key, request, now) {
      const reservation = { scope, key, now, ...request };
      if ((await reservations.add(reservation)) || (await takeOverKey(db, reservation))) return 'reserved';
      const row = await db
        .selectFrom('idempotency_keys')
        .selectAll()
        .where('organization_id', '=', scope)
        .where('key', '=', key)
        .executeTakeFirst();
      // The key was released between the two statements: report it as in flight, so that the caller retries.
      if (!row) {
        const { fingerprint } = request;
        return { fingerprint, status: null, contentType: null, encryptedBody: null, lockedUntil: now };
      }
      return {
        fingerprint: row.fingerprint,
        status: row.status,
        contentType: row.headers?.['content-type'] ?? null,
        encryptedBody: row.body,
        lockedUntil: row.locked_until,
      };
    },
    async renew(keys, lockedUntil) {
      await sql`
        update idempotency_keys k set locked_until = ${lockedUntil}::timestamptz
        from unnest(
          ${keys.map(({ scope }) => scope)}::text[], ${keys.map(({ key }) => key)}::text[]) as r (scope, key)
        where k.organization_id = r.scope and k.key = r.key and k.status is null`.execute(db);
    },
    async complete(scope, key, response) {
      const completion = { scope, key, ...response };
      if ((response.encryptedBody?.length ?? 0) > MAX_BATCHED_CHARACTERS) await complete(db, [completion]);
      else await completions.add(completion);
    },
    async release(scope, key) {
      await db
        .deleteFrom('idempotency_keys')
        .where('organization_id', '=', scope)
        .where('key', '=', key)
        .where('status', 'is', null)
        .execute();
    },
    async deleteExpired(now) {
      await deleteInBatches((maxRows) =>
        sql`
          delete from idempotency_keys where ctid = any(array(
            select ctid from idempotency_keys where expires_at <= ${now}::timestamptz
            limit ${maxRows} for update skip locked))`.execute(crossTenant(db, 'retention')),
      );
    },
  };
}

/**
 * Returns whether each key was free. Keys are processed in order, so that two processes cannot deadlock. The commit
 * does not wait for the disk: the request's own writes come later in the write-ahead log, so they are never durable
 * without the key.
 */
async function reserveUnused(
  statement: PreparedStatement<ReservedKey>,
  requests: readonly Reservation[],
): Promise<boolean[]> {
  const sorted = requests.toSorted((a, b) => compare(identityOf(a), identityOf(b)));
  const column = <T>(read: (request: Reservation) => T) => sorted.map(read);
  const rows = await statement.execute(
    column(({ scope }) => scope),
    column(({ key }) => key),
    column(({ fingerprint }) => fingerprint),
    column(({ lockedUntil }) => lockedUntil),
    column(({ expiresAt }) => expiresAt),
    column(({ now }) => now),
  );
  // If a batch contains two requests with the same key, the first gets it.
  const reserved = new Set(rows.map(identityOf));
  return requests.map((request) => reserved.delete(identityOf(request)));
}

function compileReserve(db: Kysely<Schema>): CompiledQuery<ReservedKey> {
  const placeholder = sql.val<unknown>(null);
  return sql<ReservedKey>`
    insert into idempotency_keys (organization_id, key, fingerprint, locked_until, expires_at, created_at)
    select r.* from set_config('synchronous_commit', 'off', true), unnest(
      ${placeholder}::text[], ${placeholder}::text[], ${placeholder}::text[],
      ${placeholder}::timestamptz[], ${placeholder}::timestamptz[], ${placeholder}::timestamptz[]) as r
    on conflict do nothing returning organization_id as scope, key`.compile(db);
}

/** Takes over a key that has expired, or that the same request reserved and died. Returns whether it could. */
async function takeOverKey(db: Kysely<Schema>, request: Reservation): Promise<boolean> {
  const { scope, key, fingerprint, lockedUntil, expiresAt, now } = request;
  const { rows } = await sql`
    update idempotency_keys set fingerprint = ${fingerprint}, status = null, headers = null, body = null,
      locked_until = ${lockedUntil}::timestamptz, expires_at = ${expiresAt}::timestamptz, created_at = ${now}::timestamptz
    where organization_id = ${scope} and key = ${key} and (
      expires_at <= ${now}::timestamptz
      or (status is null and locked_until <= ${now}::timestamptz and fingerprint = ${fingerprint}))
    returning key`.execute(db);
  return rows.length > 0;
}

async function complete(db: Kysely<Schema>, completed: readonly Completion[]): Promise<undefined[]> {
  const column = <T>(read: (encryptedBody: Completion) => T) => completed.map(read);
  await sql`
    update idempotency_keys k
    set status = r.status, headers = jsonb_build_object('content-type', r.content_type), body = r.body
    from unnest(
      ${column(({ scope }) => scope)}::text[], ${column(({ key }) => key)}::text[],
      ${column(({ status }) => status)}::int[], ${column(({ contentType }) => contentType)}::text[],
      ${column(({ encryptedBody }) => encryptedBody)}::text[]) as r (scope, key, status, content_type, body)
    where k.organization_id = r.scope and k.key = r.key`.execute(db);
  return completed.map(() => undefined);
}

const identityOf = ({ scope, key }: ReservedKey) => `${scope}\n${key}`;

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
