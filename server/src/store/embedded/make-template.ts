/**
 * Run by `npm run build`, so that the first start of the service need not make the template. A template that matches
 * the engine and the migrations is kept; older ones are removed.
 */
import { readMigrations } from '../migrations/read-migrations.ts';
import { loadTemplate, removeStaleTemplates } from './template.ts';

const migrations = await readMigrations();
await loadTemplate(migrations);
await removeStaleTemplates(migrations);
