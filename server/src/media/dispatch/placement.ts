export interface Place {
  ready: boolean;
  retired: boolean;
  conversations: { readonly size: number };
}

/** The worker for the next conversation: ready before starting, then the least loaded; undefined when all are full. */
export function choosePlace<P extends Place>(places: Iterable<P>, perWorker: number): P | undefined {
  let best: P | undefined;
  for (const place of places) {
    if (place.retired || place.conversations.size >= perWorker) continue;
    if (!best || rank(place) < rank(best)) best = place;
  }
  return best;
}

function rank({ ready, conversations }: Place): number {
  return conversations.size + (ready ? 0 : 1000);
}

/** Workers in reserve: with none, the next start would have to wait for a process. */
export function spares<P extends Place>(places: Iterable<P>): P[] {
  return [...places].filter(({ retired, conversations }) => !retired && conversations.size === 0);
}
