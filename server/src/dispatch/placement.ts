export interface Place {
  ready: boolean;
  retired: boolean;
  worn: boolean;
  capacity: number;
  conversations: { readonly size: number };
}

/** Properties of a conversation that decide which others may share its process. */
export interface Tenant {
  organizationId: string;
  /** Whether its room is the caller's own. */
  isOutside: boolean;
}

/**
 * Whether a conversation may share the process of others. In a caller's own room, unknown participants send data to
 * native code, whose failure ends the process: such a conversation shares it only with those of the same organization.
 */
export function mayShare(newcomer: Tenant, others: Iterable<Tenant>): boolean {
  for (const other of others) {
    if (other.organizationId === newcomer.organizationId) continue;
    if (other.isOutside || newcomer.isOutside) return false;
  }
  return true;
}

/** Whether a worker takes only conversations of one organization, because one of them is in the caller's own room. */
export function isReserved(tenants: Iterable<Tenant>): boolean {
  return [...tenants].some(({ isOutside }) => isOutside);
}

/**
 * Returns the worker for the next conversation: ready ones before worn ones before starting ones, then the least loaded
 * relative to its capacity; `undefined` if all are full.
 */
export function choosePlace<P extends Place>(places: Iterable<P>): P | undefined {
  let best: P | undefined;
  for (const place of places) {
    if (place.retired || place.conversations.size >= place.capacity) continue;
    if (!best || rank(place) < rank(best)) best = place;
  }
  return best;
}

function rank({ ready, worn, capacity, conversations }: Place): number {
  return conversations.size / capacity + (ready ? 0 : 4) + (worn ? 2 : 0);
}

/** Whether it can take further conversations at once. */
export const isWarm = ({ ready, retired, worn }: Place): boolean => ready && !retired && !worn;

/** Returns the workers in reserve: with none, the next start would have to wait for a process. */
export function spares<P extends Place>(places: Iterable<P>): P[] {
  return [...places].filter(
    ({ retired, worn, conversations }) => !retired && !worn && conversations.size === 0,
  );
}

/** Limits after which a worker is replaced: native libraries leak some memory for every room. */
export interface RecycleLimits {
  conversations: number;
  residentBytes: number;
}

export function isWorn(
  { served, residentBytes }: { served: number; residentBytes: number },
  limits: RecycleLimits,
): boolean {
  return served >= limits.conversations || residentBytes >= limits.residentBytes;
}
