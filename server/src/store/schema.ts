import type {
  IdempotencyKeyTable,
  InstallationTable,
  JobTable,
  RateLimitTable,
  SchemaMigrationTable,
} from './base-tables.ts';
import type { ListChangeTable, ListCountTable, UsageDayTable, UsageTotalTable } from './lists/list-tables.ts';
import type { ResourceTables } from './resource-tables.ts';
import type {
  KnowledgeIndexTable,
  KnowledgeLexemeTable,
  KnowledgeWordTable,
  PassageEmbeddingTable,
  PassageTable,
} from './search/search-tables.ts';

/** Every table, by its name in SQL. A migration that adds a table needs a line here. */
export interface Schema extends ResourceTables {
  schema_migrations: SchemaMigrationTable;
  jobs: JobTable;
  idempotency_keys: IdempotencyKeyTable;
  rate_limits: RateLimitTable;
  installation: InstallationTable;
  list_changes: ListChangeTable;
  list_counts: ListCountTable;
  usage_totals: UsageTotalTable;
  usage_days: UsageDayTable;
  passages: PassageTable;
  passage_embeddings: PassageEmbeddingTable;
  knowledge_indexes: KnowledgeIndexTable;
  knowledge_lexemes: KnowledgeLexemeTable;
  knowledge_words: KnowledgeWordTable;
}
