-- When a user's turn is over: what an agent has, and what held in a conversation.
alter table agents add column turn_taking jsonb;
alter table conversations add column turn_taking jsonb;
