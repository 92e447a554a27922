-- How many rows a list has is counted as they change, by triggers, so that a process of the release before counts as
-- well. A change appends a row to list_changes, which waits for nobody; fold_list_changes() adds them up in list_counts
-- now and then. The count of a list is the sum of both, read in one statement. See docs/decisions/lists.md.

create table list_changes (
  id bigint generated always as identity primary key,
  list text not null,
  -- The organization that the list is of; '' for the list of organizations.
  owner text not null,
  -- What the list can be filtered by; the facet is the embed of a conversation, the avatar of a memory.
  client text,
  facet text,
  -- In UTC; for lists that are counted by day.
  day date,
  status text not null default '',
  reason text not null default '',
  n integer not null,
  -- What conversations that have ended add to the usage, and of whom.
  "user" text,
  freemium boolean,
  seconds numeric,
  charge numeric
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
create index list_changes_owner on list_changes (owner, list);

-- Null is all: of all clients, of all time. What has no client is in no count of a client.
create table list_counts (
  owner text not null,
  list text not null,
  client text,
  facet text,
  day date,
  status text not null,
  reason text not null,
  n bigint not null,
  unique nulls not distinct (owner, list, client, facet, day, status, reason)
) with (fillfactor = 80);

-- Usage of conversations that have ended, by billing cycle and whom it is told of: visitors of an embed together.
create table usage_totals (
  owner text not null,
  cycle_start date not null,
  "user" text,
  client text,
  embed_id text,
  conversations integer not null,
  seconds numeric not null,
  charge numeric not null,
  unique nulls not distinct (owner, cycle_start, "user", client, embed_id)
);
create index usage_totals_most on usage_totals (owner, cycle_start, seconds desc, "user", client, embed_id);
create index usage_totals_client
  on usage_totals (owner, cycle_start, client, seconds desc, "user", embed_id) where client is not null;
-- For those that have lost their last conversation.
create index usage_totals_empty on usage_totals (owner) where conversations = 0;

create table usage_days (
  owner text not null,
  day date not null,
  freemium boolean not null,
  seconds numeric not null,
  primary key (owner, day, freemium)
) with (fillfactor = 80);

-- Nothing may change between the count of what there is and the triggers that count from then on.
lock table organizations, agents, avatars, brains, characters, embeds, faces, knowledge_bases, tools, voices, webhooks,
  memories, conversations, past_usage in share row exclusive mode;

-- The lists read the keys of a page out of these alone, and then the rows of that page.
drop index conversations_list;
drop index conversations_client;
drop index conversations_cycle;
drop index conversations_embed;
drop index conversations_consumer;
create index conversations_list
  on conversations (organization_id, started_at desc, id desc) include (status, end_reason);
create index conversations_client
  on conversations (organization_id, client, started_at desc, id desc) include (status, end_reason)
  where client is not null;
create index conversations_user
  on conversations (organization_id, consumer_identity, started_at desc, id desc) include (client, status, end_reason)
  where consumer_identity is not null;
create index conversations_embed
  on conversations (embed_id, started_at desc, id desc) include (organization_id, status, end_reason)
  where embed_id is not null;
-- Most have ended, so those are found in the lists; all others here.
create index conversations_status
  on conversations (organization_id, status, started_at desc, id desc) where status <> 'ended';
create index conversations_reason
  on conversations (organization_id, end_reason, started_at desc, id desc) include (status) where end_reason is not null;
create index conversations_running_embed on conversations (embed_id) where status = 'running' and embed_id is not null;
create index organizations_list on organizations (created_at desc, id desc);
create index memories_user on memories (organization_id, "user", created_at desc, id desc) include (client, avatar_id);
create index memories_client on memories (organization_id, client, created_at desc, id desc) where client is not null;
create index memories_avatar on memories (organization_id, avatar_id, created_at desc, id desc);
create index webhook_deliveries_done
  on webhook_deliveries (webhook_id, created_at desc, id desc) where status <> 'pending';
create index documents_indexing on documents (id, attempt) where status = 'indexing';
drop index documents_organization;
create index documents_organization on documents (organization_id) include (size);
create index jobs_dead on jobs (finished_at desc, id desc) include (kind) where state = 'dead';
create index jobs_succeeded on jobs (finished_at) where state = 'succeeded';
drop index jobs_finished;

-- The cycle that a day lies in, which begins on the anchor day (1..28) of a month.
create function billing_cycle_start(anchor integer, day date) returns date immutable language sql as $$
  select date_trunc('month', (day - (anchor - 1))::timestamp)::date + (anchor - 1)
$$;

-- What has ended, as it is counted. Those that run are counted where they are: they are as many as may run at once.
create view ended_conversations as
  select id, organization_id as owner, client, consumer_identity as "user", embed_id as facet,
    (started_at at time zone 'UTC')::date as day, status, coalesce(end_reason, '') as reason, freemium,
    coalesce(greatest(extract(epoch from ended_at - joined_at), 0), 0) as seconds,
    case when charge and ended_at > joined_at
      then extract(epoch from ended_at - joined_at) * charge_by_second::numeric else 0 end as charge
  from conversations where status <> 'running';

-- What has been used, whether the conversations are still there or not.
create view used_conversations as
  select owner, client, "user", facet, day, freemium, 1 as n, seconds, charge from ended_conversations
  union all
  select organization_id, client, "user", embed_id, (day at time zone 'UTC')::date, freemium, conversations, seconds, charge
  from past_usage;

create function count_inserted_conversations() returns trigger language plpgsql as $$
begin
  if exists (select from changed where status <> 'running') then
    insert into list_changes (list, owner, client, "user", facet, day, status, reason, freemium, n, seconds, charge)
      select 'conversations', owner, client, "user", facet, day, status, reason, freemium, count(*), sum(seconds), sum(charge)
      from ended_conversations where id in (select id from changed where status <> 'running')
      group by owner, client, "user", facet, day, status, reason, freemium;
  end if;
  return null;
end $$;

create function count_deleted_conversations() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, owner, client, "user", facet, day, status, reason, freemium, n, seconds, charge)
    select 'conversations', organization_id, client, consumer_identity, embed_id, (started_at at time zone 'UTC')::date,
      status, coalesce(end_reason, ''), freemium, -count(*),
      -sum(coalesce(greatest(extract(epoch from ended_at - joined_at), 0), 0)),
      -sum(case when charge and ended_at > joined_at
        then extract(epoch from ended_at - joined_at) * charge_by_second::numeric else 0 end)
    from changed where status <> 'running' group by 2, 3, 4, 5, 6, 7, 8, 9;
  return null;
end $$;

create function count_conversation(c conversations, sign integer) returns void language sql as $$
  insert into list_changes (list, owner, client, "user", facet, day, status, reason, freemium, n, seconds, charge)
    select 'conversations', c.organization_id, c.client, c.consumer_identity, c.embed_id,
      (c.started_at at time zone 'UTC')::date, c.status, coalesce(c.end_reason, ''), c.freemium, sign,
      sign * coalesce(greatest(extract(epoch from c.ended_at - c.joined_at), 0), 0),
      sign * case when c.charge and c.ended_at > c.joined_at
        then extract(epoch from c.ended_at - c.joined_at) * c.charge_by_second::numeric else 0 end
$$;

create function count_changed_conversation() returns trigger language plpgsql as $$
begin
  if old.status <> 'running' then perform count_conversation(old, -1); end if;
  if new.status <> 'running' then perform count_conversation(new, 1); end if;
  return null;
end $$;

create trigger counted_inserts after insert on conversations referencing new table as changed
  for each statement execute function count_inserted_conversations();
create trigger counted_deletes after delete on conversations referencing old table as changed
  for each statement execute function count_deleted_conversations();
-- Not at every word that is said.
create trigger counted_updates after update on conversations for each row
  when (old.status is distinct from new.status or new.status <> 'running' and (
    old.organization_id, old.client, old.consumer_identity, old.embed_id, old.started_at, old.joined_at, old.ended_at,
    old.end_reason, old.freemium, old.charge, old.charge_by_second
  ) is distinct from (
    new.organization_id, new.client, new.consumer_identity, new.embed_id, new.started_at, new.joined_at, new.ended_at,
    new.end_reason, new.freemium, new.charge, new.charge_by_second
  ))
  execute function count_changed_conversation();

create function count_owned() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into list_changes (list, owner, client, n) values (tg_table_name, old.organization_id, old.client, -1);
  end if;
  if tg_op <> 'DELETE' then
    insert into list_changes (list, owner, client, n) values (tg_table_name, new.organization_id, new.client, 1);
  end if;
  return null;
end $$;

create function count_past_usage() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    insert into list_changes (list, owner, client, "user", facet, day, freemium, n, seconds, charge)
      values ('past_usage', old.organization_id, old.client, old."user", old.embed_id, (old.day at time zone 'UTC')::date,
        old.freemium, -old.conversations, -old.seconds, -old.charge);
  end if;
  if tg_op <> 'DELETE' then
    insert into list_changes (list, owner, client, "user", facet, day, freemium, n, seconds, charge)
      values ('past_usage', new.organization_id, new.client, new."user", new.embed_id, (new.day at time zone 'UTC')::date,
        new.freemium, new.conversations, new.seconds, new.charge);
  end if;
  return null;
end $$;
create trigger counted after insert or update or delete on past_usage for each row execute function count_past_usage();

create function count_memory() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into list_changes (list, owner, client, facet, n)
      values ('memories', new.organization_id, new.client, new.avatar_id, 1);
  else
    insert into list_changes (list, owner, client, facet, n)
      values ('memories', old.organization_id, old.client, old.avatar_id, -1);
  end if;
  return null;
end $$;

create function count_organization() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, owner, n) values ('organizations', '', case tg_op when 'INSERT' then 1 else -1 end);
  return null;
end $$;

do $$
declare counted text;
begin
  foreach counted in array array['agents', 'avatars', 'brains', 'characters', 'embeds', 'faces', 'knowledge_bases', 'tools',
    'voices', 'webhooks'] loop
    execute format('create trigger counted after insert or delete on %I for each row execute function count_owned()', counted);
    execute format('create trigger counted_updates after update of client on %I for each row
      when (old.client is distinct from new.client) execute function count_owned()', counted);
  end loop;
end $$;
create trigger counted after insert or delete on memories for each row execute function count_memory();
create trigger counted after insert or delete on organizations for each row execute function count_organization();

-- How many users a page of usage counts, by cycle.
create function count_usage_totals() returns trigger language plpgsql as $$
begin
  insert into list_changes (list, owner, client, day, n)
    select 'usage', owner, client, cycle_start, case tg_op when 'INSERT' then 1 else -1 end * count(*)
    from changed group by owner, client, cycle_start;
  return null;
end $$;
create trigger counted_inserts after insert on usage_totals referencing new table as changed
  for each statement execute function count_usage_totals();
create trigger counted_deletes after delete on usage_totals referencing old table as changed
  for each statement execute function count_usage_totals();

-- Everything that is counted, row by row.
create view listed_rows as
  select 'conversations' as list, owner, client, facet, day, status, reason from ended_conversations
  union all select 'memories', organization_id, client, avatar_id, null, '', '' from memories
  union all select 'usage', owner, client, null, cycle_start, '', '' from usage_totals
  union all select 'organizations', '', null, null, null, '', '' from organizations
  union all select 'agents', organization_id, client, null, null, '', '' from agents
  union all select 'avatars', organization_id, client, null, null, '', '' from avatars
  union all select 'brains', organization_id, client, null, null, '', '' from brains
  union all select 'characters', organization_id, client, null, null, '', '' from characters
  union all select 'embeds', organization_id, client, null, null, '', '' from embeds
  union all select 'faces', organization_id, client, null, null, '', '' from faces
  union all select 'knowledge_bases', organization_id, client, null, null, '', '' from knowledge_bases
  union all select 'tools', organization_id, client, null, null, '', '' from tools
  union all select 'voices', organization_id, client, null, null, '', '' from voices
  union all select 'webhooks', organization_id, client, null, null, '', '' from webhooks;

-- Adds up to so many changes, and answers how many; none where another process is at it. They are in the sums, or still
-- among the changes, never both and never neither, for whoever reads both in one statement.
create function fold_list_changes(most integer) returns integer language plpgsql set work_mem = '64MB' as $$
declare folded integer;
begin
  if not pg_try_advisory_xact_lock(33341259757545844) then return 0; end if;
  with gone as (
    delete from list_changes where id in (select id from list_changes order by id limit most) returning *
  ), counted as (
    insert into list_counts as known (owner, list, client, facet, day, status, reason, n)
      select owner, list, client, facet, day, status, reason, sum(n) from gone
      where list <> 'past_usage'
      group by owner, list, status, reason, grouping sets ((), (client), (facet), (client, facet),
        (day), (client, day), (facet, day))
      having (grouping(client) = 1 or client is not null) and (grouping(facet) = 1 or facet is not null)
        and (grouping(day) = 1 or day is not null) and sum(n) <> 0
      on conflict (owner, list, client, facet, day, status, reason) do update set n = known.n + excluded.n
  ), used as (
    insert into usage_totals as known (owner, cycle_start, "user", client, embed_id, conversations, seconds, charge)
      select owner, billing_cycle_start(o.anchor_day, day), case when facet is null then "user" end, client, facet,
        sum(n), sum(seconds), sum(charge)
      from gone join organizations o on o.id = owner where list in ('conversations', 'past_usage') group by 1, 2, 3, 4, 5
      on conflict (owner, cycle_start, "user", client, embed_id) do update set
        conversations = known.conversations + excluded.conversations,
        seconds = known.seconds + excluded.seconds, charge = known.charge + excluded.charge
  ), spent as (
    insert into usage_days as known (owner, day, freemium, seconds)
      select owner, day, freemium, sum(seconds) from gone
      where list in ('conversations', 'past_usage') group by 1, 2, 3 having sum(seconds) <> 0
      on conflict (owner, day, freemium) do update set seconds = known.seconds + excluded.seconds
  )
  select count(*) into folded from gone;
  delete from usage_totals where conversations = 0;
  return folded;
end $$;

-- Brings the usage of an organization to what its conversations say; answers how many sums were wrong.
create function recount_usage(counted text) returns integer language plpgsql set work_mem = '64MB' as $$
declare
  anchor integer := (select anchor_day from organizations where id = counted);
  wrong integer;
begin
  perform pg_advisory_xact_lock(33341259757545844);
  with drift as (
    select cycle_start, "user", client, embed_id, sum(n) as n, sum(seconds) as seconds, sum(charge) as charge from (
      select billing_cycle_start(anchor, day) as cycle_start, case when facet is null then "user" end as "user", client,
        facet as embed_id, n, seconds, charge from used_conversations where owner = counted
      union all
      select billing_cycle_start(anchor, day), case when facet is null then "user" end, client, facet, -n, -seconds, -charge
        from list_changes where owner = counted and list in ('conversations', 'past_usage')
      union all
      select cycle_start, "user", client, embed_id, -conversations, -seconds, -charge from usage_totals where owner = counted
    ) parts group by 1, 2, 3, 4 having sum(n) <> 0 or sum(seconds) <> 0 or sum(charge) <> 0
  ), mended as (
    insert into usage_totals as known (owner, cycle_start, "user", client, embed_id, conversations, seconds, charge)
      select counted, drift.* from drift
      on conflict (owner, cycle_start, "user", client, embed_id) do update set
        conversations = known.conversations + excluded.conversations,
        seconds = known.seconds + excluded.seconds, charge = known.charge + excluded.charge
  ), day_drift as (
    select day, freemium, sum(seconds) as seconds from (
      select day, freemium, seconds from used_conversations where owner = counted
      union all
      select day, freemium, -seconds from list_changes where owner = counted and list in ('conversations', 'past_usage')
      union all
      select day, freemium, -seconds from usage_days where owner = counted
    ) parts group by 1, 2 having sum(seconds) <> 0
  ), mended_days as (
    insert into usage_days as known (owner, day, freemium, seconds) select counted, day_drift.* from day_drift
      on conflict (owner, day, freemium) do update set seconds = known.seconds + excluded.seconds
  )
  select (select count(*) from drift) + (select count(*) from day_drift) into wrong;
  delete from usage_totals where owner = counted and conversations = 0;
  return wrong;
end $$;

-- Brings the counts of an organization's lists to what there is, '' those of organizations; answers how many were wrong.
create function recount_lists(counted text) returns integer language plpgsql set work_mem = '64MB' as $$
declare wrong integer;
begin
  perform pg_advisory_xact_lock(33341259757545844);
  with drift as (
    select list, client, facet, day, status, reason, sum(n) as n from (
      select list, client, facet, day, status, reason, sum(n) as n from (
        -- Once over all rows; the sums of their groups are few.
        select list, client, facet, day, status, reason, count(*) as n from listed_rows where owner = counted
          group by 1, 2, 3, 4, 5, 6
        union all
        select list, client, facet, day, status, reason, -n from list_changes where owner = counted and list <> 'past_usage'
      ) rows
      group by list, status, reason, grouping sets ((), (client), (facet), (client, facet),
        (day), (client, day), (facet, day))
      having (grouping(client) = 1 or client is not null) and (grouping(facet) = 1 or facet is not null)
        and (grouping(day) = 1 or day is not null)
      union all
      select list, client, facet, day, status, reason, -n from list_counts where owner = counted
    ) parts group by 1, 2, 3, 4, 5, 6 having sum(n) <> 0
  ), mended as (
    insert into list_counts as known (owner, list, client, facet, day, status, reason, n)
      select counted, drift.* from drift
      on conflict (owner, list, client, facet, day, status, reason) do update set n = known.n + excluded.n
  )
  select count(*) into wrong from drift;
  delete from list_counts where owner = counted and n = 0;
  return wrong;
end $$;

-- Another anchor day makes other cycles.
create function move_cycles() returns trigger language plpgsql as $$
begin
  perform recount_usage(new.id);
  return null;
end $$;
create trigger moved_cycles after update of anchor_day on organizations for each row
  when (old.anchor_day is distinct from new.anchor_day) execute function move_cycles();

-- What there is by now. Of organizations only: what each owns hangs on them.
do $$
begin
  perform recount_usage(id), recount_lists(id) from organizations;
  perform recount_lists('');
end $$;
