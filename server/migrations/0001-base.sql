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
  -- Place in the document, from 0.
  ordinal integer not null,
  title text,
  text text not null,
  lexemes tsvector not null,
  created_at timestamptz not null default now(),
  unique (document_id, ordinal)
) with (toast_tuple_target = 8160);
-- Ranking reads the lexemes of many passages: they stay in the row, even if the text has to leave it.
alter table passages alter column lexemes set storage main;
create index passages_knowledge_base on passages (knowledge_base_id);
-- Every passage carries a marker lexeme of its knowledge base, so that this one index also tells tenants apart.
-- No list of pending entries: every search would read it from end to end.
create index passages_lexemes on passages using gin (lexemes) with (fastupdate = off);

create table passage_embeddings (
  passage_id bigint primary key references passages (id) on delete cascade,
  knowledge_base_id text not null,
  -- float32, little-endian, of length 1.
  vector bytea not null
);
-- Close to random bytes: compression would only cost time.
alter table passage_embeddings alter column vector set storage external;
create index passage_embeddings_knowledge_base on passage_embeddings (knowledge_base_id);

create table knowledge_indexes (
  knowledge_base_id text primary key,
  passages integer not null,
  -- Grows with every change, for caches.
  revision bigint not null
);

-- Collation C: the same order and the same range scans whatever the locale of the server.
create table knowledge_lexemes (
  knowledge_base_id text not null,
  lexeme text collate "C" not null,
  document_frequency integer not null,
  primary key (knowledge_base_id, lexeme)
) with (fillfactor = 80);

-- The words as they are written, for typing errors and inflected forms that stemming misses.
create table knowledge_words (
  knowledge_base_id text not null,
  word text collate "C" not null,
  document_frequency integer not null,
  -- Hashes of the word and of the word less any one letter, with the knowledge base mixed in.
  variants integer[] not null,
  primary key (knowledge_base_id, word)
) with (fillfactor = 80);
create index knowledge_words_variants on knowledge_words using gin (variants) with (fastupdate = off);
