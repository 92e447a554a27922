-- What an agent says where an answer takes a while; words of the service where it has none.
alter table agents add column wait_msgs jsonb;
