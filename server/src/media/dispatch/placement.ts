export interface Place {
  ready: boolean;
  retired: boolean;
  worn: boolean;
  /** Conversations at once. */
  capacity: number;
  conversations: { readonly size: number };
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

/** Takes a conversation at once, and more to come. */
export const isWarm = ({ ready, retired, worn }: Place): boolean => ready && !retired && !worn;

/** Workers in reserve: with none, the next start would have to wait for a process. */
export function spares<P extends Place>(places: Iterable<P>): P[] {
  return [...places].filter(
    ({ retired, worn, conversations }) => !retired && !worn && conversations.size === 0,
  );
}

/** When a worker is replaced: native libraries keep a little of every room they were in. */
export interface WearLimits {
  conversations: number;
  residentBytes: number;
}

export function isWorn(
  { served, residentBytes }: { served: number; residentBytes: number },
  limits: WearLimits,
): boolean {
  return served >= limits.conversations || residentBytes >= limits.residentBytes;
}
