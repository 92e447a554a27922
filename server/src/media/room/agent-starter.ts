import { setTimeout } from 'node:timers/promises';
import type { AgentDispatchClient } from 'livekit-server-sdk';
import type { Rooms } from '../../domain/conversations/live-ports.ts';

/** LiveKit asks a worker and waits some seconds for its answer; a worker that is there answers at once. */
const PATIENCE_MS = 5000;
const LOOK_MS = 100;

/** Starts workers of LiveKit Agents through the dispatch service of the rooms' server, embedded or LiveKit's own. */
export function createAgentStarter(
  dispatches: Pick<AgentDispatchClient, 'createDispatch' | 'getDispatch' | 'deleteDispatch'>,
): Rooms['startAgent'] {
  return async (room, agentName, metadata) => {
    const { id } = await dispatches.createDispatch(room, agentName, { metadata });
    for (const until = performance.now() + PATIENCE_MS; performance.now() < until; ) {
      const [job] = (await dispatches.getDispatch(id, room))?.state?.jobs ?? [];
      if (job?.state?.participantIdentity) return job.state.participantIdentity;
      await setTimeout(LOOK_MS);
    }
    await dispatches.deleteDispatch(id, room);
    return undefined;
  };
}
