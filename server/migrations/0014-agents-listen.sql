-- What short remarks in mid-answer do, and the one language that is spoken where there is one.
alter table agents add column on_backchannel text not null default 'ignore';
alter table agents add column language text;
