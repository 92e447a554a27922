/**
 * `npm run build` runs this: the first start of the service then does not have to make the template. A template that
 * fits the engine and the migrations is kept; templates of earlier migrations are removed.
 */
import { readMigrations } from '../migrations/read-migrations.ts';
import { loadTemplate, removeStaleTemplates } from './template.ts';

const migrations = await readMigrations();
await loadTemplate(migrations);
await removeStaleTemplates(migrations);
