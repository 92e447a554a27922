-- Embeds: an avatar that pages of other origins may show without a backend of their own.
create table embeds (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  client text,
  name text not null,
  avatar_id text references avatars (id),
  character_id text references characters (id),
  knowledge_base_id text references knowledge_bases (id),
  greeting text,
  allowed_origins jsonb not null,
  max_seconds integer not null,
  concurrent_conversations integer not null,
  seconds_per_day integer not null,
  enabled boolean not null,
  look jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((avatar_id is null) <> (character_id is null))
);
create index embeds_list on embeds (organization_id, created_at desc, id desc);
create index embeds_client on embeds (organization_id, client, created_at desc, id desc);
create index embeds_avatar on embeds (avatar_id) where avatar_id is not null;
create index embeds_character on embeds (character_id) where character_id is not null;
create index embeds_knowledge_base on embeds (knowledge_base_id) where knowledge_base_id is not null;

-- Named, not referenced: the history of a conversation outlives the embed that it came from.
alter table conversations add column embed_id text;
create index conversations_embed on conversations (embed_id, started_at) where embed_id is not null;
