-- Infrastructure: jobs, idempotency, rate limits, passages and their search tables.
-- Common denominator PostgreSQL 15; no extension is needed.

create table jobs (
  id bigint generated always as identity primary key,
  kind text not null,
  payload jsonb not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'succeeded', 'dead')),
  unique_key text,
  run_at timestamptz not null default now(),
  attempts integer not null default 0,
  max_attempts integer not null default 5,
  lease_token text,
  lease_until timestamptz,
  progress jsonb,
  last_error text,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz
);
create index jobs_due on jobs (kind, run_at, id) where state = 'queued';
create index jobs_leases on jobs (lease_until) where state = 'running';
create index jobs_finished on jobs (finished_at) where state in ('succeeded', 'dead');
create unique index jobs_unique_key on jobs (kind, unique_key)
  where unique_key is not null and state in ('queued', 'running');

create table idempotency_keys (
  organization_id text not null,
  key text not null,
  fingerprint text not null,
  status integer,
  headers jsonb,
  body text,
  locked_until timestamptz not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (organization_id, key)
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);

create table rate_limits (
  bucket text not null,
  window_start timestamptz not null,
  hits integer not null,
  expires_at timestamptz not null,
  primary key (bucket, window_start)
);
create index rate_limits_expiry on rate_limits (expires_at);

create table passages (
  id bigint generated always as identity primary key,
  knowledge_base_id text not null,
  document_id text not null,
  ordinal integer not null,
  title text,
  text text not null,
  lexemes tsvector not null,
  created_at timestamptz not null default now(),
  unique (knowledge_base_id, document_id, ordinal)
);
-- Every passage carries a marker lexeme of its knowledge base, so that this one index also tells tenants apart.
create index passages_lexemes on passages using gin (lexemes);

create table passage_embeddings (
  passage_id bigint primary key references passages (id) on delete cascade,
  knowledge_base_id text not null,
  vector bytea not null
);
-- Close to random bytes: compression would only cost time.
alter table passage_embeddings alter column vector set storage external;
create index passage_embeddings_knowledge_base on passage_embeddings (knowledge_base_id);

create table knowledge_indexes (
  knowledge_base_id text primary key,
  passages integer not null
);

create table knowledge_lexemes (
  knowledge_base_id text not null,
  lexeme text not null,
  document_frequency integer not null,
  primary key (knowledge_base_id, lexeme)
);

create table knowledge_words (
  knowledge_base_id text not null,
  word text not null,
  document_frequency integer not null,
  trigrams text[] not null,
  primary key (knowledge_base_id, word)
);
create index knowledge_words_trigrams on knowledge_words using gin (trigrams);
