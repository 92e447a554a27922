-- The limit of a whole answer of a model server; that of the service where it has none.
alter table model_servers add column whole_ms integer;
