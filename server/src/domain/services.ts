import { silentLogger } from '../lib/logger.ts';
import { AUDIT_DAYS, createAuditLog } from './audit/audit-log.ts';
import { systemClock, systemMonotonic } from './clock.ts';
import { ConversationClocks } from './conversations/conversation-clocks.ts';
import { createConversationEvents } from './conversations/conversation-events.ts';
import { createConversations } from './conversations/conversations.ts';
import { chooseFallbackEngine, defaultProvider } from './conversations/default-provider.ts';
import { createReaper } from './conversations/reaper.ts';
import { createUsage } from './conversations/usage.ts';
import { createEmbeds } from './embeds/embeds.ts';
import { createErasure } from './erasure/erasure.ts';
import { createRetention } from './erasure/retention.ts';
import { createIdempotency } from './idempotency.ts';
import { createDocuments } from './knowledge-bases/documents.ts';
import { createKnowledgeBases } from './knowledge-bases/knowledge-bases.ts';
import { createWebsites } from './knowledge-bases/websites.ts';
import { createAdmission } from './members/admission.ts';
import { createMembers } from './members/members.ts';
import { createOpenIdSignIn } from './members/open-id.ts';
import { createSignIn } from './members/sign-in.ts';
import { createMemories } from './memories/memories.ts';
import { createSigningSecrets } from './messages/sign-message.ts';
import { createModelServers } from './model-servers/model-servers.ts';
import { createServerVoices } from './model-servers/server-voices.ts';
import { createLocalModels } from './models/local-models.ts';
import { createApiKeys } from './organizations/api-keys.ts';
import { createClientTokens } from './organizations/client-tokens.ts';
import { DEFAULT_LIMITS } from './organizations/organization.ts';
import { createOrganizations, type OrganizationsNeeds } from './organizations/organizations.ts';
import { createStoredBytes } from './organizations/stored-bytes.ts';
import { createAgents } from './personas/agents.ts';
import { createAvatars } from './personas/avatars.ts';
import { createBrains } from './personas/brains.ts';
import { createCharacters } from './personas/characters.ts';
import { createFaceImages } from './personas/face-images.ts';
import { createFacePreviews } from './personas/face-previews.ts';
import { createFaces } from './personas/faces.ts';
import { createPictureTurns } from './personas/picture-turns.ts';
import { createVoiceSamples } from './personas/voice-samples.ts';
import { createVoices } from './personas/voices.ts';
import type { FilledPorts, Ports } from './ports.ts';
import { createProviderKeys } from './provider-keys/provider-keys.ts';
import { createRequestRates } from './request-rates.ts';
import { createToolCalls } from './tools/tool-calls.ts';
import { createTools } from './tools/tools.ts';
import { createDeliveries } from './webhooks/deliveries.ts';
import { createWebhooks } from './webhooks/webhooks.ts';

/** All services of the domain, called by the HTTP API and by workers. */
export type Services = ReturnType<typeof createServices>;

/** Creates the services group by group: each gets all ports, and the earlier groups that it builds on. */
export function createServices(required: Ports) {
  const ports: FilledPorts = {
    ...required,
    clock: required.clock ?? systemClock,
    monotonic: required.monotonic ?? systemMonotonic,
    logger: required.logger ?? silentLogger,
  };
  const { stores, blobs, secret, clock, logger } = ports;
  const organizationServices = createOrganizationServices(ports, async (organizationId) => {
    await conversationServices.conversations.stopAll(organizationId, 'stopped');
    await knowledge.documents.deleteIndex(organizationId);
    await blobs.deletePrefix(`organizations/${organizationId}/`);
  });
  const knowledge = createKnowledgeServices({ ...ports, ...organizationServices });
  const models = createModelServices(ports);
  const messages = createMessageServices(ports);
  const parts = { ...ports, ...organizationServices, ...knowledge, ...models, ...messages };
  const personaServices = createPersonaServices(parts);
  const conversationServices = createConversationServices({ ...parts, ...personaServices });
  const { storedBytes: _, ...organizations } = organizationServices;
  return {
    ...organizations,
    ...createMemberServices(ports),
    ...knowledge,
    ...models,
    ...messages,
    ...personaServices,
    ...conversationServices,
    idempotency: createIdempotency(stores.idempotency, secret, clock),
    requestRates: createRequestRates(ports.soleInstance ? undefined : stores.requestRates, clock, logger),
    clock,
  };
}

type OrganizationServices = ReturnType<typeof createOrganizationServices>;
type KnowledgeServices = ReturnType<typeof createKnowledgeServices>;
type ModelServices = ReturnType<typeof createModelServices>;
type MessageServices = ReturnType<typeof createMessageServices>;
type PersonaServices = ReturnType<typeof createPersonaServices>;

/** Organizations with their keys, limits and audit log. */
function createOrganizationServices(ports: FilledPorts, beforeRemoval: OrganizationsNeeds['beforeRemoval']) {
  const { stores, secret, clock } = ports;
  const apiKeys = createApiKeys(stores.apiKeys, clock);
  const organizations = createOrganizations({
    ...ports,
    store: stores.organizations,
    apiKeys,
    defaults: ports.limits ?? DEFAULT_LIMITS,
    beforeRemoval,
  });
  return {
    organizations,
    apiKeys,
    clientTokens: createClientTokens(secret, clock),
    storedBytes: createStoredBytes({ store: stores.organizations, organizations }),
    auditLog: createAuditLog({ ...ports, store: stores.auditLog, days: ports.auditDays ?? AUDIT_DAYS }),
  };
}

/** Members of the console, and how they sign in. */
function createMemberServices({ stores, openId, secret, clock, logger }: FilledPorts) {
  const { members, memberInvitations: invitations, signIns } = stores;
  const admission = createAdmission({ signIns, invitations }, clock);
  const signInDeps = { signIns, admission, secret, clock };
  return {
    members: createMembers({ members, invitations }, clock),
    signIn: createSignIn(signInDeps),
    openIdSignIn: openId && createOpenIdSignIn({ ...signInDeps, provider: openId, logger }),
  };
}

/** Knowledge bases with their documents and websites. */
function createKnowledgeServices(parts: FilledPorts & OrganizationServices) {
  const { stores, indexQueue, websiteQueue, clock } = parts;
  const documents = createDocuments({ ...parts, store: stores.documents, queue: indexQueue });
  const knowledgeBases = createKnowledgeBases(stores.knowledgeBases, clock);
  const websites = createWebsites({
    ...parts,
    store: stores.websites,
    documents,
    knowledgeBases,
    queue: websiteQueue,
  });
  return { documents, knowledgeBases, websites };
}

/** Models of vendors, of an organization's own servers, and of this machine. */
function createModelServices(ports: FilledPorts) {
  const { stores, secret } = ports;
  const modelServers = createModelServers({
    ...ports,
    store: stores.modelServers,
    secrets: createSigningSecrets(secret, 'keys of model servers'),
    tryServer: ports.tryModelServer,
    usesOperatorEmbeddings: ports.usesOperatorEmbeddings ?? false,
    patience: ports.serverPatience,
  });
  const providerKeys = createProviderKeys({
    ...ports,
    store: stores.providerKeys,
    secrets: createSigningSecrets(secret, 'keys of providers'),
    tryKey: ports.tryProviderKey,
  });
  return {
    modelServers,
    serverVoices: createServerVoices({ ...ports, modelServers, sampler: ports.voiceSampler }),
    providerKeys,
    localModels: createLocalModels(ports.modelKeeper),
    /** Returns who would currently answer if nobody has chosen a provider. */
    defaultAnswer: async (organizationId: string) => {
      const { engines } = await providerKeys.enginesOf(organizationId);
      const provider = defaultProvider(engines);
      return { provider, engine: engines.engineFor(provider) ?? chooseFallbackEngine(engines) ?? null };
    },
  };
}

/** Messages to addresses of an organization: its tool calls, and events for its webhooks. */
function createMessageServices(ports: FilledPorts) {
  const { stores, addressPolicy, postMessage: post, secret, clock, logger } = ports;
  const { conversations } = stores;
  const toolSecrets = createSigningSecrets(secret, 'tool secrets');
  const toolDeps = { store: stores.tools, secrets: toolSecrets, clock };
  const webhookSecrets = createSigningSecrets(secret, 'webhook secrets');
  const webhooks = createWebhooks({ store: stores.webhooks, secrets: webhookSecrets, addressPolicy, clock });
  return {
    tools: createTools({ ...toolDeps, addressPolicy }),
    toolCalls: createToolCalls({ ...toolDeps, conversations, post, logger }),
    webhooks,
    deliveries: createDeliveries({
      store: stores.deliveries,
      webhooks,
      conversations,
      secrets: webhookSecrets,
      post,
      clock,
      logger,
    }),
  };
}

/** Avatars and characters, what they consist of, and the pages that show them. */
function createPersonaServices(
  parts: FilledPorts & OrganizationServices & KnowledgeServices & ModelServices & MessageServices,
) {
  const { stores, clock, facePreviewer: previewer, faceStills: stills, imageFetcher: fetcher } = parts;
  const voices = createVoices(stores.voices, clock);
  const brains = createBrains(stores.brains, clock);
  const pictureTurns = createPictureTurns();
  const faces = createFaces({ ...parts, store: stores.faces, fetcher, stills, previewer, pictureTurns });
  const characters = createCharacters({ ...parts, store: stores.characters, faces, voices, brains });
  const agents = createAgents({ ...parts, store: stores.agents, voices, brains });
  const avatars = createAvatars({ store: stores.avatars, faces, agents, clock });
  return {
    voices,
    brains,
    faces,
    faceImages: createFaceImages({ ...parts, store: stores.faces, stills }),
    facePreviews: createFacePreviews({ fetcher, previewer, pictureTurns }),
    characters,
    agents,
    avatars,
    embeds: createEmbeds({ ...parts, store: stores.embeds, avatars, characters }),
    voiceSamples: createVoiceSamples({ ...parts, sampler: parts.voiceSampler }),
  };
}

/** Conversations, from start to erasure, with their usage and memories. */
function createConversationServices(
  parts: FilledPorts &
    OrganizationServices &
    KnowledgeServices &
    ModelServices &
    MessageServices &
    PersonaServices,
) {
  const { stores, rooms, metrics, clock, monotonic, logger } = parts;
  const dependencies = { ...parts, conversations: stores.conversations };
  const usage = createUsage(stores.usage, clock);
  const memories = createMemories({ ...dependencies, store: stores.memories });
  const clocks = new ConversationClocks(clock, monotonic);
  const events = createConversationEvents(stores.conversations, memories, rooms, clocks, logger, metrics);
  const conversations = createConversations({
    ...dependencies,
    personas: parts,
    events,
    usage,
    memories,
    clocks,
  });
  return {
    conversations,
    conversationEvents: events,
    reaper: createReaper({ ...parts, store: stores.conversations, events, usage, clocks }),
    usage,
    memories,
    erasure: createErasure({
      ...dependencies,
      store: stores.erasures,
      stop: (organizationId, id) => conversations.stop(organizationId, id),
      memories,
    }),
    retention: createRetention({
      ...parts,
      store: stores.erasures,
      organizations: stores.organizations,
      defaultDays: parts.retentionDays ?? 0,
    }),
  };
}
