import { setTimeout } from 'node:timers/promises';
import type { AgentDispatchClient } from 'livekit-server-sdk';
import type { Rooms } from '../../domain/conversations/live-ports.ts';

/** How long to wait for an agent worker to take a job. */
export const agentPatienceMs = {
  /** A connected worker answers at once. */
  embedded: 5_000,
  /** LiveKit 1.13.3 lists a job 4 to 5 s after its worker has taken it. */
  livekit: 15_000,
} as const;
const POLL_MS = 100;

/** Starts workers of LiveKit Agents through the dispatch service of the room server, embedded or LiveKit's own. */
export function createAgentStarter(
  dispatches: Pick<AgentDispatchClient, 'createDispatch' | 'getDispatch' | 'deleteDispatch'>,
  patienceMs: number,
): Rooms['startAgent'] {
  return async (room, agentName, metadata) => {
    const { id } = await dispatches.createDispatch(room, agentName, { metadata });
    for (const until = performance.now() + patienceMs; performance.now() < until; ) {
      const [job] = (await dispatches.getDispatch(id, room))?.state?.jobs ?? [];
      if (job?.state?.participantIdentity) return job.state.participantIdentity;
      await setTimeout(POLL_MS);
    }
    await dispatches.deleteDispatch(id, room);
    return undefined;
  };
}
