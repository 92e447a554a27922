-- A search reads the vectors of a model a page at a time, in the order of the passages.
create index passage_embeddings_in_order on passage_embeddings (knowledge_base_id, model, passage_id);
drop index passage_embeddings_knowledge_base;
