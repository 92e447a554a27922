-- What a job needs for itself alone: of the running jobs of a kind, one at most holds the same.
alter table jobs add column holds text;
create index jobs_holds on jobs (kind, holds, lane, started_at) where holds is not null;
create unique index jobs_held on jobs (kind, holds) where holds is not null and state = 'running';
