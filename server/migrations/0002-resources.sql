-- Organizations and what they own; conversations with their transcripts and timelines.
-- Identifiers are TypeIDs. Times come from the service's clock, so that tests can set it.

create table organizations (
  id text primary key,
  name text not null,
  plan text not null check (plan in ('free', 'paid')),
  max_session_seconds integer not null,
  concurrent_sessions integer not null,
  document_bytes integer not null,
  monthly_seconds integer,
  charge_by_second double precision not null,
  anchor_day integer not null check (anchor_day between 1 and 28),
  allowed_origins jsonb not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table api_keys (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  name text not null,
  hash text not null unique,
  last_used_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz not null
);
create index api_keys_organization on api_keys (organization_id, created_at desc, id desc);

create table knowledge_bases (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  client text,
  name text not null,
  description text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index knowledge_bases_list on knowledge_bases (organization_id, created_at desc, id desc);
create index knowledge_bases_client on knowledge_bases (organization_id, client, created_at desc, id desc);

create table documents (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  knowledge_base_id text not null references knowledge_bases (id) on delete cascade,
  name text not null,
  description text,
  mime_type text not null,
  size integer not null,
  status text not null check (status in ('awaiting_upload', 'uploaded', 'indexing', 'indexed', 'failed')),
  status_reason text,
  attempt integer not null,
  blob_key text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index documents_knowledge_base on documents (knowledge_base_id, created_at, id);
create index documents_organization on documents (organization_id);

create table document_timeline (
  id bigint generated always as identity primary key,
  document_id text not null references documents (id) on delete cascade,
  type text not null,
  content text not null,
  recorded_at timestamptz not null
);
create index document_timeline_document on document_timeline (document_id, id);

create table voices (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  client text,
  identity text not null,
  instructions text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index voices_list on voices (organization_id, created_at desc, id desc);
create index voices_client on voices (organization_id, client, created_at desc, id desc);

create table brains (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  client text,
  instructions text not null,
  greeting_message text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index brains_list on brains (organization_id, created_at desc, id desc);
create index brains_client on brains (organization_id, client, created_at desc, id desc);

create table faces (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  client text,
  identity text not null,
  built_in boolean not null,
  description text,
  image_key text,
  image_type text,
  rig jsonb,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index faces_list on faces (organization_id, created_at desc, id desc);
create index faces_client on faces (organization_id, client, created_at desc, id desc);
-- The same built-in face and client twice is a conflict.
create unique index faces_built_in on faces (organization_id, identity, coalesce(client, '')) where built_in;

create table agents (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  client text,
  provider text not null,
  name text,
  model text,
  voice text,
  instructions text,
  greeting_msg text,
  remote_id text,
  search boolean not null,
  emotions boolean not null,
  memory boolean not null,
  voice_id text references voices (id),
  brain_id text references brains (id),
  knowledge_base_id text references knowledge_bases (id),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index agents_list on agents (organization_id, created_at desc, id desc);
create index agents_client on agents (organization_id, client, created_at desc, id desc);
create index agents_voice on agents (voice_id) where voice_id is not null;
create index agents_brain on agents (brain_id) where brain_id is not null;
create index agents_knowledge_base on agents (knowledge_base_id) where knowledge_base_id is not null;

create table avatars (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  client text,
  identity text not null,
  name text not null,
  description text not null,
  face_id text not null references faces (id),
  agent_id text references agents (id),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index avatars_list on avatars (organization_id, created_at desc, id desc);
create index avatars_client on avatars (organization_id, client, created_at desc, id desc);
create index avatars_face on avatars (face_id);
create index avatars_agent on avatars (agent_id) where agent_id is not null;

create table characters (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  client text,
  name text not null,
  description text,
  face_id text not null references faces (id),
  voice_id text references voices (id),
  brain_id text references brains (id),
  knowledge_base_id text references knowledge_bases (id),
  elevenlabs_agent_id text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index characters_list on characters (organization_id, created_at desc, id desc);
create index characters_client on characters (organization_id, client, created_at desc, id desc);
create index characters_face on characters (face_id);
create index characters_voice on characters (voice_id) where voice_id is not null;
create index characters_brain on characters (brain_id) where brain_id is not null;
create index characters_knowledge_base on characters (knowledge_base_id) where knowledge_base_id is not null;

-- What a conversation was started with is named, not referenced: its history outlives avatars and agents.
create table conversations (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  client text,
  name text not null,
  status text not null check (status in ('running', 'ended', 'error', 'blocked')),
  end_reason text,
  end_detail text,
  provider text not null,
  engine text,
  self_hosted boolean not null,
  room text not null,
  server_url text not null,
  avatar_id text,
  agent_id text,
  character_id text,
  knowledge_base_id text,
  consumer_identity text,
  consumer_name text,
  remote_agent_identity text,
  remote_agent_name text,
  prompt_ctx text,
  prompt_template_vars jsonb,
  max_seconds double precision not null,
  freemium boolean not null,
  charge boolean not null,
  charge_by_second double precision not null,
  pass_grant text,
  service_instance_id text not null,
  last_heartbeat_at timestamptz not null,
  started_at timestamptz not null,
  joined_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((status = 'running') = (end_reason is null)),
  check ((status = 'running') = (ended_at is null))
);
create index conversations_list on conversations (organization_id, created_at desc, id desc);
create index conversations_client on conversations (organization_id, client, created_at desc, id desc);
create index conversations_running on conversations (organization_id) where status = 'running';
create index conversations_cycle on conversations (organization_id, started_at);

create table transcript_entries (
  conversation_id text not null references conversations (id) on delete cascade,
  entry_id text not null,
  author text not null,
  content text not null,
  recorded_at timestamptz not null,
  primary key (conversation_id, entry_id)
);

create table timeline_entries (
  id bigint generated always as identity primary key,
  conversation_id text not null references conversations (id) on delete cascade,
  type text not null,
  author text not null,
  content text not null,
  recorded_at timestamptz not null
);
-- The very same report a second time, after a worker's connection broke, is no second entry.
create unique index timeline_entries_once
  on timeline_entries (conversation_id, recorded_at, type, author, md5(content));

create table service_instances (
  id text primary key,
  last_seen_at timestamptz not null
);
