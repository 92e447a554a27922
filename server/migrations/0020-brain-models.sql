alter table brains add column model text;
