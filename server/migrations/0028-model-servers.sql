-- Servers of an organization that think, speak or transcribe for the agents that name them.
create table model_servers (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  client text,
  name text not null,
  use text not null,
  url text not null,
  model text not null,
  -- Sealed under a key of the installation.
  api_key text,
  voice text,
  format text,
  reasoning_effort text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (organization_id, name)
);
create index model_servers_list on model_servers (organization_id, created_at desc, id desc);
create index model_servers_client on model_servers (organization_id, client, created_at desc, id desc);

alter table agents add column llm_server_id text references model_servers (id);
alter table agents add column tts_server_id text references model_servers (id);
alter table agents add column stt_server_id text references model_servers (id);
create index agents_llm_server on agents (llm_server_id) where llm_server_id is not null;
create index agents_tts_server on agents (tts_server_id) where tts_server_id is not null;
create index agents_stt_server on agents (stt_server_id) where stt_server_id is not null;
