import type { Logger } from '../../lib/logger.ts';
import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';
import type { PageOf, PageRequest, RowsOf } from '../owned.ts';

/** Something that an administrator, or a key with their powers, has changed. */
export interface AuditEntry {
  id: string;
  /** What it was done in; `null` where no organization is concerned. */
  organizationId: string | null;
  actor: 'admin_token' | 'api_key';
  /** The key that was used, by its id; `null` for the admin token. */
  apiKeyId: string | null;
  /** Id of the operation. */
  action: string;
  /** What it was done to. */
  objectId: string | null;
  /** What was set, of settings and names of keys. */
  details: Record<string, unknown> | null;
  requestId: string;
  /** Where the request came from. */
  address: string;
  createdAt: Date;
}

export interface AuditFilter {
  organizationId?: string;
  action?: string;
  from?: Date;
  until?: Date;
}

export interface AuditStore {
  insert(entry: AuditEntry): Promise<void>;
  /** Newest first, ties by id. */
  list(page: PageRequest & AuditFilter): Promise<RowsOf<AuditEntry>>;
  /** Removes at most `most` that are older. Answers how many there were. */
  removeBefore(before: Date, most: number): Promise<number>;
}

export interface AuditLog {
  /** Never rejects: what was done is done. An entry that cannot be kept is written into the log of the service as an error. */
  add(entry: Omit<AuditEntry, 'id' | 'createdAt'>): Promise<void>;
  list(page: PageRequest & AuditFilter): Promise<PageOf<AuditEntry>>;
  /** Removes what was kept long enough. */
  purge(signal: AbortSignal): Promise<void>;
}

const PIECE = 1000;
const DAY_MS = 24 * 3600 * 1000;
export const AUDIT_DAYS = 400;

export function createAuditLog(needs: {
  store: AuditStore;
  days: number;
  clock: Clock;
  logger: Logger;
}): AuditLog {
  const { store, days, clock, logger } = needs;
  return {
    async add(entry) {
      const whole = { id: newId('aud'), ...entry, createdAt: clock() };
      try {
        await store.insert(whole);
      } catch (err) {
        logger.error({ err, entry: whole }, 'an entry of the audit log could not be kept');
      }
    },
    async list(page) {
      // Entries belong to no client, so a filter by client matches none.
      const found = page.client === undefined ? await store.list(page) : { rows: [], total: 0 };
      return { ...page, ...found };
    },
    async purge(signal) {
      const before = new Date(clock().getTime() - days * DAY_MS);
      while (!signal.aborted && (await store.removeBefore(before, PIECE)) === PIECE);
    },
  };
}
