export interface PlacementCandidate {
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
  isInCallerRoom: boolean;
}

/**
 * Whether a conversation may share the process of others. In a caller's own room, unknown participants send data to
 * native code, whose failure ends the process: such a conversation shares it only with those of the same organization.
 */
export function mayShare(newcomer: Tenant, others: Iterable<Tenant>): boolean {
  for (const other of others) {
    if (other.organizationId === newcomer.organizationId) continue;
    if (other.isInCallerRoom || newcomer.isInCallerRoom) return false;
  }
  return true;
}

/** Whether a worker takes only conversations of one organization, because one of them is in the caller's own room. */
export function isReserved(tenants: Iterable<Tenant>): boolean {
  return [...tenants].some(({ isInCallerRoom }) => isInCallerRoom);
}

/**
 * Returns the worker for the next conversation: ready ones before worn ones before starting ones, then the least loaded
 * relative to its capacity; `undefined` if all are full.
 */
export function chooseWorker<Candidate extends PlacementCandidate>(
  candidates: Iterable<Candidate>,
): Candidate | undefined {
  let best: Candidate | undefined;
  for (const candidate of candidates) {
    if (candidate.retired || candidate.conversations.size >= candidate.capacity) continue;
    if (!best || rank(candidate) < rank(best)) best = candidate;
  }
  return best;
}

function rank({ ready, worn, capacity, conversations }: PlacementCandidate): number {
  return conversations.size / capacity + (ready ? 0 : 4) + (worn ? 2 : 0);
}

/** Whether it can take further conversations at once. */
export const isWarm = ({ ready, retired, worn }: PlacementCandidate): boolean => ready && !retired && !worn;

/** Returns the workers in reserve: with none, the next start would have to wait for a process. */
export function spares<Candidate extends PlacementCandidate>(candidates: Iterable<Candidate>): Candidate[] {
  return [...candidates].filter(
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
