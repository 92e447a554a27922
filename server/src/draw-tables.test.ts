import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { DRAWN_PAGES } from './draw-tables.ts';
import { drawTables } from './lib/state-tables.ts';

test.each(DRAWN_PAGES)('$page shows the tables as they are (`npm run draw:tables` writes it)', (drawn) => {
  const page = readFileSync(drawn.page, 'utf8');
  expect(page).toBe(drawTables(page, drawn.tables));
});
