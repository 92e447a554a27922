-- Nobody has chosen the provider of such an agent: whichever the service has answers.
alter table agents add column any_provider boolean not null default false;
