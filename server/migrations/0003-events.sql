-- What happens in a conversation has a place in an order: a revision, counted per conversation under the lock of its
-- row. Who has seen everything up to a revision finds what is new behind it, whichever process wrote it.
alter table conversations add column revision integer not null default 0;
-- The revision of the last change of its state.
alter table conversations add column status_revision integer not null default 0;
alter table timeline_entries add column revision integer not null default 0;
-- The revision of the last change of the entry, which grows while it is spoken.
alter table transcript_entries add column revision integer not null default 0;

with numbered as (
  select id, row_number() over (partition by conversation_id order by recorded_at, id) as n from timeline_entries
)
update timeline_entries t set revision = numbered.n from numbered where numbered.id = t.id;
with numbered as (
  select conversation_id, entry_id,
    row_number() over (partition by conversation_id order by recorded_at, entry_id)
      + (select count(*) from timeline_entries l where l.conversation_id = e.conversation_id) as n
  from transcript_entries e
)
update transcript_entries e set revision = numbered.n
  from numbered where numbered.conversation_id = e.conversation_id and numbered.entry_id = e.entry_id;
update conversations c set (revision, status_revision) = (
  select 1 + count(*), 1 + count(*) from (
    select conversation_id from timeline_entries union all select conversation_id from transcript_entries
  ) entries where entries.conversation_id = c.id
);
-- None on transcript_entries: their revision changes with every word, and the primary key finds a conversation's.
create index timeline_entries_feed on timeline_entries (conversation_id, revision);

create table webhooks (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  client text,
  url text not null,
  description text,
  event_types jsonb not null,
  enabled boolean not null,
  disabled_reason text,
  -- Sealed under a key of the installation.
  secret text not null,
  previous_secret text,
  previous_secret_until timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index webhooks_list on webhooks (organization_id, created_at desc, id desc);
create index webhooks_client on webhooks (organization_id, client, created_at desc, id desc);

-- Written in the transaction of the change that they tell of; a job is there for each that is pending.
create table webhook_deliveries (
  id text primary key,
  webhook_id text not null references webhooks (id) on delete cascade,
  -- The same for all deliveries of an event, replays included.
  event_id text not null,
  event_type text not null,
  -- What the event is about, such as the id of a conversation.
  subject_id text not null,
  -- The body as it is signed; null until the first attempt for an event whose content is still growing.
  payload text,
  status text not null check (status in ('pending', 'succeeded', 'failed', 'dropped')),
  attempts jsonb not null,
  next_attempt_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((status = 'pending') = (next_attempt_at is not null))
);
create index webhook_deliveries_list on webhook_deliveries (webhook_id, created_at desc, id desc);

-- A threshold of usage is told once in a billing cycle.
create table usage_thresholds (
  organization_id text not null references organizations (id) on delete cascade,
  cycle_start timestamptz not null,
  percent integer not null,
  primary key (organization_id, cycle_start, percent)
);
