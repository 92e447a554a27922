-- What its user says of a conversation.
alter table conversations add column rating text;
alter table conversations add column rating_comment text;
create index conversations_rated on conversations (organization_id, rating, started_at desc, id desc) where rating is not null;
