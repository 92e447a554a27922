import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawTurnPage, TURN_PAGE } from './draw-tables.ts';

test('docs/turn.md shows the tables as they are (`npm run draw:turn` writes it)', () => {
  const page = readFileSync(TURN_PAGE, 'utf8');
  expect(page).toBe(drawTurnPage(page));
});
