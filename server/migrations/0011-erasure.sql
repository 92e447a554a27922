-- How long an organization keeps conversations, in days; 0: until it deletes them; null: as the service says.
alter table organizations add column retention_days integer;

-- What conversations that are gone have used, so that bills and quotas stay right: sums by day (UTC) of their start.
-- Rows are only added: those of one day and user are summed up when they are read.
create table past_usage (
  id bigint generated always as identity primary key,
  organization_id text not null references organizations (id) on delete cascade,
  day timestamptz not null,
  client text,
  -- Null where nobody was named, for visitors of an embed, and for users who were erased.
  "user" text,
  embed_id text,
  freemium boolean not null,
  conversations integer not null,
  seconds numeric not null,
  charge numeric not null
);
create index past_usage_cycle on past_usage (organization_id, day);
create index past_usage_embed on past_usage (embed_id, day) where embed_id is not null;

create index conversations_ended on conversations (organization_id, ended_at) where status <> 'running';
create index conversations_consumer on conversations (organization_id, consumer_identity)
  where consumer_identity is not null;
create index webhook_deliveries_subject on webhook_deliveries (subject_id);
