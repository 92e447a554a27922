-- One model server of an organization embeds for all its knowledge bases.
create unique index model_servers_embeddings on model_servers (organization_id) where use = 'embeddings';
-- Why that server did not embed the passages that wait, when it was last asked.
alter table knowledge_indexes add column embedding_problem text;
