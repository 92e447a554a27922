import type { ColumnType, GeneratedAlways } from 'kysely';
import type { AuditEntry } from '../domain/audit/audit-log.ts';
import type { Conversation, TimelineRow, TranscriptRow } from '../domain/conversations/conversation.ts';
import type { UserUsageRow } from '../domain/conversations/usage.ts';
import type { Embed } from '../domain/embeds/embeds.ts';
import type {
  DocumentTimelineEntry,
  KnowledgeBase,
  KnowledgeDocument,
} from '../domain/knowledge-bases/document.ts';
import type { Website } from '../domain/knowledge-bases/website.ts';
import type {
  AnsweredChallenge,
  Identity,
  Member,
  MemberInvitation,
  MemberSession,
  Passkey,
} from '../domain/members/member.ts';
import type { Memory } from '../domain/memories/memories.ts';
import type { ModelServer } from '../domain/model-servers/model-servers.ts';
import type { ApiKey } from '../domain/organizations/api-keys.ts';
import type { Organization } from '../domain/organizations/organization.ts';
import type { Agent } from '../domain/personas/agents.ts';
import type { Avatar } from '../domain/personas/avatars.ts';
import type { Brain } from '../domain/personas/brains.ts';
import type { Character } from '../domain/personas/characters.ts';
import type { Face } from '../domain/personas/face.ts';
import type { Voice } from '../domain/personas/voices.ts';
import type { ProviderKey } from '../domain/provider-keys/provider-keys.ts';
import type { Tool } from '../domain/tools/tools.ts';
import type { Delivery } from '../domain/webhooks/deliveries.ts';
import type { Webhook } from '../domain/webhooks/webhooks.ts';
import type { Columns } from './columns.ts';

/** JSON is written as text and read parsed. */
type WithJson<T, K extends keyof T> = Omit<T, K> & {
  [P in K]: ColumnType<T[P], string | null, string | null>;
};
/** int8, which the driver returns as a string; used for ordering only. */
type Ordered<T> = T & { id: GeneratedAlways<string> };

/** The position in the order of a conversation's changes. */
interface Revised {
  revision: number;
}

export interface ResourceTables {
  organizations: WithJson<Columns<Organization>, 'allowed_origins'>;
  api_keys: Columns<ApiKey>;
  knowledge_bases: Columns<KnowledgeBase>;
  documents: Columns<Omit<KnowledgeDocument, 'timeline'>>;
  websites: Columns<Website>;
  document_timeline: Ordered<Columns<DocumentTimelineEntry & { documentId: string }>>;
  voices: Columns<Voice>;
  brains: Columns<Brain>;
  faces: WithJson<Columns<Face>, 'rig'>;
  agents: WithJson<Columns<Omit<Agent, 'toolIds'>>, 'turn_taking' | 'wait_msgs'>;
  avatars: Columns<Avatar>;
  characters: Columns<Omit<Character, 'toolIds'>>;
  conversations: WithJson<
    Columns<Conversation & Revised & { statusRevision: number }>,
    'prompt_template_vars' | 'turn_taking'
  >;
  conversation_personas: {
    conversation_id: string;
    persona: ColumnType<Record<string, object | null>, string, never>;
  };
  transcript_entries: Columns<TranscriptRow & Revised>;
  timeline_entries: Ordered<Columns<TimelineRow & Revised>>;
  webhooks: WithJson<Columns<Webhook>, 'event_types'>;
  webhook_events: Columns<{ id: string; payload: string | null }>;
  webhook_deliveries: WithJson<Columns<Omit<Delivery, 'payload'>>, 'attempts'>;
  tools: WithJson<Columns<Tool>, 'parameters' | 'header_names'>;
  agent_tools: Columns<{ agentId: string; toolId: string; place: number }>;
  character_tools: Columns<{ characterId: string; toolId: string; place: number }>;
  model_servers: Columns<ModelServer>;
  provider_keys: Columns<ProviderKey>;
  members: Columns<Member>;
  member_invitations: Columns<MemberInvitation>;
  /** int8, which the driver returns as a string. */
  passkeys: Omit<Columns<Passkey>, 'counter'> & { counter: ColumnType<string, number, number> };
  member_identities: Columns<Identity>;
  member_sessions: Columns<MemberSession>;
  answered_challenges: Columns<AnsweredChallenge>;
  embeds: WithJson<Columns<Embed>, 'allowed_origins' | 'look'>;
  memories: Columns<Memory>;
  memory_erasures: Ordered<Columns<MemoryErasure>>;
  usage_thresholds: Columns<{ organizationId: string; cycleStart: Date; percent: number }>;
  audit_log: WithJson<Columns<AuditEntry>, 'details'>;
  past_usage: Ordered<Columns<PastUsage>>;
  service_instances: Columns<{ id: string; lastSeenAt: Date; places: number | null }>;
}

/** The usage of deleted conversations, by the day of their start. */
interface PastUsage extends UserUsageRow {
  organizationId: string;
  day: Date;
  freemium: boolean;
}

/** What was erased and when; `null` matches all. */
export interface MemoryErasure {
  organizationId: string;
  client: string | null;
  anyClient: boolean;
  user: string | null;
  avatarId: string | null;
  contentKey: string | null;
  erasedAt: Date;
}

/** Tables whose rows belong to an organization and are accessed by its id. */
export type OwnedTable =
  | 'knowledge_bases'
  | 'websites'
  | 'voices'
  | 'brains'
  | 'faces'
  | 'agents'
  | 'avatars'
  | 'characters'
  | 'tools'
  | 'model_servers'
  | 'embeds'
  | 'webhooks';
