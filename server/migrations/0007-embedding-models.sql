-- Vectors of different models cannot be compared: each says whose it is.
alter table passage_embeddings add column model text not null default '';
alter table passage_embeddings alter column model drop default;
