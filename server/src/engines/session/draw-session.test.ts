import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { drawSessionPage, SESSION_PAGE } from './draw-session.ts';

test('the decision record shows the tables as they are (`npm run draw:session` writes it)', () => {
  const page = readFileSync(SESSION_PAGE, 'utf8');
  expect(page).toBe(drawSessionPage(page));
});
