import { expect, test } from 'vitest';
import { startApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';

test('503 with Retry-After while the store is unavailable, and during shutdown, without internal details', async () => {
  const api = await startApi({ ownDatabase: true });
  try {
    await api.database.close();
    const answer = await api.call('GET', '/v3/voices');
    const problem = expectProblem(answer, 503, undefined, 'capacity');
    expect(answer.headers['retry-after']).toBe('5');
    expect(JSON.stringify(problem)).not.toMatch(/pool|sql|select/i);
    expect((await api.call('GET', '/v3/health', { key: null })).status).toBe(200);
  } finally {
    await api.close();
  }
});
