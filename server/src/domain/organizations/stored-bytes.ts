import { quotaExceeded } from '../errors.ts';
import type { Organization } from './organization.ts';

export interface StoredBytesStore {
  /** Bytes of all documents and pictures that the organization keeps. */
  storedBytes(organizationId: string): Promise<number>;
}

/** The bytes that an organization stores in files, and its remaining quota. */
export interface StoredBytes {
  /**
   * Reserves room for bytes that are about to be stored, or what is left of the quota if that is less, and returns how
   * many. Call `release` when they are stored and counted, or were not stored.
   * @throws DomainError `quota_exceeded` where nothing is left, or less than `least`
   */
  reserve(
    organizationId: string,
    wanted: { most: number; least: number },
  ): Promise<{ bytes: number; release(): void }>;
}

export function createStoredBytes(needs: {
  store: StoredBytesStore;
  organizations: { get(id: string): Promise<Organization> };
}): StoredBytes {
  // Reservations are per process: simultaneous uploads to several processes may exceed the quota once.
  const reserved = new Map<string, number>();
  const reservedBy = (id: string) => reserved.get(id) ?? 0;

  return {
    async reserve(organizationId, { most, least }) {
      const { storedBytes: quota } = await needs.organizations.get(organizationId);
      const used = await needs.store.storedBytes(organizationId);
      const left = quota - used - reservedBy(organizationId);
      if (left < Math.max(1, least)) {
        throw quotaExceeded(
          `The organization keeps ${used} of the ${quota} bytes of documents and pictures that it may. ` +
            'Delete some, or ask the operator to raise `storedBytes`.',
        );
      }
      const bytes = Math.min(most, left);
      reserved.set(organizationId, reservedBy(organizationId) + bytes);
      let isReleased = false;
      return {
        bytes,
        release() {
          if (isReleased) return;
          isReleased = true;
          const rest = reservedBy(organizationId) - bytes;
          if (rest > 0) reserved.set(organizationId, rest);
          else reserved.delete(organizationId);
        },
      };
    },
  };
}
