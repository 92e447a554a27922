import type { ConversationPlan } from '@visavis/contracts';
import type { Logger } from '../../lib/logger.ts';
import { UndoableSteps } from '../../lib/undoable-steps.ts';
import type { Clock } from '../clock.ts';
import { admitToEmbed } from '../embeds/admit-embed.ts';
import { type Embeds, startOfDay } from '../embeds/embeds.ts';
import { notFound } from '../errors.ts';
import type { Memories } from '../memories/memories.ts';
import type { AddressPolicy } from '../messages/check-address.ts';
import type { Organization } from '../organizations/organization.ts';
import type { Organizations } from '../organizations/organizations.ts';
import type { ProviderKeys } from '../provider-keys/provider-keys.ts';
import { conversationEvent } from '../webhooks/make-events.ts';
import { type AccessTokens, mintTokens, tokenSeconds } from './access-tokens.ts';
import type { Conversation, ConversationStore, RecordedConversation, TimelineRow } from './conversation.ts';
import type { ConversationClocks } from './conversation-clocks.ts';
import {
  checkConcurrency,
  checkQuota,
  checkVariables,
  LIVE_LIMITS,
  limitDuration,
} from './conversation-limits.ts';
import { type ConversationSetup, readSetup, requireOtherIdentities } from './conversation-setup.ts';
import { draftConversation } from './draft-conversation.ts';
import {
  createAgent,
  createAvatar,
  findAgent,
  type PersonaSources,
  removeAvatar,
  selectPersona,
} from './find-persona.ts';
import type { Dispatcher, Rooms, WaitingAvatarPool } from './live-ports.ts';
import { notifyWorker } from './notify-worker.ts';
import { type PlannedEngine, planEngine } from './plan-engine.ts';
import { planTools } from './plan-tools.ts';
import { type Persona, resolvePersona } from './resolve-persona.ts';
import { startAgentWorker } from './start-agent-worker.ts';
import type { StartRequest } from './start-request.ts';
import type { Usage } from './usage.ts';

export interface StartedConversation extends AccessTokens {
  /** The conversation as stored, so that the response needs no second read, which could fail. */
  recorded: RecordedConversation;
}

export interface StartNeeds {
  organizations: Pick<Organizations, 'get'>;
  personas: PersonaSources;
  embeds: Pick<Embeds, 'use'>;
  conversations: ConversationStore;
  usage: Usage;
  memories: Pick<Memories, 'recall'>;
  rooms: Rooms;
  addressPolicy: AddressPolicy;
  providerKeys: Pick<ProviderKeys, 'enginesOf'>;
  dispatcher: Dispatcher;
  /** Absent if no avatars wait in advance. */
  waitingAvatars?: WaitingAvatarPool | undefined;
  serviceInstanceId: string;
  video?: ConversationPlan['video'];
  clocks: ConversationClocks;
  clock: Clock;
  logger: Logger;
}

const DEFAULT_VIDEO = { width: 512, height: 512, fps: 25, idleFps: 12.5 };

interface StartInput {
  needs: StartNeeds;
  request: StartRequest;
}

/** The steps of a start, in order. If a step fails, the previous steps are undone in reverse. */
const START_STEPS = UndoableSteps.from<StartInput>()
  .step('choose the setup', ({ needs, request }) => {
    const setup = readSetup(request, needs.clock(), needs.addressPolicy);
    checkVariables(request.variables);
    return { setup };
  })
  .step('check the limits', async ({ needs, request }) => {
    const organization = await needs.organizations.get(request.organizationId);
    const maxSeconds = limitDuration(request.maxSeconds, organization);
    await checkLimitsEarly(needs, organization, request.embed, maxSeconds);
    return { organization, maxSeconds };
  })
  .step('check the knowledge base', async ({ needs, request: { organizationId, knowledgeBaseId } }) => {
    if (!knowledgeBaseId) return;
    await needs.personas.knowledgeBases.resolveReference(organizationId, knowledgeBaseId, 'knowledgeBaseId');
  })
  .step(
    'create the avatar',
    async ({ needs, request }) => ({ createdAvatar: await createAvatar(needs.personas, request) }),
    ({ needs, createdAvatar }) => createdAvatar && removeAvatar(needs.personas, createdAvatar),
  )
  .step('find the avatar', async ({ needs, request, createdAvatar }) => ({
    selected: await selectPersona(needs.personas, request, createdAvatar?.avatar),
  }))
  .step(
    'create the agent',
    async ({ needs, request, setup }) => ({
      createdAgent: setup.kind === 'hosted' ? await createAgent(needs.personas, request) : undefined,
    }),
    ({ needs, request, createdAgent }) =>
      createdAgent && needs.personas.agents.remove(request.organizationId, createdAgent.id),
  )
  .step('resolve the persona', async ({ needs, request, setup, selected, createdAgent }) => {
    const requestedAgent =
      createdAgent ?? (setup.kind === 'hosted' ? await findAgent(needs.personas, request) : undefined);
    const persona = await resolvePersona(needs.personas, request, setup, selected, requestedAgent);
    requireOtherIdentities(setup, setup.callerRoom?.avatarIdentity ?? persona.identity);
    return { persona };
  })
  .step('plan the engine', async ({ needs, request, setup, persona }) => {
    const { promptCtx, variables, organizationId } = request;
    if (!persona.speech) return { engine: undefined, tools: undefined };
    const { engines, keyFor } = await needs.providerKeys.enginesOf(organizationId);
    const planned = planEngine(persona.speech, persona.name, promptCtx, variables ?? {}, engines);
    const apiKey = keyFor(planned.plan.name);
    if (apiKey) planned.plan.apiKey = apiKey;
    return {
      engine: await withConsumer(needs, request, setup, persona, planned),
      tools: await planTools(needs.personas.tools, engines, persona, planned),
    };
  })
  .step('read the face', async ({ needs, persona }) => ({
    face: await needs.personas.faces.plan(persona.face),
  }))
  .step(
    'take a waiting avatar',
    ({ needs, setup, persona }) => ({
      // The token of an avatar that speaks for the caller's agent has an attribute that a waiting avatar's lacks.
      waitingId: setup.kind === 'hosted' && persona.video ? needs.waitingAvatars?.claim(persona) : undefined,
    }),
    ({ needs, waitingId }) => waitingId && needs.waitingAvatars?.release(waitingId),
  )
  .step('draft the conversation', (known) => ({ draft: draftConversation(known) }))
  .step(
    'reserve a slot',
    async ({ needs, request, setup, persona, engine, tools, draft }) => {
      const warnings = [setup.callerRoom?.warnings, engine?.warnings, tools?.warnings].flatMap(
        (list) => list ?? [],
      );
      const { conversation, timeline } = await admit(needs, draft, persona, request, warnings);
      needs.clocks.now(conversation);
      return { conversation, timeline };
    },
    ({ needs, draft }) => needs.conversations.discard(draft.organizationId, draft.id),
  )
  .step(
    'open the room',
    async ({ needs, setup, conversation }) => {
      if (setup.callerRoom) return;
      const { room, organizationId, passGrant } = conversation;
      await needs.rooms.open(room, organizationId, tokenSeconds(conversation), passGrant !== null);
    },
    ({ needs, setup, conversation }) => setup.callerRoom ?? needs.rooms.close(conversation.room),
  )
  .step('mint the tokens', async ({ needs, setup, persona, conversation }) => ({
    tokens: await mintTokens(needs, conversation, setup, persona),
  }))
  .step('start the agent worker', async ({ needs, setup, persona, conversation }) => {
    if (!setup.remoteAgent?.agentName) return;
    const { identity, agentName } = setup.remoteAgent;
    await startAgentWorker(needs.rooms, conversation.room, agentName, {
      conversationId: conversation.id,
      identity,
      avatarIdentity: persona.identity,
    });
  })
  .step(
    'dispatch to a worker',
    async ({ needs, setup, persona, engine, tools, face, conversation, tokens }) => {
      const plan: ConversationPlan = {
        conversationId: conversation.id,
        organizationId: conversation.organizationId,
        mode: setup.kind === 'hosted' ? 'hosted' : 'remote_agent',
        room: tokens.avatarRoom,
        ...(setup.consumer && { consumer: presentParticipant(setup.consumer) }),
        ...(setup.remoteAgent && { remoteAgent: presentParticipant(setup.remoteAgent) }),
        face,
        video: needs.video ?? DEFAULT_VIDEO,
        ...(!persona.video && { voiceOnly: true }),
        ...(engine && { engine: engine.plan }),
        ...(persona.knowledgeBaseId && { knowledgeBaseId: persona.knowledgeBaseId }),
        ...(tools && tools.plans.length > 0 && { tools: [...tools.plans] }),
        limits: { maxSeconds: conversation.maxSeconds, ...LIVE_LIMITS },
      };
      await needs.dispatcher.start(plan);
    },
    ({ needs, conversation }) => notifyWorker(needs, conversation.id, 'stopped'),
  )
  .step('report the start', ({ needs, conversation }) =>
    needs.conversations.confirm(conversation.organizationId, conversation.id, (started) => [
      conversationEvent('conversation.started', started, started.startedAt),
    ]),
  );

/** Starts a conversation. A failed start leaves nothing behind. */
export async function startConversation(
  needs: StartNeeds,
  request: StartRequest,
): Promise<StartedConversation> {
  const steps = START_STEPS.begin({ needs, request });
  try {
    const { conversation, persona, timeline, setup, tokens } = await steps.forward();
    const { id: conversationId, engine } = conversation;
    needs.logger.info(
      {
        event: 'conversation.started',
        conversationId,
        organizationId: conversation.organizationId,
        setup: setup.kind,
        engine,
      },
      'a conversation started',
    );
    return {
      recorded: { conversation, persona: persona.snapshot, transcript: [], timeline, isTruncated: false },
      ...tokens.participants,
    };
  } catch (error) {
    for (const { step, error: failure } of await steps.back()) {
      needs.logger.error(
        { event: 'conversation.start_not_undone', err: failure, step },
        'the service could not undo a step of a conversation that failed to start',
      );
    }
    throw error;
  }
}

/** Refuses early, before avatars and pictures are created in vain. The check in `admit`, under a lock, is decisive. */
async function checkLimitsEarly(
  needs: StartNeeds,
  organization: Organization,
  embed: StartRequest['embed'],
  maxSeconds: number,
): Promise<void> {
  if (embed) {
    const use = (await needs.embeds.use(organization.id, [embed.id])).get(embed.id);
    if (use) admitToEmbed(embed, use, maxSeconds);
  }
  checkConcurrency(await needs.conversations.countRunning(organization.id), organization);
  if (organization.monthlySeconds !== null) {
    checkQuota(await needs.usage.secondsThisCycle(organization), organization);
  }
}

/** Adds the consumer to the engine's plan: their identity and their memories with this persona. */
async function withConsumer(
  { memories }: StartNeeds,
  { organizationId, client }: StartRequest,
  { consumer }: ConversationSetup,
  persona: Persona,
  engine: PlannedEngine,
): Promise<PlannedEngine> {
  const { plan } = engine;
  const avatarId = persona.characterId ?? persona.avatarId;
  if (!consumer) return engine;
  const user = consumer.identity;
  return {
    ...engine,
    plan: {
      ...plan,
      ...(plan.remote && { remote: { ...plan.remote, userId: user } }),
      ...(plan.memory &&
        avatarId && { memories: await memories.recall({ organizationId, client, user, avatarId }) }),
    },
  };
}

async function admit(
  needs: StartNeeds,
  draft: Conversation,
  { snapshot }: Persona,
  { embed: embedTerms }: StartRequest,
  warnings: readonly string[],
): Promise<{ conversation: Conversation; timeline: TimelineRow[] }> {
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
      const { maxSeconds: requested } = draft;
      if (embedTerms && !embed) throw notFound('embed', embedTerms.id);
      const maxSeconds = embedTerms && embed ? admitToEmbed(embedTerms, embed, requested) : requested;
      checkConcurrency(running, organization);
      return { conversation: { ...draft, maxSeconds }, persona: snapshot, timeline };
    },
    embedTerms && { id: embedTerms.id, dayStart: startOfDay(needs.clock()) },
  );
  if (!conversation) throw notFound('organization', draft.organizationId);
  return { conversation, timeline };
}

function presentParticipant({ identity, name }: { identity: string; name: string | null }) {
  return { identity, ...(name && { name }) };
}
