import { newId } from '../ids.ts';
import type { Organization } from '../organizations/organization.ts';
import type { Conversation } from './conversation.ts';
import type { PlannedEngine } from './plan-engine.ts';
import type { Persona } from './resolve-persona.ts';
import type { StartNeeds } from './start-conversation.ts';
import type { StartRequest } from './start-request.ts';
import type { WayToRun } from './way-to-run.ts';

/** The conversation as it will be saved, if it is admitted. */
export function draftConversation(
  needs: StartNeeds,
  request: StartRequest,
  way: WayToRun,
  organization: Organization,
  persona: Persona,
  engine: PlannedEngine | undefined,
  maxSeconds: number,
): Conversation {
  const now = needs.clock();
  const id = newId('conv');
  return {
    id,
    organizationId: organization.id,
    client: request.client,
    name: request.name,
    status: 'running',
    endReason: null,
    endDetail: null,
    provider: persona.speech?.provider ?? 'remote',
    engine: engine?.plan.name ?? null,
    selfHosted: way.host !== undefined,
    room: way.host?.room ?? id,
    serverUrl: way.host?.serverUrl ?? needs.rooms.urlForClients(request.baseUrl),
    avatarId: persona.avatarId,
    agentId: persona.agentId,
    characterId: persona.characterId,
    knowledgeBaseId: persona.knowledgeBaseId,
    avatarIdentity: way.host?.avatarIdentity ?? persona.identity,
    consumerIdentity: way.consumer?.identity ?? null,
    consumerName: way.consumer?.name ?? null,
    remoteAgentIdentity: way.remoteAgent?.identity ?? null,
    remoteAgentName: way.remoteAgent?.name ?? null,
    embedId: request.embed?.id ?? null,
    memory: engine?.plan.memory ?? false,
    promptCtx: request.promptCtx,
    promptTemplateVars: request.variables,
    maxSeconds,
    freemium: organization.plan === 'free',
    // The built-in engine is the sandbox: it stands in for a provider and costs nothing.
    charge: organization.plan === 'paid' && engine?.plan.name !== 'builtin',
    chargeBySecond: organization.chargeBySecond,
    passGrant: request.passGrant,
    serviceInstanceId: needs.serviceInstanceId,
    lastHeartbeatAt: now,
    startedAt: now,
    joinedAt: null,
    endedAt: null,
    createdAt: now,
    updatedAt: now,
  };
}
