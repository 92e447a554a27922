import { randomUUID } from 'node:crypto';
import { quote, unprocessable } from '../errors.ts';
import { checkHostAddress, type MessageTargets } from '../messages/check-target.ts';
import { type HostRoom, readHostToken } from './host-token.ts';
import type { StartRequest } from './start-request.ts';

interface Participant {
  identity: string;
  name: string | null;
}

interface RemoteAgent extends Participant {
  /** The worker of LiveKit Agents that is to be started as it; the caller brings it by themselves where there is none. */
  agentName: string | undefined;
}

/** The three ways a conversation can run. */
export type WayToRun =
  | { way: 'hosted'; consumer: Participant; remoteAgent?: undefined; host?: undefined }
  | { way: 'own_agent'; consumer: Participant | undefined; remoteAgent: RemoteAgent; host?: undefined }
  | { way: 'own_room'; consumer: Participant | undefined; remoteAgent: RemoteAgent; host: HostRoom };

/**
 * Which of the three ways the request asks for.
 * @throws DomainError `unprocessable` with what is missing or too much
 */
export function chooseWay(request: StartRequest, now: Date, targets: MessageTargets): WayToRun {
  const consumer = participant(request.consumer) ?? madeConsumer(request);
  const named = participant(request.remoteAgent);
  const remoteAgent = named && { ...named, agentName: request.remoteAgent?.agentName || undefined };
  const agentIsNamed = request.persona.kind === 'avatar' && request.persona.agent !== undefined;

  if (remoteAgent && agentIsNamed) {
    throw unprocessable(
      'agent',
      (nameOf) =>
        `Either the service's agent speaks or the caller's: leave out agent or ${nameOf('remoteAgent')}.`,
    );
  }
  if (request.host && !remoteAgent) {
    throw unprocessable(
      'remoteAgent',
      agentIsNamed
        ? 'An agent of the service cannot speak in a room of the caller: leave out host, or replace agent by this.'
        : 'is required with host: it is the agent that forwards audio to the avatar.',
    );
  }
  if (remoteAgent && consumer && remoteAgent.identity === consumer.identity) {
    throw unprocessable('consumer', (nameOf) => `must have another identity than ${nameOf('remoteAgent')}.`);
  }
  if (request.host && remoteAgent?.agentName) {
    throw unprocessable(
      'remoteAgent.agentName',
      'is for rooms of the service: in a room of your own, dispatch the worker with its LiveKit server.',
    );
  }
  if (request.host && remoteAgent) {
    checkHostAddress(request.host.serverUrl, targets);
    const host = readHostToken(request.host, remoteAgent.identity, now);
    return { way: 'own_room', consumer, remoteAgent, host };
  }
  if (remoteAgent) return { way: 'own_agent', consumer, remoteAgent };
  if (!consumer) throw missingConsumer();
  return { way: 'hosted', consumer };
}

/**
 * One identity is one participant: who came second would put the first out.
 * @throws DomainError `unprocessable` where the consumer or the caller's agent has that of the avatar
 */
export function requireOtherIdentities({ consumer, remoteAgent }: WayToRun, avatarIdentity: string): void {
  const fault = `is the identity of the avatar in the room (${quote(avatarIdentity)}); choose another.`;
  if (consumer?.identity === avatarIdentity) throw unprocessable('consumer.identity', fault);
  if (remoteAgent?.identity === avatarIdentity) throw unprocessable('remoteAgent.identity', fault);
}

/** For callers that need not name one; a room of their own has consumers of its own. */
function madeConsumer({ makesConsumer, host }: StartRequest): Participant | undefined {
  return makesConsumer && !host ? { identity: `consumer-${randomUUID()}`, name: null } : undefined;
}

function missingConsumer() {
  return unprocessable(
    'consumer',
    (nameOf) =>
      `is required when the session is not self-hosted (or name your own agent in ${nameOf('remoteAgent')}).`,
  );
}

function participant(named: StartRequest['consumer']): Participant | undefined {
  return named && { identity: named.identity, name: named.name ?? null };
}
