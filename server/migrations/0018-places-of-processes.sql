-- Conversations that the workers of a process take at once, so that processes with many workers can give some to those with few.
-- Null where a process takes no workers of other machines now.
alter table service_instances add column places integer;
