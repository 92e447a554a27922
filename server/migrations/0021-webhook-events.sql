-- What an event says, once for all its deliveries, replays included. A row goes with the last of them.
create table webhook_events (
  id text primary key,
  -- The body as it is signed; null until the first attempt for an event whose content is still growing.
  payload text
);
insert into webhook_events (id, payload)
  select distinct on (event_id) event_id, payload from webhook_deliveries order by event_id, payload is null;
alter table webhook_deliveries drop column payload;
alter table webhook_deliveries add foreign key (event_id) references webhook_events (id) on delete cascade;
create index webhook_deliveries_event on webhook_deliveries (event_id);
create index webhook_deliveries_pending on webhook_deliveries (webhook_id) where status = 'pending';

create function forget_untold_events() returns trigger language plpgsql as $$
begin
  -- Of two transactions that delete the last deliveries of an event, the second waits here and then sees what the first did.
  perform from webhook_events where id in (select event_id from gone) order by id for update;
  delete from webhook_events e where id in (select event_id from gone)
    and not exists (select from webhook_deliveries d where d.event_id = e.id);
  return null;
end $$;
create trigger untold_events after delete on webhook_deliveries referencing old table as gone
  for each statement execute function forget_untold_events();
