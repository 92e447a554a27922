/** `npm run build` runs this: the first start of the service then does not have to make the template. */
import { readMigrations } from '../migrations/read-migrations.ts';
import { loadTemplate } from './template.ts';

await loadTemplate(await readMigrations());
