-- A word of a document that looks like the marker of a knowledge base (see 0001-base.sql) put its passage among the
-- candidates of that one. Such words are stored no longer; those that were are taken out. The few there can be are found
-- by the lexemes of each knowledge base, without reading its passages.
with forged as (
  delete from knowledge_lexemes
  where lexeme ~ '^kb[0-9a-f]{24}$' and lexeme >= 'kb0' and lexeme < 'kbg'
    and lexeme <> 'kb' || left(encode(sha256(convert_to(knowledge_base_id, 'UTF8')), 'hex'), 24)
  returning knowledge_base_id, lexeme
)
update passages p set lexemes = ts_delete(p.lexemes, f.lexemes)
  from (select knowledge_base_id, array_agg(lexeme) as lexemes from forged group by 1) f
  where p.knowledge_base_id = f.knowledge_base_id and tsvector_to_array(p.lexemes) && f.lexemes;
