import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { type Database, type DatabaseOptions, openDatabase } from '../open-database.ts';

export interface TestDatabase extends Database {
  /** The URL or the data directory that another process would open. */
  readonly place: string;
  /** Opens the same database again, as another process would. Undefined for the embedded one, which forbids it. */
  openAgain: (() => Promise<Database>) | undefined;
}

/** Returns the URL of a PostgreSQL server for tests, if set. Its user must be allowed to create databases. */
export function testDatabaseUrl(): string | undefined {
  // biome-ignore lint/style/noProcessEnv: tests have no other configuration.
  return process.env.VISAVIS_TEST_DATABASE_URL || undefined;
}

/**
 * Creates a temporary, migrated database for one test file: embedded in a temporary directory, or a database of
 * its own on the server of `VISAVIS_TEST_DATABASE_URL`. `close` removes it completely.
 */
export async function createTestDatabase(
  options: Pick<DatabaseOptions, 'migrate' | 'idleTransactionMs' | 'statementTimeoutMs'> = {},
): Promise<TestDatabase> {
  const url = testDatabaseUrl();
  return url ? createOnServer(url, options) : createEmbedded(options);
}

async function createEmbedded(options: object): Promise<TestDatabase> {
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'visavis-store-'));
  try {
    const database = await openDatabase({ dataDir, durable: false, ...options });
    const close = async () => {
      await database.close();
      await fs.rm(dataDir, { recursive: true, force: true });
    };
    return { ...database, place: dataDir, close, openAgain: undefined };
  } catch (error) {
    await fs.rm(dataDir, { recursive: true, force: true });
    throw error;
  }
}

async function createOnServer(url: string, options: object): Promise<TestDatabase> {
  const name = `visavis_test_${randomBytes(6).toString('hex')}`;
  await administer(url, `create database ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const drop = () => administer(url, `drop database if exists ${name} with (force)`);
  try {
    const database = await openDatabase({ url: own.href, poolSize: 10, ...options });
    const close = async () => {
      await database.close();
      await drop();
    };
    const openAgain = () => openDatabase({ url: own.href, poolSize: 5, ...options });
    return { ...database, place: own.href, close, openAgain };
  } catch (error) {
    await drop();
    throw error;
  }
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
