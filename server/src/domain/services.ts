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
  const { stores, blobs, secret, builtInFaces, dispatcher, engines, rooms } = ports;
  const { measures, serviceInstanceId } = ports;
  const { messageTargets: targets, postMessage: post, faceStills: stills, imageFetcher: fetcher } = ports;
  const { clock = systemClock, monotonic = systemMonotonic, logger = silentLogger } = ports;
  const told = { measures, clock, logger };

  const apiKeys = createApiKeys(stores.apiKeys, clock);
  const clientTokens = createClientTokens(secret, clock);
  const storedBytes = createStoredBytes({
    store: stores.organizations,
    organizations: { get: (id) => organizations.get(id) },
  });
  const documents = createDocuments({
    store: stores.documents,
    blobs,
    queue: ports.indexQueue,
    knowledgeIndex: ports.knowledgeIndex,
    storedBytes,
    secret,
    clock,
  });
  const knowledgeBases = createKnowledgeBases({ store: stores.knowledgeBases, documents, clock });
  const websites = createWebsites({
    store: stores.websites,
    documents,
    knowledgeBases,
    organizations: { get: (id) => organizations.get(id) },
    queue: ports.websiteQueue,
    targets,
    clock,
  });
  const voices = createVoices(stores.voices, clock);
  const brains = createBrains(stores.brains, clock);
  const pictureTurns = createPictureTurns();
  const faces = createFaces({
    store: stores.faces,
    blobs,
    fetcher,
    stills,
    previewer: ports.facePreviewer,
    pictureTurns,
    builtInFaces,
    storedBytes,
    clock,
  });
  const faceImages = createFaceImages({ store: stores.faces, blobs, stills, secret });
  const toolSecrets = createSigningSecrets(secret, 'tool secrets');
  const tools = createTools({ store: stores.tools, secrets: toolSecrets, targets, clock });
  const modelServers = createModelServers({
    store: stores.modelServers,
    secrets: createSigningSecrets(secret, 'keys of model servers'),
    targets,
    tryServer: ports.tryModelServer,
    operatorEmbeds: ports.operatorEmbeds ?? false,
    clock,
  });
  const providerKeys = createProviderKeys({
    store: stores.providerKeys,
    secrets: createSigningSecrets(secret, 'keys of providers'),
    engines,
    tryKey: ports.tryProviderKey,
    clock,
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
    store: stores.organizations,
    apiKeys,
    builtInFaces,
    engines,
    defaults: ports.limits ?? DEFAULT_LIMITS,
    clock,
    beforeRemoval: async (organizationId) => {
      await conversations.stopAll({ organizationId }, 'stopped');
      await documents.forgetIndex(organizationId);
      await blobs.deletePrefix(`organizations/${organizationId}/`);
    },
  });
  const embeds = createEmbeds({
    store: stores.embeds,
    avatars,
    characters,
    knowledgeBases,
    organizations,
    clock,
  });
  const usage = createUsage(stores.usage, clock);
  const memories = createMemories({
    store: stores.memories,
    conversations: stores.conversations,
    dispatcher,
    ...told,
  });
  const retention = createRetention({
    store: stores.erasures,
    organizations: stores.organizations,
    defaultDays: ports.retentionDays ?? 0,
    ...told,
  });
  const times = new SteadyTimes(clock, monotonic);
  const conversationEvents = createConversationEvents(
    stores.conversations,
    memories,
    rooms,
    times,
    logger,
    measures,
  );
  const conversations = createConversations({
    organizations,
    personas: { avatars, agents, characters, faces, voices, brains, knowledgeBases, tools, modelServers },
    embeds,
    conversations: stores.conversations,
    events: conversationEvents,
    notices: ports.changeNotices,
    usage,
    memories,
    rooms,
    targets,
    providerKeys,
    ...(ports.video && { video: ports.video }),
    dispatcher,
    ...(ports.reserve && { reserve: ports.reserve }),
    serviceInstanceId,
    times,
    ...told,
  });
  const auditLog = createAuditLog({
    store: stores.auditLog,
    days: ports.auditDays ?? AUDIT_DAYS,
    ...told,
  });
  const voiceSamples = createVoiceSamples({ providerKeys, sampler: ports.voiceSampler, clock });
  const erasure = createErasure({
    store: stores.erasures,
    conversations: stores.conversations,
    stop: (organizationId, id) => conversations.stop(organizationId, id),
    memories,
    ...told,
  });
  const reaper = createReaper({
    store: stores.conversations,
    events: conversationEvents,
    dispatcher,
    organizations,
    usage,
    serviceInstanceId,
    times,
    clock,
    monotonic,
    logger,
  });

  const webhookSecrets = createSigningSecrets(secret, 'webhook secrets');
  const webhooks = createWebhooks({ store: stores.webhooks, secrets: webhookSecrets, targets, clock });
  const deliveries = createDeliveries({
    store: stores.deliveries,
    webhooks,
    conversations: stores.conversations,
    secrets: webhookSecrets,
    post,
    ...told,
  });

  const toolCalls = createToolCalls({
    store: stores.tools,
    conversations: stores.conversations,
    secrets: toolSecrets,
    post,
    ...told,
  });

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
    facePreviews: createFacePreviews({ fetcher, previewer: ports.facePreviewer, pictureTurns }),
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
