-- Processes that share a database must share the secret that their keys are made from: one row, kept by the first.
create table installation (
  id integer primary key default 1 check (id = 1),
  -- Of the secret; it says nothing about it.
  secret_fingerprint text not null,
  created_at timestamptz not null default now()
);
