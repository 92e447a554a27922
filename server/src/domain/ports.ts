import type { ConversationPlan } from '@visavis/contracts';
import type { Logger } from '../lib/logger.ts';
import type { AuditStore } from './audit/audit-log.ts';
import type { BlobStore } from './blobs.ts';
import type { Clock, Monotonic } from './clock.ts';
import type { ConversationStore } from './conversations/conversation.ts';
import type { ChangeNotifications } from './conversations/conversation-feed.ts';
import type { ConversationMetrics } from './conversations/conversation-metrics.ts';
import type { Dispatcher, EngineChoice, Rooms, WaitingAvatarPool } from './conversations/live-ports.ts';
import type { UsageStore } from './conversations/usage.ts';
import type { EmbedStore } from './embeds/embeds.ts';
import type { ErasureStore } from './erasure/erasure-store.ts';
import type { IdempotencyStore } from './idempotency.ts';
import type { DocumentStore, IndexQueue, KnowledgeBase, KnowledgeIndex } from './knowledge-bases/document.ts';
import type { WebsiteQueue, WebsiteStore } from './knowledge-bases/website.ts';
import type { MemberInvitationStore, MemberStore, SignInStore } from './members/member.ts';
import type { OpenIdProvider } from './members/open-id.ts';
import type { MemoryStore } from './memories/memories.ts';
import type { AddressPolicy } from './messages/check-address.ts';
import type { PostMessage } from './messages/post-message.ts';
import type { ModelServerStore, ServerPatience, TryModelServer } from './model-servers/model-servers.ts';
import type { ModelKeeper } from './models/local-models.ts';
import type { ApiKeyStore } from './organizations/api-keys.ts';
import type { OrganizationLimits } from './organizations/organization.ts';
import type { OrganizationStore } from './organizations/organizations.ts';
import type { StoredBytesStore } from './organizations/stored-bytes.ts';
import type { OwnedStore } from './owned.ts';
import type { Agent } from './personas/agents.ts';
import type { Avatar } from './personas/avatars.ts';
import type { Brain } from './personas/brains.ts';
import type { Character } from './personas/characters.ts';
import type { BuiltInFace, FaceStore } from './personas/face.ts';
import type { FaceStills } from './personas/face-images.ts';
import type { FacePreviewer } from './personas/face-previews.ts';
import type { ImageFetcher } from './personas/ref-image.ts';
import type { VoiceSampler } from './personas/voice-samples.ts';
import type { Voice } from './personas/voices.ts';
import type { OperatorServers, ProviderKeyStore, TryProviderKey } from './provider-keys/provider-keys.ts';
import type { RequestRateStore } from './request-rates.ts';
import type { Tool } from './tools/tools.ts';
import type { DeliveryStore } from './webhooks/deliveries.ts';
import type { Webhook } from './webhooks/webhooks.ts';

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

/** Everything that the domain's services need from outside; what only some deployments have is optional. */
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
  /** Absent if no avatars wait in advance. */
  waitingAvatars?: WaitingAvatarPool | undefined;
  changeNotifications: ChangeNotifications;
  addressPolicy: AddressPolicy;
  postMessage: PostMessage;
  modelKeeper: ModelKeeper;
  tryModelServer: TryModelServer;
  serverPatience: ServerPatience;
  /** The operator has configured embeddings for all organizations. */
  usesOperatorEmbeddings?: boolean;
  tryProviderKey: TryProviderKey;
  operatorServers?: OperatorServers;
  /** Absent if OpenID Connect is not configured. */
  openId?: OpenIdProvider;
  /** At least 32 random bytes that persist: client tokens and addresses are signed with keys derived from it. */
  secret: Uint8Array;
  /** A new id at every start of the process. */
  serviceInstanceId: string;
  /** No other process can share the store. */
  soleInstance: boolean;
  limits?: OrganizationLimits;
  /** Default days for which organizations keep conversations; 0, or absent: until they delete them. */
  retentionDays?: number;
  /** Days for which audit log entries are kept; default `AUDIT_DAYS`. */
  auditDays?: number;
  /** Pixels and frame rate of every avatar; default 512 × 512 at 25 fps. */
  video?: ConversationPlan['video'];
  metrics?: ConversationMetrics;
  clock?: Clock;
  monotonic?: Monotonic;
  logger?: Logger;
}

/** The ports with the defaults of `createServices`. */
export type FilledPorts = Ports & Required<Pick<Ports, 'clock' | 'monotonic' | 'logger'>>;
