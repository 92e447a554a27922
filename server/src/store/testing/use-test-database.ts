import { afterAll, beforeAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** Provides a database while the tests of a file run. Call it where tests are declared, because it adds hooks. */
export function useTestDatabase(options?: Parameters<typeof createTestDatabase>[0]): TestDatabase {
  const database = {} as TestDatabase;
  beforeAll(async () => {
    Object.assign(database, await createTestDatabase(options));
  });
  afterAll(() => database.close?.());
  return database;
}
