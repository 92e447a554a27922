-- When an entry had been said; null for entries of previous releases, which only recorded when it began.
alter table transcript_entries add column ended_at timestamptz;
