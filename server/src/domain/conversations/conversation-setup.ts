import { randomUUID } from 'node:crypto';
import { quote, unprocessable } from '../errors.ts';
import { type AddressPolicy, checkCallerRoomAddress } from '../messages/check-address.ts';
import { type CallerRoom, readCallerRoom } from './caller-room.ts';
import type { StartRequest } from './start-request.ts';

interface Participant {
  identity: string;
  name: string | null;
}

interface RemoteAgent extends Participant {
  /** The LiveKit Agents worker to dispatch as this agent; if absent, the caller starts the agent. */
  agentName: string | undefined;
}

/**
 * Who speaks and in whose room: the service's agent, the caller's agent in the service's room, or the caller's agent in
 * the caller's room, which the request names in `host`.
 */
export type ConversationSetup =
  | { kind: 'hosted'; consumer: Participant; remoteAgent?: undefined; callerRoom?: undefined }
  | {
      kind: 'caller_agent';
      consumer: Participant | undefined;
      remoteAgent: RemoteAgent;
      callerRoom?: undefined;
    }
  | {
      kind: 'caller_room';
      consumer: Participant | undefined;
      remoteAgent: RemoteAgent;
      callerRoom: CallerRoom;
    };

/** Reads the setup of a request. @throws DomainError `unprocessable` for missing or contradictory fields */
export function readSetup(request: StartRequest, now: Date, addressPolicy: AddressPolicy): ConversationSetup {
  const consumer = participant(request.consumer) ?? generateConsumer(request);
  const agent = participant(request.remoteAgent);
  const remoteAgent = agent && {
    ...agent,
    agentName: request.remoteAgent?.agentName || undefined,
  };
  const agentIsNamed = request.persona.kind === 'avatar' && request.persona.agent !== undefined;

  if (remoteAgent && agentIsNamed) {
    throw unprocessable(
      'agent',
      (nameOf) =>
        `Only one agent can speak, the service's or your own: omit either agent or ${nameOf('remoteAgent')}.`,
    );
  }
  if (request.host && !remoteAgent) {
    throw unprocessable(
      'remoteAgent',
      agentIsNamed
        ? 'An agent of the service cannot speak in your own room: omit host, or replace agent with this field.'
        : 'is required with host: it identifies the agent that sends audio to the avatar.',
    );
  }
  if (remoteAgent && consumer && remoteAgent.identity === consumer.identity) {
    throw unprocessable(
      'consumer',
      (nameOf) => `must have a different identity than ${nameOf('remoteAgent')}.`,
    );
  }
  if (request.host && remoteAgent?.agentName) {
    throw unprocessable(
      'remoteAgent.agentName',
      'can only be used in rooms of the service: in your own room, dispatch the worker through its LiveKit server.',
    );
  }
  if (request.host && remoteAgent) {
    checkCallerRoomAddress(request.host.serverUrl, addressPolicy);
    const callerRoom = readCallerRoom(request.host, remoteAgent.identity, now);
    return { kind: 'caller_room', consumer, remoteAgent, callerRoom };
  }
  if (remoteAgent) return { kind: 'caller_agent', consumer, remoteAgent };
  if (!consumer) throw missingConsumer();
  return { kind: 'hosted', consumer };
}

/**
 * Requires different identities, because a room removes a participant when another joins with the same one. @throws
 * DomainError `unprocessable` if the consumer or the caller's agent has the avatar's identity
 */
export function requireOtherIdentities(
  { consumer, remoteAgent }: ConversationSetup,
  avatarIdentity: string,
): void {
  const fault = `is already the identity of the avatar in the room (${quote(avatarIdentity)}); choose another one.`;
  if (consumer?.identity === avatarIdentity) throw unprocessable('consumer.identity', fault);
  if (remoteAgent?.identity === avatarIdentity) throw unprocessable('remoteAgent.identity', fault);
}

/** Generates a consumer if the request need not name one; in the caller's room, the caller chooses identities. */
function generateConsumer({ generatesConsumer, host }: StartRequest): Participant | undefined {
  return generatesConsumer && !host ? { identity: `consumer-${randomUUID()}`, name: null } : undefined;
}

function missingConsumer() {
  return unprocessable(
    'consumer',
    (nameOf) =>
      `is required when the session is not self-hosted (or name your own agent in ${nameOf('remoteAgent')}).`,
  );
}

function participant(fields: StartRequest['consumer']): Participant | undefined {
  return fields && { identity: fields.identity, name: fields.name ?? null };
}
