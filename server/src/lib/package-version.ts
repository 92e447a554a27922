import { readFileSync } from 'node:fs';

/** The version of the package that this code ships in. */
export const packageVersion: string = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
).version;
