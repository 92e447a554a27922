export interface Place {
  ready: boolean;
  retired: boolean;
  worn: boolean;
  capacity: number;
  conversations: { readonly size: number };
}

/** The facts about a conversation that decide beside which others it may run. */
export interface Tenant {
  organizationId: string;
  /** Whether its room is the caller's own. */
  isOutside: boolean;
}

/**
 * Whether a conversation may share the process of others. In a room of the caller's own, unknown participants send data to native
 * code, which ends its process where it fails: such a conversation runs only beside conversations of the same organization.
 */
export function mayShare(newcomer: Tenant, others: Iterable<Tenant>): boolean {
  for (const other of others) {
    if (other.organizationId === newcomer.organizationId) continue;
    if (other.isOutside || newcomer.isOutside) return false;
  }
  return true;
}

/** Whether a worker takes only conversations of one organization, because one of them is in a room of the caller's own. */
export function isReserved(tenants: Iterable<Tenant>): boolean {
  return [...tenants].some(({ isOutside }) => isOutside);
}

/**
 * The worker for the next conversation: one that is ready before one that is worn before one that is starting, then the
 * least loaded for what it takes; undefined when all are full.
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

/** Whether it can take a conversation at once, and further ones. */
export const isWarm = ({ ready, retired, worn }: Place): boolean => ready && !retired && !worn;

/** Workers in reserve: with none, the next start would have to wait for a process. */
export function spares<P extends Place>(places: Iterable<P>): P[] {
  return [...places].filter(
    ({ retired, worn, conversations }) => !retired && !worn && conversations.size === 0,
  );
}

/** When a worker is replaced: native libraries keep a little of every room they were in. */
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
