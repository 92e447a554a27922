import type { ConversationPlan, ToolPlan } from '@visavis/contracts';
import type { Logger } from '../../lib/logger.ts';
import type { Clock } from '../clock.ts';
import { admitToEmbed, type EmbedTerms } from '../embeds/admit-embed.ts';
import { startOfDay } from '../embeds/embeds.ts';
import { notFound } from '../errors.ts';
import { newId } from '../ids.ts';
import type { Memories } from '../memories/memories.ts';
import type { MessageTargets } from '../messages/check-target.ts';
import type { Organization } from '../organizations/organization.ts';
import type { Organizations } from '../organizations/organizations.ts';
import { conversationEvent } from '../webhooks/domain-event.ts';
import { mintAccessTokens, tokenSeconds } from './access-tokens.ts';
import type { Conversation, ConversationStore, TimelineRow } from './conversation.ts';
import {
  checkConcurrency,
  checkQuota,
  checkVariables,
  LIVE_LIMITS,
  limitDuration,
} from './conversation-limits.ts';
import type { Dispatcher, EngineChoice, Rooms } from './live-ports.ts';
import { type PlannedEngine, planEngine } from './plan-engine.ts';
import { type Persona, type PersonaSources, resolvePersona } from './resolve-persona.ts';
import { fieldOfSpeaker, type StartRequest } from './start-request.ts';
import type { SteadyTimes } from './steady-times.ts';
import { tellWorker } from './tell-worker.ts';
import { UndoList } from './undo-list.ts';
import type { Usage } from './usage.ts';
import { chooseWay, requireOtherIdentities, type WayToRun } from './way-to-run.ts';

export interface StartedConversation {
  conversation: Conversation;
  consumerAccessToken: string | undefined;
  remoteAgentAccessToken: string | undefined;
}

export interface StartNeeds {
  organizations: Pick<Organizations, 'get'>;
  personas: PersonaSources;
  conversations: ConversationStore;
  usage: Usage;
  memories: Pick<Memories, 'recall'>;
  rooms: Rooms;
  targets: MessageTargets;
  engines: EngineChoice;
  dispatcher: Dispatcher;
  serviceInstanceId: string;
  video?: ConversationPlan['video'];
  times: SteadyTimes;
  clock: Clock;
  logger: Logger;
}

const DEFAULT_VIDEO = { width: 512, height: 512, fps: 25 };

/** What happens when a conversation starts, in order. Whatever fails, nothing is left behind. */
export async function startConversation(
  needs: StartNeeds,
  request: StartRequest,
): Promise<StartedConversation> {
  const undo = new UndoList();
  try {
    const way = chooseWay(request, needs.clock(), needs.targets);
    checkVariables(request.variables, request.fields.variables);
    const organization = await needs.organizations.get(request.organizationId);
    const maxSeconds = limitDuration(request.maxSeconds, organization, request.fields.maxSeconds);
    await checkBeforeMakingThings(needs, organization);

    const persona = await resolvePersona(needs.personas, request, way, undo);
    requireOtherIdentities(way, way.host?.avatarIdentity ?? persona.identity, request.fields);
    if (persona.speech && request.embed?.greeting) persona.speech.greeting = request.embed.greeting;
    const engine =
      persona.speech &&
      planEngine(
        persona.speech,
        persona.name,
        request.promptCtx,
        { values: request.variables ?? {}, path: request.fields.variables },
        (name) => fieldOfSpeaker(request, name),
        needs.engines,
      );
    if (engine?.plan.remote && way.consumer) engine.plan.remote.userId = way.consumer.identity;
    const tools = await planTools(needs, persona, engine);
    await recallMemories(needs, request, way, persona, engine);
    const face = await needs.personas.faces.plan(persona.face);

    const draft = draftConversation(needs, request, way, organization, persona, engine, maxSeconds);
    const conversation = await admit(needs, draft, persona, request.embed, [
      ...(way.host?.warnings ?? []),
      ...(engine?.warnings ?? []),
    ]);
    undo.add(() => needs.conversations.discard(conversation.id));
    needs.times.now(conversation);

    if (!way.host) {
      undo.add(async () => needs.rooms.close(conversation.room));
      await needs.rooms.open(conversation.room, conversation.organizationId, tokenSeconds(conversation));
    }
    const tokens = await mintTokens(needs, conversation, way, persona);
    const plan: ConversationPlan = {
      conversationId: conversation.id,
      organizationId: conversation.organizationId,
      mode: way.way === 'hosted' ? 'hosted' : 'remote_agent',
      room: tokens.avatarRoom,
      ...(way.consumer && { consumer: present(way.consumer) }),
      ...(way.remoteAgent && { remoteAgent: present(way.remoteAgent) }),
      face,
      video: needs.video ?? DEFAULT_VIDEO,
      ...(engine && { engine: engine.plan }),
      ...(persona.knowledgeBaseId && { knowledgeBaseId: persona.knowledgeBaseId }),
      ...(tools.length > 0 && { tools }),
      limits: { maxSeconds: conversation.maxSeconds, ...LIVE_LIMITS },
    };
    await needs.dispatcher.start(plan);
    undo.add(() => tellWorker(needs, conversation.id, 'stopped'));
    await needs.conversations.confirm(conversation.id, (started) => [
      conversationEvent('conversation.started', started, started.startedAt),
    ]);
    needs.logger.info(
      { conversationId: conversation.id, way: way.way, engine: plan.engine?.name },
      'conversation started',
    );
    return {
      conversation,
      consumerAccessToken: tokens.consumer,
      remoteAgentAccessToken: tokens.remoteAgent,
    };
  } catch (error) {
    for (const failure of await undo.run()) {
      needs.logger.error({ err: failure }, 'a step of a failed start could not be taken back');
    }
    throw error;
  }
}

/** Refuses early, before avatars and pictures are made in vain. What decides is the check under the lock. */
async function checkBeforeMakingThings(needs: StartNeeds, organization: Organization): Promise<void> {
  checkConcurrency(await needs.conversations.countRunning(organization.id), organization);
  if (organization.monthlySeconds !== null) {
    checkQuota(await needs.usage.secondsThisCycle(organization), organization);
  }
}

/** What the engine's model may call, as it is now; what it cannot call is said in a warning. */
async function planTools(
  { personas, engines }: StartNeeds,
  persona: Persona,
  engine: PlannedEngine | undefined,
): Promise<ToolPlan[]> {
  if (!engine) return [];
  const ids = persona.speech?.toolIds ?? [];
  const found = await personas.tools.getMany(persona.face.organizationId, ids);
  const tools = ids.flatMap((id) => found.get(id) ?? []);
  const names = tools.map(({ name }) => name);
  if (!engine.callsTools) {
    if (names.length > 0) {
      engine.warnings.push(`The built-in offline engine calls no tools: ${names.join(', ')}.`);
    }
    return [];
  }
  if (engine.plan.name === 'elevenlabs') {
    // The protocol has no way to add one; what the agent can do anyway needs none.
    if (persona.knowledgeBaseId) names.unshift('search_knowledge_base');
    if (engine.plan.search && engines.searchesWeb('elevenlabs')) names.unshift('search_web');
    if (names.length > 0) {
      engine.warnings.push(
        `An agent at ElevenLabs calls only what is set up there as a client tool of the same name: ${names.join(', ')}.`,
      );
    }
  }
  return tools.map(({ id, name, description, parameters, timeoutMs }) => ({
    id,
    name,
    description,
    parameters,
    timeoutMs,
  }));
}

/** What the consumer said to the same persona under the same client before. */
async function recallMemories(
  { memories }: StartNeeds,
  { organizationId, client }: StartRequest,
  { consumer }: WayToRun,
  persona: Persona,
  engine: PlannedEngine | undefined,
): Promise<void> {
  const avatarId = persona.characterId ?? persona.avatarId;
  if (!engine?.plan.memory || !consumer || !avatarId) return;
  engine.plan.memories = await memories.recall({ organizationId, client, user: consumer.identity, avatarId });
}

async function admit(
  needs: StartNeeds,
  draft: Conversation,
  { snapshot }: Persona,
  terms: EmbedTerms | undefined,
  warnings: string[],
): Promise<Conversation> {
  const entry = (type: TimelineRow['type'], content: string): TimelineRow => ({
    conversationId: draft.id,
    type,
    author: 'system',
    content,
    recordedAt: draft.startedAt,
  });
  const timeline = [
    entry('created', 'The conversation was created.'),
    ...warnings.map((text) => entry('warning', text)),
  ];
  const conversation = await needs.conversations.admit(
    draft.organizationId,
    ({ organization, running, embed }) => {
      const { maxSeconds: wanted } = draft;
      const maxSeconds = terms && embed ? admitToEmbed(terms, embed, wanted) : wanted;
      checkConcurrency(running, organization);
      return { conversation: { ...draft, maxSeconds }, persona: snapshot, timeline };
    },
    terms && { id: terms.id, dayStart: startOfDay(needs.clock()) },
  );
  if (!conversation) throw notFound('organization', draft.organizationId);
  return conversation;
}

function draftConversation(
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

async function mintTokens(
  { rooms, targets }: StartNeeds,
  conversation: Conversation,
  way: WayToRun,
  persona: Persona,
) {
  const { host } = way;
  if (host) {
    const { room: name, serverUrl: url, accessToken: token, avatarIdentity } = host;
    return {
      avatarRoom: { name, url, token, avatarIdentity, host: { privateAddresses: targets.allowPrivate } },
      consumer: undefined,
      remoteAgent: undefined,
    };
  }
  const avatarIdentity = persona.identity;
  const avatar = await rooms.mint({
    room: conversation.room,
    ttlSeconds: tokenSeconds(conversation),
    identity: avatarIdentity,
    name: persona.name,
    role: 'avatar',
    ...(way.remoteAgent && { publishOnBehalf: way.remoteAgent.identity }),
  });
  const { consumerAccessToken: consumer, remoteAgentAccessToken: remoteAgent } = await mintAccessTokens(
    rooms,
    conversation,
  );
  return {
    avatarRoom: { name: conversation.room, url: rooms.urlForWorkers(), token: avatar, avatarIdentity },
    consumer,
    remoteAgent,
  };
}

function present({ identity, name }: { identity: string; name: string | null }) {
  return { identity, ...(name && { name }) };
}
