-- Websites whose pages are documents of a knowledge base.
create table websites (
  id text primary key,
  organization_id text not null references organizations (id) on delete cascade,
  client text,
  knowledge_base_id text not null references knowledge_bases (id) on delete cascade,
  url text not null,
  depth integer not null,
  max_pages integer not null,
  refresh_hours integer,
  status text not null,
  status_reason text,
  pages integer not null,
  attempt integer not null,
  read_at timestamptz,
  next_read_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (knowledge_base_id, url)
);
create index websites_list on websites (organization_id, created_at desc, id desc);
create index websites_client on websites (organization_id, client, created_at desc, id desc);

alter table documents add column website_id text references websites (id) on delete cascade;
alter table documents add column url text;
alter table documents add column content_hash text;
create index documents_website on documents (website_id) where website_id is not null;
