-- People who sign in to the console: members of an organization, how they prove who they are, and where they are signed in.
create table members (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  name text not null,
  role text not null check (role in ('owner', 'editor', 'viewer', 'listener')),
  last_signed_in_at timestamptz,
  created_at timestamptz not null
);
create index members_list on members (organization_id, created_at desc, id desc);

create table member_invitations (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  -- SHA-256 of the secret in the link.
  hash text not null unique,
  name text not null,
  role text not null check (role in ('owner', 'editor', 'viewer', 'listener')),
  expires_at timestamptz not null,
  created_at timestamptz not null
);
create index member_invitations_list on member_invitations (organization_id, created_at desc, id desc);

create table passkeys (
  -- As the authenticator names it.
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  member_id text not null references members (id) on delete cascade,
  -- COSE, in Base64url.
  public_key text not null,
  counter bigint not null,
  created_at timestamptz not null
);
create index passkeys_member on passkeys (member_id);
create index passkeys_organization on passkeys (organization_id);

create table member_sessions (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  member_id text not null references members (id) on delete cascade,
  -- SHA-256 of the cookie.
  hash text not null unique,
  -- As the browser says what it is.
  device text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null
);
create index member_sessions_member on member_sessions (member_id, created_at);
create index member_sessions_organization on member_sessions (organization_id);

-- Challenges that were answered rightly, until they expire: none is answered twice.
create table answered_challenges (
  hash text primary key,
  expires_at timestamptz not null
);
create index answered_challenges_expiry on answered_challenges (expires_at);

-- Who did it, also after they are gone.
alter table audit_log add column member_id text;
alter table audit_log add column member_name text;
alter table audit_log drop constraint audit_log_actor_check;
-- The entries before have one of the other two: nothing needs to be looked at again.
alter table audit_log add constraint audit_log_actor_check check (actor in ('admin_token', 'api_key', 'member')) not valid;
