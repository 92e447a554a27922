import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

/** int8: the driver returns a string. */
type BigIntId = GeneratedAlways<string>;
type Json<T> = ColumnType<T, string, string>;

export interface SchemaMigrationTable {
  version: number;
  name: string;
  checksum: string;
  applied_at: Generated<Date>;
}

export type JobState = 'queued' | 'running' | 'succeeded' | 'dead';

export interface JobTable {
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
}

export interface IdempotencyKeyTable {
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

export interface RateLimitTable {
  bucket: string;
  window_start: Date;
  hits: number;
  expires_at: Date;
}

export interface InstallationTable {
  id: Generated<number>;
  secret_fingerprint: string;
  created_at: Generated<Date>;
}
