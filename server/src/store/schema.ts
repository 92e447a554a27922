import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { ResourceTables } from './resource-tables.ts';

/**
 * All tables, by their SQL names. A migration that adds a table must add a line here. For tables that are accessed by
 * raw SQL, only the columns that other code uses are listed.
 */
export interface Schema extends ResourceTables {
  schema_migrations: { version: number };
  jobs: JobTable;
  idempotency_keys: IdempotencyKeyTable;
  rate_limits: { expires_at: Date };
  installation: InstallationTable;
  list_changes: { owner: string };
  list_counts: { owner: string };
  usage_totals: { owner: string };
  usage_days: { owner: string };
  passages: PassageTable;
  passage_embeddings: PassageEmbeddingTable;
  knowledge_indexes: KnowledgeIndexTable;
  knowledge_lexemes: { knowledge_base_id: string };
  knowledge_words: { knowledge_base_id: string };
}

/** int8, which the driver returns as a string. */
type BigIntId = GeneratedAlways<string>;
type Json<T> = ColumnType<T, string, string>;

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
  /** The hash of the first request's method, path and body: another request under the same key is refused. */
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

interface InstallationTable {
  id: Generated<number>;
  secret_fingerprint: string;
  created_at: Generated<Date>;
}

interface PassageTable {
  id: GeneratedAlways<string>;
  knowledge_base_id: string;
  document_id: string;
  /** The position in the document, from 0. */
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
  /** float32, little-endian, normalized to length 1. */
  vector: Buffer;
}

interface KnowledgeIndexTable {
  knowledge_base_id: string;
  passages: number;
  /** Increases with every change, for caches. */
  revision: string;
  /** Why the organization's server did not embed the waiting passages when it was last asked. */
  embedding_problem: Generated<string | null>;
}
