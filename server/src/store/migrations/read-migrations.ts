import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export interface Migration {
  version: number;
  name: string;
  sql: string;
  /** SHA-256 of the text with Unix line ends. */
  checksum: string;
}

export const migrationsFolder = fileURLToPath(new URL('../../../migrations/', import.meta.url));

/** Reads the `0001-name.sql` files in order. Throws on an invalid name or a number used twice. */
export async function readMigrations(folder: string = migrationsFolder): Promise<Migration[]> {
  const migrations: Migration[] = [];
  for (const file of (await fs.readdir(folder)).toSorted()) {
    if (!file.endsWith('.sql')) continue;
    const match = /^(\d{4})-([a-z0-9-]+)\.sql$/.exec(file);
    if (!match) throw new Error(`${file} is not a valid name of a migration, such as 0001-some-name.sql`);
    const version = Number(match[1]);
    if (migrations.at(-1)?.version === version) throw new Error(`two migrations have the number ${match[1]}`);
    const sql = (await fs.readFile(path.join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
    const checksum = createHash('sha256').update(sql).digest('hex');
    migrations.push({ version, name: match[2] ?? '', sql, checksum });
  }
  return migrations;
}
