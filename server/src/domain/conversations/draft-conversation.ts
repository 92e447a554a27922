import type { Clock } from '../clock.ts';
import { newId } from '../ids.ts';
import type { Organization } from '../organizations/organization.ts';
import type { Conversation } from './conversation.ts';
import type { ConversationSetup } from './conversation-setup.ts';
import type { Rooms } from './live-ports.ts';
import type { PlannedEngine } from './plan-engine.ts';
import type { Persona } from './resolve-persona.ts';
import type { StartRequest } from './start-request.ts';

interface Draft {
  needs: { rooms: Rooms; serviceInstanceId: string; clock: Clock };
  request: StartRequest;
  setup: ConversationSetup;
  organization: Organization;
  persona: Persona;
  engine: PlannedEngine | undefined;
  maxSeconds: number;
  /** The conversation's id, if an avatar is already waiting for it. */
  waitingId: string | undefined;
}

/** Returns the conversation as it will be stored if it is admitted. */
export function draftConversation(draft: Draft): Conversation {
  const { needs, request, setup, organization, persona, engine } = draft;
  const now = needs.clock();
  const id = draft.waitingId ?? newId('conv');
  return {
    id,
    organizationId: organization.id,
    client: request.client,
    name: request.name,
    status: 'running',
    endReason: null,
    endDetail: null,
    provider: engine?.provider ?? 'remote',
    engine: engine?.plan.name ?? null,
    selfHosted: setup.callerRoom !== undefined,
    room: setup.callerRoom?.room ?? id,
    serverUrl: setup.callerRoom?.serverUrl ?? needs.rooms.urlForClients(request.baseUrl),
    avatarId: persona.avatarId,
    agentId: persona.agentId,
    characterId: persona.characterId,
    knowledgeBaseId: persona.knowledgeBaseId,
    avatarIdentity: setup.callerRoom?.avatarIdentity ?? persona.identity,
    consumerIdentity: setup.consumer?.identity ?? null,
    consumerName: setup.consumer?.name ?? null,
    remoteAgentIdentity: setup.remoteAgent?.identity ?? null,
    remoteAgentName: setup.remoteAgent?.name ?? null,
    embedId: request.embed?.id ?? null,
    rating: null,
    ratingComment: null,
    memory: engine?.plan.memory ?? false,
    turnTaking: persona.speech?.turnTaking ?? null,
    video: persona.video,
    promptCtx: request.promptCtx,
    promptTemplateVars: request.variables,
    maxSeconds: draft.maxSeconds,
    freemium: organization.plan === 'free',
    // The built-in engine counts as sandbox use: it replaces a provider and costs nothing.
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
