-- Who changed what, for the operator. Named, not referenced: an entry outlives the organization and the key that it names.
create table audit_log (
  id text primary key,
  organization_id text,
  -- Who: the operator's token, or an API key, by its id and never by its secret.
  actor text not null check (actor in ('admin_token', 'api_key')),
  api_key_id text,
  -- Id of the operation, as the API's document calls it.
  action text not null,
  object_id text,
  -- Of what was set, where that says nothing about people.
  details jsonb,
  request_id text not null,
  address text not null,
  created_at timestamptz not null
);
create index audit_log_list on audit_log (created_at desc, id desc);
create index audit_log_organization on audit_log (organization_id, created_at desc, id desc);

-- Entries are added, and go when their time is over. Nothing ever changes one.
create function refuse_change_of_audit_log() returns trigger language plpgsql as $$
begin
  raise exception 'entries of the audit log do not change';
end $$;
create trigger audit_log_stays before update on audit_log for each row execute function refuse_change_of_audit_log();
