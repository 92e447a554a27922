import { quote, unprocessable } from '../errors.ts';
import type { Rooms } from './live-ports.ts';

/** The metadata of a worker's job, sent as JSON. */
export interface AgentJob {
  conversationId: string;
  /** The identity with which the worker must accept the job. */
  identity: string;
  /** The identity of the avatar, to which the agent sends its audio. */
  avatarIdentity: string;
}

/**
 * Dispatches the LiveKit Agents worker of this name as the caller's agent. @throws DomainError `unprocessable` if no
 * worker of that name accepts the job, or one accepts it with another identity
 */
export async function startAgentWorker(
  rooms: Rooms,
  room: string,
  agentName: string,
  job: AgentJob,
): Promise<void> {
  const identity = await rooms.startAgent(room, agentName, JSON.stringify(job));
  if (identity === undefined) {
    throw unprocessable(
      'remoteAgent.agentName',
      `No agent worker named ${quote(agentName)} accepted the conversation: start one that is registered with the room ` +
        'server of this service (`npx visavis rooms` prints its address and keys), or another one if all are busy.',
    );
  }
  if (identity !== job.identity) {
    throw unprocessable(
      'remoteAgent.identity',
      `The worker ${quote(agentName)} accepted its job as ${quote(identity)} instead of ${quote(job.identity)}: it must accept ` +
        'with the `identity` in the metadata of the job.',
    );
  }
}
