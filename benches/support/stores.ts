/** Stores to fill for a benchmark: PostgreSQL of this machine, or the embedded one. */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type Database, openDatabase } from '@visavis/server/dist/store/open-database.js';
import { startPostgres } from '@visavis/tests/dist/support/postgres.js';
import pg from 'pg';

const LONG_MS = 3_600_000;

export interface Setting {
  name: string;
  sizes: number[];
  /** `open` gives each size a database of its own. */
  begin(): Promise<{ open: (size: number) => Promise<Database>; close: () => Promise<void> }>;
}

export const postgres: Setting = {
  name: 'postgres',
  sizes: [1_000, 100_000, 1_000_000],
  async begin() {
    const server = await startPostgres();
    const opened: Database[] = [];
    return {
      async open(size) {
        const admin = new pg.Client({ connectionString: server.url });
        await admin.connect();
        await admin.query(`create database scale_${size}`);
        await admin.end();
        const url = new URL(server.url);
        url.pathname = `/scale_${size}`;
        const db = await openDatabase({ url: url.href, poolSize: 10, statementTimeoutMs: LONG_MS });
        opened.push(db);
        return db;
      },
      close: async () => {
        for (const db of opened) await db.close();
        await server.stop();
      },
    };
  },
};

/** To 100,000: the engine is a WebAssembly of 32 bits in one thread, and a million would take it an hour to fill. */
export const embedded: Setting = {
  name: 'embedded',
  sizes: [1_000, 100_000],
  async begin() {
    const root = await fs.mkdtemp(path.join(os.tmpdir(), 'visavis-bench-'));
    const opened: Database[] = [];
    return {
      async open(size) {
        const dataDir = path.join(root, String(size));
        const db = await openDatabase({
          dataDir,
          durable: false,
          vacuumMs: LONG_MS,
          statementTimeoutMs: LONG_MS,
        });
        opened.push(db);
        return db;
      },
      close: async () => {
        for (const db of opened) await db.close();
        await fs.rm(root, { recursive: true, force: true });
      },
    };
  },
};
