import type { AUDIT_ACTORS } from '@visavis/contracts';
import type { Logger } from '../../lib/logger.ts';
import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';
import { clientlessPage, type PageRequest, type RowsOf } from '../owned.ts';

export type AuditActor = (typeof AUDIT_ACTORS)[number];

/** A change made by an administrator or a member, or with a key that has their permissions. */
export interface AuditEntry {
  id: string;
  /** The organization in which it was made; `null` if it concerns none. */
  organizationId: string | null;
  actor: AuditActor;
  /** The id of the key that was used; `null` for the admin token and for members. */
  apiKeyId: string | null;
  memberId: string | null;
  /** The member's name at that time. */
  memberName: string | null;
  action: string;
  objectId: string | null;
  /** The new values; only recorded for settings and names of keys. */
  details: Record<string, unknown> | null;
  requestId: string;
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
  /** Newest first; ties are ordered by id. */
  list(page: PageRequest & AuditFilter): Promise<RowsOf<AuditEntry>>;
  /** Removes at most `maxEntries` older than `before`. Returns the number removed. */
  removeBefore(before: Date, maxEntries: number): Promise<number>;
}

const ROWS_AT_ONCE = 1000;
const DAY_MS = 24 * 3600 * 1000;
export const AUDIT_DAYS = 400;

export function createAuditLog(needs: { store: AuditStore; days: number; clock: Clock; logger: Logger }) {
  const { store, days, clock, logger } = needs;
  return {
    /** Never rejects, because the change was already made. An entry that cannot be stored is logged as an error. */
    async add(entry: Omit<AuditEntry, 'id' | 'createdAt'>) {
      const row = { id: newId('aud'), ...entry, createdAt: clock() };
      try {
        await store.insert(row);
      } catch (err) {
        logger.error(
          { event: 'audit.entry_not_stored', err, entry: row },
          'the service could not store an entry of the audit log',
        );
      }
    },
    list: (page: PageRequest & AuditFilter) => clientlessPage(page, () => store.list(page)),
    /** Removes entries older than the retention period. */
    async purge(signal: AbortSignal) {
      const before = new Date(clock().getTime() - days * DAY_MS);
      while (!signal.aborted && (await store.removeBefore(before, ROWS_AT_ONCE)) === ROWS_AT_ONCE);
    },
  };
}

export type AuditLog = ReturnType<typeof createAuditLog>;
