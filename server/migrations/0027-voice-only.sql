-- Whether the avatar is seen; where it is not, it is heard only.
alter table agents add column video boolean not null default true;
alter table embeds add column video boolean not null default true;
alter table conversations add column video boolean not null default true;
