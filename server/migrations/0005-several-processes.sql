-- Processes that share a database must share the secret that their keys are made from: one row, kept by the first.
create table installation (
  id integer primary key default 1 check (id = 1),
  -- Of the secret; it says nothing about it.
  secret_fingerprint text not null,
  created_at timestamptz not null default now()
);

-- Whose job it is, where the jobs of one must not hold up those of others.
alter table jobs add column lane text not null default '';
create index jobs_lanes on jobs (kind, lane, run_at, id) where state = 'queued';
create index jobs_running_lanes on jobs (kind, lane) where state = 'running';
update jobs set lane = w.organization_id
  from webhook_deliveries d join webhooks w on w.id = d.webhook_id
  where jobs.kind = 'deliver_webhook' and d.id = jobs.payload ->> 'deliveryId';
