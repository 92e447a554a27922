-- What an organization sets up (agents, voices, tools, ...) stays few: its lists count their rows in the index, and a
-- change of one appends nothing. Conversations, memories and usage go on being counted as they change.
do $$
declare small text;
begin
  foreach small in array array['agents', 'avatars', 'brains', 'characters', 'embeds', 'faces', 'knowledge_bases', 'tools',
    'voices', 'webhooks'] loop
    execute format('drop trigger counted on %I', small);
    execute format('drop trigger counted_updates on %I', small);
  end loop;
end $$;
drop trigger counted on organizations;
drop function count_owned();
drop function count_organization();

create or replace view listed_rows as
  select 'conversations' as list, owner, client, facet, day, status, reason from ended_conversations
  union all select 'memories', organization_id, client, avatar_id, null, '', '' from memories
  union all select 'usage', owner, client, null, cycle_start, '', '' from usage_totals;

delete from list_changes where list not in ('conversations', 'past_usage', 'memories', 'usage');
delete from list_counts where list not in ('conversations', 'memories', 'usage');
