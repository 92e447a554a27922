-- Keys of an organization at providers, for its conversations where the operator has set none.
create table provider_keys (
  organization_id text not null references organizations (id) on delete cascade,
  provider text not null,
  -- Sealed under a key of the installation.
  api_key text not null,
  -- Its last characters, or nothing of a short one.
  ending text not null,
  set_at timestamptz not null,
  primary key (organization_id, provider)
);
