import { Budget } from '../../lib/budget.ts';
import { Slots } from '../../lib/slots.ts';
import { noCapacity, quotaExceeded } from '../errors.ts';
import type { Organization } from './organization.ts';

export interface StoredBytesStore {
  /** Returns the bytes of all documents and pictures that the organization stores. */
  storedBytes(organizationId: string): Promise<number>;
}

/** Maximum concurrent uploads of an organization; an unfinished one occupies some megabytes on disk or in memory. */
const MAX_UPLOADS = 16;

export type StoredBytes = ReturnType<typeof createStoredBytes>;

/** Tracks the bytes that an organization stores in files, and its remaining quota. */
export function createStoredBytes(needs: {
  store: StoredBytesStore;
  organizations: { get(id: string): Promise<Organization> };
}) {
  // Reservations are per process: simultaneous uploads to several processes may exceed the quota once.
  const reserved = new Budget({ ofOne: Number.POSITIVE_INFINITY, all: Number.POSITIVE_INFINITY });
  const uploads = new Slots(0);

  return {
    /**
     * Reserves space for bytes that are about to be stored, or what is left of the quota if that is less, and returns
     * how many. Call `release` once they were stored and counted, or were not stored.
     * @throws DomainError `quota_exceeded` if nothing is left, or less than `minBytes`; `capacity` if too many uploads of
     * the organization are in progress
     */
    async reserve(organizationId: string, { maxBytes, minBytes }: { maxBytes: number; minBytes: number }) {
      // Before counting the bytes, which reads all documents of the organization.
      if (!uploads.take(organizationId, MAX_UPLOADS)) {
        throw noCapacity(
          `The organization already has ${MAX_UPLOADS} uploads in progress; try again when one has ended.`,
        );
      }
      let bytes = 0;
      let isReleased = false;
      const release = () => {
        if (isReleased) return;
        isReleased = true;
        uploads.release(organizationId);
        reserved.release(organizationId, bytes);
      };
      try {
        const { storedBytes: quota } = await needs.organizations.get(organizationId);
        const used = await needs.store.storedBytes(organizationId);
        const remainingBytes = quota - used - reserved.heldBy(organizationId);
        if (remainingBytes < Math.max(1, minBytes)) {
          throw quotaExceeded(
            `The organization stores ${used} bytes of documents and pictures; its limit is ${quota}. ` +
              'Delete some, or ask the operator to raise `storedBytes`.',
          );
        }
        bytes = Math.min(maxBytes, remainingBytes);
        reserved.take(organizationId, bytes);
        return { bytes, release };
      } catch (error) {
        release();
        throw error;
      }
    },
  };
}
