import type { Schema } from '../schema.ts';

const OWNED = ['organization_id'] as const;
const COUNTED = ['owner'] as const;
const SEARCHED = ['knowledge_base_id'] as const;

/**
 * The tables whose rows belong to organizations, with the columns that scope a row to its organization: its id, or the
 * id of a row of another of these tables, which must itself be scoped.
 */
export const TENANT_TABLES: { readonly [T in keyof Schema]?: readonly (keyof Schema[T] & string)[] } = {
  organizations: ['id'],
  api_keys: OWNED,
  knowledge_bases: OWNED,
  documents: ['organization_id', 'knowledge_base_id'],
  document_timeline: ['document_id'],
  websites: OWNED,
  voices: OWNED,
  brains: OWNED,
  faces: OWNED,
  agents: OWNED,
  agent_tools: ['agent_id'],
  avatars: OWNED,
  characters: OWNED,
  character_tools: ['character_id'],
  conversations: OWNED,
  conversation_personas: ['conversation_id'],
  transcript_entries: ['conversation_id'],
  timeline_entries: ['conversation_id'],
  webhooks: OWNED,
  webhook_deliveries: ['webhook_id'],
  webhook_events: ['id'],
  tools: OWNED,
  model_servers: OWNED,
  provider_keys: OWNED,
  members: OWNED,
  member_invitations: OWNED,
  passkeys: OWNED,
  member_identities: OWNED,
  member_sessions: OWNED,
  embeds: OWNED,
  memories: OWNED,
  memory_erasures: OWNED,
  usage_thresholds: OWNED,
  past_usage: OWNED,
  idempotency_keys: OWNED,
  list_changes: COUNTED,
  list_counts: COUNTED,
  usage_totals: COUNTED,
  usage_days: COUNTED,
  passages: SEARCHED,
  passage_embeddings: SEARCHED,
  knowledge_indexes: SEARCHED,
  knowledge_lexemes: SEARCHED,
  knowledge_words: SEARCHED,
};

/** The other tables, which contain nothing of an organization or belong to the operator. */
export const SHARED_TABLES = [
  'answered_challenges',
  'audit_log',
  'installation',
  'jobs',
  'rate_limits',
  'schema_migrations',
  'service_instances',
] as const satisfies readonly (keyof Schema)[];
