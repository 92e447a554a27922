-- What an agent says where no answer comes; words of the service where it has none.
alter table agents add column apology_msg text;
