-- The API of a speech server: OpenAI's where it is null.
alter table model_servers add column api text;
