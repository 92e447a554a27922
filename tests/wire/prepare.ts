/**
 * Converts the vendors' types to JSON schemas. Their packages are only installed for this test; the service does
 * not need them.
 */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const FOLDER = fileURLToPath(new URL('../../wire/vendors/', import.meta.url));
/** The folder of the vendors' packages. */
export const VENDOR_PACKAGES = join(FOLDER, 'node_modules');
const SCHEMAS = join(FOLDER, 'node_modules/.cache/schemas.json');
const SOURCES = ['vendor-types.ts', 'tsconfig.json', 'package-lock.json'].map((name) => join(FOLDER, name));

const run = promisify(execFile);

/** Installs the packages and writes the schemas, unless they are up to date. Called once before the tests. */
export async function setup(): Promise<void> {
  const installed = join(FOLDER, 'node_modules/.package-lock.json');
  if (!existsSync(installed) || isOlder(installed, join(FOLDER, 'package-lock.json'))) {
    // Only the types are read, so the packages need not support this version of Node.
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: FOLDER });
  }
  if (existsSync(SCHEMAS) && !SOURCES.some((source) => isOlder(SCHEMAS, source))) return;
  const generator = join(FOLDER, 'node_modules/ts-json-schema-generator/bin/ts-json-schema-generator.js');
  const options =
    '--path vendor-types.ts --tsconfig tsconfig.json --type * --no-type-check --expose all --functions hide';
  await run(process.execPath, [generator, ...options.split(' '), '--out', SCHEMAS], { cwd: FOLDER });
}

function isOlder(file: string, than: string): boolean {
  return statSync(file).mtimeMs < statSync(than).mtimeMs;
}

export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema | Schema[];
}

export function readSchemas(): { definitions: Record<string, Schema> } {
  return JSON.parse(readFileSync(SCHEMAS, 'utf8')) as { definitions: Record<string, Schema> };
}

/** Returns the versions of the packages, for the report. */
export function vendorVersions(): string {
  const { dependencies } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  return Object.entries(dependencies)
    .filter(([name]) => name !== 'ts-json-schema-generator')
    .map(([name, version]) => `${name} ${version}`)
    .join(', ');
}
