import type { ConversationPlan } from '@visavis/contracts';
import type { Logger } from '../../lib/logger.ts';
import { Steps } from '../../lib/steps.ts';
import type { Clock } from '../clock.ts';
import { admitToEmbed } from '../embeds/admit-embed.ts';
import { startOfDay } from '../embeds/embeds.ts';
import { notFound } from '../errors.ts';
import type { Memories } from '../memories/memories.ts';
import type { MessageTargets } from '../messages/check-target.ts';
import type { Organization } from '../organizations/organization.ts';
import type { Organizations } from '../organizations/organizations.ts';
import { conversationEvent } from '../webhooks/domain-event.ts';
import { tokenSeconds } from './access-tokens.ts';
import type { Conversation, ConversationStore, TimelineRow } from './conversation.ts';
import {
  checkConcurrency,
  checkQuota,
  checkVariables,
  LIVE_LIMITS,
  limitDuration,
} from './conversation-limits.ts';
import { draftConversation } from './draft-conversation.ts';
import { findAgent, findShown, makeAgent, makeAvatar, removeAvatar } from './find-persona.ts';
import type { Dispatcher, EngineChoice, Rooms } from './live-ports.ts';
import { mintTokens } from './mint-tokens.ts';
import { type PlannedEngine, planEngine } from './plan-engine.ts';
import { planTools } from './plan-tools.ts';
import type { RecordedConversation } from './recorded-conversation.ts';
import { type Persona, type PersonaSources, resolvePersona } from './resolve-persona.ts';
import { startAgentWorker } from './start-agent-worker.ts';
import type { StartRequest } from './start-request.ts';
import type { SteadyTimes } from './steady-times.ts';
import { tellWorker } from './tell-worker.ts';
import type { Usage } from './usage.ts';
import { chooseWay, requireOtherIdentities, type WayToRun } from './way-to-run.ts';

export interface StartedConversation {
  /** As it was stored: whoever answers need not read it back, which may fail while the conversation runs. */
  recorded: RecordedConversation;
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

interface StartInput {
  needs: StartNeeds;
  request: StartRequest;
}

/** What happens when a conversation starts, in order. Where a step fails, what was done is undone backwards. */
const START_STEPS = Steps.from<StartInput>()
  .step('choose the way to run', ({ needs, request }) => {
    const way = chooseWay(request, needs.clock(), needs.targets);
    checkVariables(request.variables);
    return { way };
  })
  .step('check the limits', async ({ needs, request }) => {
    const organization = await needs.organizations.get(request.organizationId);
    const maxSeconds = limitDuration(request.maxSeconds, organization);
    await checkBeforeMakingThings(needs, organization);
    return { organization, maxSeconds };
  })
  .step('check the knowledge base', async ({ needs, request: { organizationId, knowledgeBaseId } }) => {
    if (!knowledgeBaseId) return;
    await needs.personas.knowledgeBases.refer(organizationId, knowledgeBaseId, 'knowledgeBaseId');
  })
  .step(
    'make the avatar',
    async ({ needs, request }) => ({ madeAvatar: await makeAvatar(needs.personas, request) }),
    ({ needs, madeAvatar }) => madeAvatar && removeAvatar(needs.personas, madeAvatar),
  )
  .step('find who is seen', async ({ needs, request, madeAvatar }) => ({
    shown: await findShown(needs.personas, request, madeAvatar?.avatar),
  }))
  .step(
    'make the agent',
    async ({ needs, request, way }) => ({
      madeAgent: way.way === 'hosted' ? await makeAgent(needs.personas, request) : undefined,
    }),
    ({ needs, request, madeAgent }) =>
      madeAgent && needs.personas.agents.remove(request.organizationId, madeAgent.id),
  )
  .step('find who speaks', async ({ needs, request, way, shown, madeAgent }) => {
    const named = madeAgent ?? (way.way === 'hosted' ? await findAgent(needs.personas, request) : undefined);
    const persona = await resolvePersona(needs.personas, request, way, shown, named);
    requireOtherIdentities(way, way.host?.avatarIdentity ?? persona.identity);
    return { persona };
  })
  .step('plan the engine', async ({ needs, request, way, persona }) => {
    const { promptCtx, variables } = request;
    const planned =
      persona.speech && planEngine(persona.speech, persona.name, promptCtx, variables ?? {}, needs.engines);
    if (!planned) return { engine: undefined, tools: undefined };
    return {
      engine: await withConsumer(needs, request, way, persona, planned),
      tools: await planTools(needs.personas.tools, needs.engines, persona, planned),
    };
  })
  .step('read the face', async ({ needs, persona }) => ({
    face: await needs.personas.faces.plan(persona.face),
  }))
  .step('draft the conversation', ({ needs, request, way, organization, persona, engine, maxSeconds }) => ({
    draft: draftConversation(needs, request, way, organization, persona, engine, maxSeconds),
  }))
  .step(
    'take a place',
    async ({ needs, request, way, persona, engine, tools, draft }) => {
      const warnings = [way.host?.warnings, engine?.warnings, tools?.warnings].flatMap((some) => some ?? []);
      const { conversation, timeline } = await admit(needs, draft, persona, request, warnings);
      needs.times.now(conversation);
      return { conversation, timeline };
    },
    ({ needs, draft }) => needs.conversations.discard(draft.id),
  )
  .step(
    'open the room',
    async ({ needs, way, conversation }) => {
      if (way.host) return;
      await needs.rooms.open(conversation.room, conversation.organizationId, tokenSeconds(conversation));
    },
    ({ needs, way, conversation }) => way.host ?? needs.rooms.close(conversation.room),
  )
  .step('mint the tokens', async ({ needs, way, persona, conversation }) => ({
    tokens: await mintTokens(needs, conversation, way, persona),
  }))
  .step('start the agent worker', async ({ needs, way, persona, conversation }) => {
    if (!way.remoteAgent?.agentName) return;
    const { identity, agentName } = way.remoteAgent;
    await startAgentWorker(needs.rooms, conversation.room, agentName, {
      conversationId: conversation.id,
      identity,
      avatarIdentity: persona.identity,
    });
  })
  .step(
    'give it to a worker',
    async ({ needs, way, persona, engine, tools, face, conversation, tokens }) => {
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
        ...(tools && tools.plans.length > 0 && { tools: [...tools.plans] }),
        limits: { maxSeconds: conversation.maxSeconds, ...LIVE_LIMITS },
      };
      await needs.dispatcher.start(plan);
    },
    ({ needs, conversation }) => tellWorker(needs, conversation.id, 'stopped'),
  )
  .step('tell of the start', ({ needs, conversation }) =>
    needs.conversations.confirm(conversation.id, (started) => [
      conversationEvent('conversation.started', started, started.startedAt),
    ]),
  );

/** Starts a conversation. Whatever fails, nothing is left behind. */
export async function startConversation(
  needs: StartNeeds,
  request: StartRequest,
): Promise<StartedConversation> {
  const steps = START_STEPS.begin({ needs, request });
  try {
    const { conversation, persona, timeline, way, tokens } = await steps.forward();
    const { id: conversationId, engine } = conversation;
    needs.logger.info({ conversationId, way: way.way, engine }, 'conversation started');
    return {
      recorded: { conversation, persona: persona.snapshot, transcript: [], timeline, isTruncated: false },
      consumerAccessToken: tokens.consumer,
      remoteAgentAccessToken: tokens.remoteAgent,
    };
  } catch (error) {
    for (const { step, error: failure } of await steps.back()) {
      needs.logger.error({ err: failure, step }, 'a step of a failed start could not be undone');
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

/** The engine with what it is told of the consumer: who that is, and what they said to the persona before. */
async function withConsumer(
  { memories }: StartNeeds,
  { organizationId, client }: StartRequest,
  { consumer }: WayToRun,
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
  { embed: terms }: StartRequest,
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
      const { maxSeconds: wanted } = draft;
      const maxSeconds = terms && embed ? admitToEmbed(terms, embed, wanted) : wanted;
      checkConcurrency(running, organization);
      return { conversation: { ...draft, maxSeconds }, persona: snapshot, timeline };
    },
    terms && { id: terms.id, dayStart: startOfDay(needs.clock()) },
  );
  if (!conversation) throw notFound('organization', draft.organizationId);
  return { conversation, timeline };
}

function present({ identity, name }: { identity: string; name: string | null }) {
  return { identity, ...(name && { name }) };
}
