import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

export interface PassageTable {
  id: GeneratedAlways<string>;
  knowledge_base_id: string;
  document_id: string;
  /** Place in the document, from 0. */
  ordinal: number;
  title: string | null;
  text: string;
  /** tsvector. */
  lexemes: ColumnType<string, string, string>;
  created_at: Generated<Date>;
}

export interface PassageEmbeddingTable {
  passage_id: string;
  knowledge_base_id: string;
  model: string;
  /** float32, little-endian, of length 1. */
  vector: Buffer;
}

export interface KnowledgeIndexTable {
  knowledge_base_id: string;
  passages: number;
  /** Grows with every change, for caches. */
  revision: string;
}

export interface KnowledgeLexemeTable {
  knowledge_base_id: string;
  lexeme: string;
  /** Passages of the knowledge base that hold the lexeme. */
  document_frequency: number;
}

export interface KnowledgeWordTable {
  knowledge_base_id: string;
  word: string;
  document_frequency: number;
  variants: number[];
}
