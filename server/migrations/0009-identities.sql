-- Who the avatar of a character is in a room; the id of the character where none was chosen.
alter table characters add column livekit_identity text;

-- Under which identity the avatar joins the room; unknown for rooms of callers before this release.
alter table conversations add column avatar_identity text;
update conversations set avatar_identity = 'avatar-' || id where not self_hosted;

-- Who a conversation was started with, as it was then: rows of avatars, agents and the like, by what they are in it.
-- A table of its own, since the row of a conversation changes with every word.
create table conversation_personas (
  conversation_id text primary key references conversations (id) on delete cascade,
  persona jsonb not null
);

-- For what was held before, as it is now.
insert into conversation_personas (conversation_id, persona)
  select c.id, jsonb_build_object(
    'avatar', to_jsonb(a),
    'linkedAgent', to_jsonb(l) || jsonb_build_object('tool_ids', lt.ids),
    'agent', to_jsonb(g) || jsonb_build_object('tool_ids', gt.ids),
    'character', to_jsonb(p) || jsonb_build_object('tool_ids', pt.ids),
    'face', to_jsonb(f),
    'voice', to_jsonb(v),
    'brain', to_jsonb(b),
    'knowledgeBase', to_jsonb(k)
  )
  from conversations c
  left join avatars a on a.id = c.avatar_id
  left join agents l on l.id = a.agent_id
  left join agents g on g.id = c.agent_id
  left join characters p on p.id = c.character_id
  left join faces f on f.id = p.face_id
  left join voices v on v.id = p.voice_id
  left join brains b on b.id = p.brain_id
  left join knowledge_bases k on k.id = p.knowledge_base_id
  cross join lateral (
    select coalesce(jsonb_agg(tool_id order by place), '[]') as ids from agent_tools where agent_id = l.id
  ) lt
  cross join lateral (
    select coalesce(jsonb_agg(tool_id order by place), '[]') as ids from agent_tools where agent_id = g.id
  ) gt
  cross join lateral (
    select coalesce(jsonb_agg(tool_id order by place), '[]') as ids from character_tools
      where character_id = p.id
  ) pt;
