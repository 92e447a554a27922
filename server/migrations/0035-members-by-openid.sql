-- Who members are at a provider of OpenID Connect.
create table member_identities (
  issuer text not null,
  -- As the issuer names them.
  subject text not null,
  organization_id text not null references organizations (id) on delete cascade,
  member_id text not null references members (id) on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index member_identities_member on member_identities (member_id);
create index member_identities_organization on member_identities (organization_id);
