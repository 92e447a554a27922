import { quote, unprocessable } from '../errors.ts';
import type { Rooms } from './live-ports.ts';

/** What a worker's job is told, as the JSON of its metadata. */
export interface AgentJob {
  conversationId: string;
  /** The identity to accept the job under. */
  identity: string;
  /** Whom to send speech to. */
  avatarIdentity: string;
}

/**
 * Has the worker of LiveKit Agents of this name join as the caller's agent.
 * @throws DomainError `unprocessable` where no worker of that name takes the conversation, or one takes it as somebody else
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
      `No agent worker named ${quote(agentName)} has taken the conversation: start one that is registered with the room ` +
        'server of this service (`npx visavis rooms` prints its address and keys), or one more where all are busy.',
    );
  }
  if (identity !== job.identity) {
    throw unprocessable(
      'remoteAgent.identity',
      `The worker ${quote(agentName)} has taken its job as ${quote(identity)} instead of ${quote(job.identity)}: let it accept ` +
        'under the `identity` in the metadata of the job.',
    );
  }
}
