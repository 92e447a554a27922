-- The conversations of an avatar or character, and of an agent, with what counts them: an index of an expression needs its columns for that.
create index conversations_character
  on conversations (organization_id, coalesce(character_id, avatar_id), started_at desc, id desc)
  include (character_id, avatar_id, status, end_reason);
create index conversations_agent on conversations (organization_id, agent_id, started_at desc, id desc)
  include (status, end_reason) where agent_id is not null;
