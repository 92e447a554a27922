import type { ConversationPlan } from '@visavis/contracts';
import { type Logger, silentLogger } from '../lib/logger.ts';
import { AUDIT_DAYS, type AuditStore, createAuditLog } from './audit/audit-log.ts';
import type { BlobStore } from './blobs.ts';
import { type Clock, type Monotonic, systemClock, systemMonotonic } from './clock.ts';
import type { ConversationStore } from './conversations/conversation.ts';
import { createConversationEvents } from './conversations/conversation-events.ts';
import type { ChangeNotices } from './conversations/conversation-feed.ts';
import { createConversations } from './conversations/conversations.ts';
import { defaultProvider, standIn } from './conversations/default-provider.ts';
import type { AvatarReserve, Dispatcher, EngineChoice, Rooms } from './conversations/live-ports.ts';
import type { Measures } from './conversations/measures.ts';
import { createReaper } from './conversations/reaper.ts';
import { SteadyTimes } from './conversations/steady-times.ts';
import { createUsage, type UsageStore } from './conversations/usage.ts';
import { createEmbeds, type EmbedStore } from './embeds/embeds.ts';
import { createErasure } from './erasure/erasure.ts';
import type { ErasureStore } from './erasure/erasure-store.ts';
import { createRetention } from './erasure/retention.ts';
import { createIdempotency, type IdempotencyStore } from './idempotency.ts';
import type { DocumentStore, IndexQueue, KnowledgeBase, KnowledgeIndex } from './knowledge-bases/document.ts';
import { createDocuments } from './knowledge-bases/documents.ts';
import { createKnowledgeBases } from './knowledge-bases/knowledge-bases.ts';
import type { WebsiteQueue, WebsiteStore } from './knowledge-bases/website.ts';
import { createWebsites } from './knowledge-bases/websites.ts';
import { createAdmission } from './members/admission.ts';
import type { MemberInvitationStore, MemberStore, SignInStore } from './members/member.ts';
import { createMembers } from './members/members.ts';
import { createOpenIdSignIn, type OpenIdProvider } from './members/open-id.ts';
import { createSignIn } from './members/sign-in.ts';
import { createMemories, type MemoryStore } from './memories/memories.ts';
import type { MessageTargets } from './messages/check-target.ts';
import type { PostMessage } from './messages/post-message.ts';
import { createSigningSecrets } from './messages/sign-message.ts';
import {
  createModelServers,
  type ModelServerStore,
  type TryModelServer,
} from './model-servers/model-servers.ts';
import { createLocalModels, type ModelKeeper } from './models/local-models.ts';
import { type ApiKeyStore, createApiKeys } from './organizations/api-keys.ts';
import { createClientTokens } from './organizations/client-tokens.ts';
import { DEFAULT_LIMITS, type OrganizationLimits } from './organizations/organization.ts';
import { createOrganizations, type OrganizationStore } from './organizations/organizations.ts';
import { createStoredBytes, type StoredBytesStore } from './organizations/stored-bytes.ts';
import type { OwnedStore } from './owned.ts';
import { type Agent, createAgents } from './personas/agents.ts';
import { type Avatar, createAvatars } from './personas/avatars.ts';
import { type Brain, createBrains } from './personas/brains.ts';
import { type Character, createCharacters } from './personas/characters.ts';
import type { BuiltInFace, FaceStore } from './personas/face.ts';
import { createFaceImages, type FaceStills } from './personas/face-images.ts';
import { createFacePreviews, type FacePreviewer } from './personas/face-previews.ts';
import { createFaces } from './personas/faces.ts';
import { createPictureTurns } from './personas/picture-turns.ts';
import type { ImageFetcher } from './personas/ref-image.ts';
import { createVoiceSamples, type VoiceSampler } from './personas/voice-samples.ts';
import { createVoices, type Voice } from './personas/voices.ts';
import {
  createProviderKeys,
  type ProviderKeyStore,
  type TryProviderKey,
} from './provider-keys/provider-keys.ts';
import { createRequestRates, type RequestRateStore } from './request-rates.ts';
import { createToolCalls } from './tools/tool-calls.ts';
import { createTools, type Tool } from './tools/tools.ts';
import { createDeliveries, type DeliveryStore } from './webhooks/deliveries.ts';
import { createWebhooks, type Webhook } from './webhooks/webhooks.ts';

/** The domain's storage: one repository per resource. */
export interface Stores {
  organizations: OrganizationStore & StoredBytesStore;
  apiKeys: ApiKeyStore;
  knowledgeBases: OwnedStore<KnowledgeBase>;
  documents: DocumentStore;
  websites: WebsiteStore;
  voices: OwnedStore<Voice>;
  brains: OwnedStore<Brain>;
  faces: FaceStore;
  characters: OwnedStore<Character>;
  agents: OwnedStore<Agent>;
  avatars: OwnedStore<Avatar>;
  conversations: ConversationStore;
  usage: UsageStore;
  memories: MemoryStore;
  erasures: ErasureStore;
  auditLog: AuditStore;
  tools: OwnedStore<Tool>;
  modelServers: ModelServerStore;
  providerKeys: ProviderKeyStore;
  members: MemberStore;
  memberInvitations: MemberInvitationStore;
  signIns: SignInStore;
  embeds: EmbedStore;
  webhooks: OwnedStore<Webhook>;
  deliveries: DeliveryStore;
  idempotency: IdempotencyStore;
  requestRates: RequestRateStore;
}

export interface Ports {
  stores: Stores;
  blobs: BlobStore;
  indexQueue: IndexQueue;
  websiteQueue: WebsiteQueue;
  knowledgeIndex: KnowledgeIndex;
  builtInFaces: readonly BuiltInFace[];
  faceStills: FaceStills;
  imageFetcher: ImageFetcher;
  engines: EngineChoice;
  voiceSampler: VoiceSampler;
  facePreviewer: FacePreviewer;
  rooms: Rooms;
  dispatcher: Dispatcher;
  /** Absent where no avatar waits. */
  reserve?: AvatarReserve | undefined;
  changeNotices: ChangeNotices;
  messageTargets: MessageTargets;
  postMessage: PostMessage;
  modelKeeper: ModelKeeper;
  tryModelServer: TryModelServer;
  /** The operator has set what embeds, for all organizations. */
  operatorEmbeds?: boolean;
  tryProviderKey: TryProviderKey;
  /** Absent where nobody signs in with OpenID Connect. */
  openId?: OpenIdProvider;
  /** At least 32 random bytes that persist: client tokens and addresses are signed with keys derived from it. */
  secret: Uint8Array;
  /** A new id at every start of the process. */
  serviceInstanceId: string;
  /** No other process can share the store. */
  soleInstance: boolean;
  limits?: OrganizationLimits;
  /** Default days that organizations keep conversations; 0, or absent: until they delete them. */
  retentionDays?: number;
  /** How long entries of the audit log are kept, in days; `AUDIT_DAYS` where absent. */
  auditDays?: number;
  /** Pixels and frames a second of every avatar; 512 × 512 at 25 where absent. */
  video?: ConversationPlan['video'];
  measures?: Measures;
  clock?: Clock;
  monotonic?: Monotonic;
  logger?: Logger;
}

/** All services of the domain, called by the HTTP API and by workers. */
export type Services = ReturnType<typeof createServices>;

export function createServices(ports: Ports) {
  const { stores, blobs, secret, engines, rooms } = ports;
  const { messageTargets: targets, postMessage: post, faceStills: stills, imageFetcher: fetcher } = ports;
  const { clock = systemClock, monotonic = systemMonotonic, logger = silentLogger } = ports;
  /** What more than one service needs; each takes what its own type names. */
  const shared = { ...ports, targets, post, stills, fetcher, clock, monotonic, logger };

  const apiKeys = createApiKeys(stores.apiKeys, clock);
  const clientTokens = createClientTokens(secret, clock);
  const storedBytes = createStoredBytes({
    store: stores.organizations,
    organizations: { get: (id) => organizations.get(id) },
  });
  const documents = createDocuments({
    ...shared,
    store: stores.documents,
    queue: ports.indexQueue,
    storedBytes,
  });
  const knowledgeBases = createKnowledgeBases({ store: stores.knowledgeBases, documents, clock });
  const websites = createWebsites({
    ...shared,
    store: stores.websites,
    documents,
    knowledgeBases,
    organizations: { get: (id) => organizations.get(id) },
    queue: ports.websiteQueue,
  });
  const voices = createVoices(stores.voices, clock);
  const brains = createBrains(stores.brains, clock);
  const pictureTurns = createPictureTurns();
  const previewer = ports.facePreviewer;
  const faces = createFaces({ ...shared, store: stores.faces, previewer, pictureTurns, storedBytes });
  const faceImages = createFaceImages({ ...shared, store: stores.faces });
  const toolSecrets = createSigningSecrets(secret, 'tool secrets');
  const tools = createTools({ ...shared, store: stores.tools, secrets: toolSecrets });
  const modelServers = createModelServers({
    ...shared,
    store: stores.modelServers,
    secrets: createSigningSecrets(secret, 'keys of model servers'),
    tryServer: ports.tryModelServer,
    operatorEmbeds: ports.operatorEmbeds ?? false,
  });
  const providerKeys = createProviderKeys({
    ...shared,
    store: stores.providerKeys,
    secrets: createSigningSecrets(secret, 'keys of providers'),
    tryKey: ports.tryProviderKey,
  });
  const members = createMembers({ members: stores.members, invitations: stores.memberInvitations }, clock);
  const { signIns, memberInvitations } = stores;
  const admission = createAdmission({ signIns, invitations: memberInvitations }, clock);
  const ofSignIn = { signIns, admission, secret, clock };
  const signIn = createSignIn(ofSignIn);
  const openIdSignIn = ports.openId && createOpenIdSignIn({ ...ofSignIn, provider: ports.openId, logger });
  /** Who would answer now where nobody has chosen a provider. */
  const defaultAnswer = async (organizationId: string) => {
    const { engines } = await providerKeys.enginesOf(organizationId);
    const provider = defaultProvider(engines);
    return { provider, engine: engines.engineFor(provider) ?? standIn(engines) ?? null };
  };
  const parts = { voices, brains, knowledgeBases, tools, engines, clock };
  const characters = createCharacters({ store: stores.characters, faces, ...parts });
  const agents = createAgents({ store: stores.agents, modelServers, ...parts });
  const avatars = createAvatars({ store: stores.avatars, faces, agents, clock });

  const organizations = createOrganizations({
    ...shared,
    store: stores.organizations,
    apiKeys,
    defaults: ports.limits ?? DEFAULT_LIMITS,
    beforeRemoval: async (organizationId) => {
      await conversations.stopAll({ organizationId }, 'stopped');
      await documents.forgetIndex(organizationId);
      await blobs.deletePrefix(`organizations/${organizationId}/`);
    },
  });
  const personas = {
    avatars,
    agents,
    characters,
    faces,
    voices,
    brains,
    knowledgeBases,
    tools,
    modelServers,
  };
  const embeds = createEmbeds({ ...personas, store: stores.embeds, organizations, clock });
  const usage = createUsage(stores.usage, clock);
  const ofConversations = { ...shared, conversations: stores.conversations };
  const memories = createMemories({ ...ofConversations, store: stores.memories });
  const retention = createRetention({
    ...shared,
    store: stores.erasures,
    organizations: stores.organizations,
    defaultDays: ports.retentionDays ?? 0,
  });
  const times = new SteadyTimes(clock, monotonic);
  const conversationEvents = createConversationEvents(
    stores.conversations,
    memories,
    rooms,
    times,
    logger,
    ports.measures,
  );
  const conversations = createConversations({
    ...ofConversations,
    organizations,
    personas,
    embeds,
    events: conversationEvents,
    notices: ports.changeNotices,
    usage,
    memories,
    providerKeys,
    times,
  });
  const auditLog = createAuditLog({ ...shared, store: stores.auditLog, days: ports.auditDays ?? AUDIT_DAYS });
  const voiceSamples = createVoiceSamples({ providerKeys, sampler: ports.voiceSampler, clock });
  const erasure = createErasure({
    ...ofConversations,
    store: stores.erasures,
    stop: (organizationId, id) => conversations.stop(organizationId, id),
    memories,
  });
  const reaper = createReaper({
    ...shared,
    store: stores.conversations,
    events: conversationEvents,
    organizations,
    usage,
    times,
  });

  const webhookSecrets = createSigningSecrets(secret, 'webhook secrets');
  const webhooks = createWebhooks({ ...shared, store: stores.webhooks, secrets: webhookSecrets });
  const deliveries = createDeliveries({
    ...ofConversations,
    store: stores.deliveries,
    webhooks,
    secrets: webhookSecrets,
  });
  const toolCalls = createToolCalls({ ...ofConversations, store: stores.tools, secrets: toolSecrets });

  return {
    organizations,
    apiKeys,
    clientTokens,
    knowledgeBases,
    documents,
    websites,
    voices,
    brains,
    faces,
    faceImages,
    facePreviews: createFacePreviews({ fetcher, previewer, pictureTurns }),
    characters,
    agents,
    defaultAnswer,
    avatars,
    conversations,
    conversationEvents,
    reaper,
    usage,
    memories,
    retention,
    erasure,
    voiceSamples,
    auditLog,
    localModels: createLocalModels(ports.modelKeeper),
    tools,
    modelServers,
    providerKeys,
    members,
    signIn,
    openIdSignIn,
    embeds,
    toolCalls,
    webhooks,
    deliveries,
    idempotency: createIdempotency(stores.idempotency, secret, clock),
    requestRates: createRequestRates(ports.soleInstance ? undefined : stores.requestRates, clock, logger),
    clock,
  };
}
