import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ResourceTables } from './resource-tables.ts';

/** Every table, by its name in SQL. A migration that adds a table needs a line here. */
export interface Schema extends ResourceTables {
  schema_migrations: SchemaMigrationTable;
  jobs: JobTable;
  idempotency_keys: IdempotencyKeyTable;
  rate_limits: RateLimitTable;
  installation: InstallationTable;
  list_changes: ListChangeTable;
  list_counts: ListCountTable;
  usage_totals: UsageTotalTable;
  usage_days: UsageDayTable;
  passages: PassageTable;
  passage_embeddings: PassageEmbeddingTable;
  knowledge_indexes: KnowledgeIndexTable;
  knowledge_lexemes: KnowledgeLexemeTable;
  knowledge_words: KnowledgeWordTable;
}

/** int8: the driver returns a string. */
type BigIntId = GeneratedAlways<string>;
type Json<T> = ColumnType<T, string, string>;

interface SchemaMigrationTable {
  version: number;
  name: string;
  checksum: string;
  applied_at: Generated<Date>;
}

export type JobState = 'queued' | 'running' | 'succeeded' | 'dead';

interface JobTable {
  id: BigIntId;
  kind: string;
  payload: Json<unknown>;
  state: Generated<JobState>;
  unique_key: string | null;
  run_at: Generated<Date>;
  attempts: Generated<number>;
  max_attempts: Generated<number>;
  lease_token: string | null;
  lease_until: Date | null;
  progress: Json<unknown> | null;
  last_error: string | null;
  created_at: Generated<Date>;
  started_at: Date | null;
  finished_at: Date | null;
  lane: Generated<string>;
  holds: string | null;
}

interface IdempotencyKeyTable {
  organization_id: string;
  key: string;
  /** Method, path and body of the first request, hashed: another request under the same key is refused. */
  fingerprint: string;
  /** Null while the first request is in flight. */
  status: number | null;
  headers: Json<Record<string, string>> | null;
  body: string | null;
  /** When a request in flight is assumed to have died with its process. */
  locked_until: Date;
  created_at: Generated<Date>;
  expires_at: Date;
}

interface RateLimitTable {
  bucket: string;
  window_start: Date;
  hits: number;
  expires_at: Date;
}

interface InstallationTable {
  id: Generated<number>;
  secret_fingerprint: string;
  created_at: Generated<Date>;
}

/** The filters of a list. Null in a change: the row has none; null in a count: all rows. */
interface Counted {
  /** Name of the table whose rows are listed, or `usage`. */
  list: string;
  /** The organization. */
  owner: string;
  client: string | null;
  /** The embed of a conversation, the avatar of a memory. */
  facet: string | null;
  day: string | null;
  status: string;
  reason: string;
}

interface ListChangeTable extends Counted {
  id: GeneratedAlways<string>;
  n: number;
  user: string | null;
  freemium: boolean | null;
  seconds: string | null;
  charge: string | null;
}

interface ListCountTable extends Counted {
  n: string;
}

/** Conversations of a billing cycle that have ended, by user. */
interface UsageTotalTable {
  owner: string;
  cycle_start: string;
  user: string | null;
  client: string | null;
  embed_id: string | null;
  conversations: number;
  seconds: string;
  charge: string;
}

interface UsageDayTable {
  owner: string;
  day: string;
  freemium: boolean;
  seconds: string;
}

interface PassageTable {
  id: GeneratedAlways<string>;
  knowledge_base_id: string;
  document_id: string;
  /** Place in the document, from 0. */
  ordinal: number;
  title: string | null;
  text: string;
  /** tsvector. */
  lexemes: ColumnType<string, string, string>;
  created_at: Generated<Date>;
}

interface PassageEmbeddingTable {
  passage_id: string;
  knowledge_base_id: string;
  model: string;
  /** float32, little-endian, of length 1. */
  vector: Buffer;
}

interface KnowledgeIndexTable {
  knowledge_base_id: string;
  passages: number;
  /** Grows with every change, for caches. */
  revision: string;
  /** Why the organization's server did not embed the passages that wait, when it was last asked. */
  embedding_problem: Generated<string | null>;
}

interface KnowledgeLexemeTable {
  knowledge_base_id: string;
  lexeme: string;
  /** Passages of the knowledge base that hold the lexeme. */
  document_frequency: number;
}

interface KnowledgeWordTable {
  knowledge_base_id: string;
  word: string;
  document_frequency: number;
  variants: number[];
}
