-- Tools: addresses of an organization that the models of its agents and characters may call.
create table tools (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  client text,
  name text not null,
  description text not null,
  parameters jsonb not null,
  url text not null,
  header_names jsonb not null,
  -- Sealed under a key of the installation, like the secrets.
  headers text,
  timeout_ms integer not null,
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (organization_id, name)
);
create index tools_list on tools (organization_id, created_at desc, id desc);
create index tools_client on tools (organization_id, client, created_at desc, id desc);

-- A tool in use cannot go; who uses it takes its links along.
create table agent_tools (
  agent_id text not null references agents (id) on delete cascade,
  tool_id text not null references tools (id),
  place integer not null,
  primary key (agent_id, tool_id)
);
create index agent_tools_tool on agent_tools (tool_id);

create table character_tools (
  character_id text not null references characters (id) on delete cascade,
  tool_id text not null references tools (id),
  place integer not null,
  primary key (character_id, tool_id)
);
create index character_tools_tool on character_tools (tool_id);

alter table characters add column search boolean not null default false;
alter table characters add column memory boolean not null default false;

-- Memories: what a consumer said, kept for the next conversation with the same avatar and client.
alter table conversations add column memory boolean not null default false;

create table memories (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  client text,
  "user" text not null,
  -- An avatar or a character; named, not referenced, like in conversations.
  avatar_id text not null,
  content text not null,
  -- The content without case and punctuation: saying the same again is no second memory.
  content_key text not null,
  conversation_id text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index memories_once
  on memories (organization_id, "user", avatar_id, client, content_key) nulls not distinct;
create index memories_list on memories (organization_id, created_at desc, id desc);

-- What was erased stays erased: nothing that was said until then is kept by a report that comes late. An erasure is
-- forgotten when no conversation can be running any more that was running then. Null matches all.
create table memory_erasures (
  id bigint generated always as identity primary key,
  organization_id text not null references organizations (id) on delete cascade,
  client text,
  any_client boolean not null,
  "user" text,
  avatar_id text,
  content_key text,
  erased_at timestamptz not null
);
create index memory_erasures_organization on memory_erasures (organization_id, erased_at);
