-- The server that takes over if this one fails. Deferrable, because a restore inserts rows in any order.
alter table model_servers add column fallback_id text references model_servers (id) deferrable;
create index model_servers_fallback on model_servers (fallback_id) where fallback_id is not null;
-- Limits of its calls; those of the service where it has none.
alter table model_servers add column first_byte_ms integer;
alter table model_servers add column between_bytes_ms integer;
