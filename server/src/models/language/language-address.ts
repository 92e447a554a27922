import { readFile, rename, writeFile } from 'node:fs/promises';
import { flagAt, objectOf, textAt } from '../../lib/json-reader.ts';

/** Where the language model of this machine answers. Its key keeps out other users of the machine. */
export interface LanguageAddress {
  baseUrl: string;
  apiKey: string;
  model: string;
  takesTools: boolean;
}

/** Reads the address that the host wrote last; undefined if it never ran. */
export async function readLanguageAddress(file: string): Promise<LanguageAddress | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  const address = text === undefined ? undefined : objectOf(JSON.parse(text));
  const [baseUrl, apiKey, model] = [
    textAt(address, 'baseUrl'),
    textAt(address, 'apiKey'),
    textAt(address, 'model'),
  ];
  return baseUrl && apiKey && model
    ? { baseUrl, apiKey, model, takesTools: flagAt(address, 'takesTools') }
    : undefined;
}

/** Writes the address atomically: readers find the previous one or this one, never a part. */
export async function writeLanguageAddress(file: string, address: LanguageAddress): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(address), { mode: 0o600 });
  await rename(`${file}.new`, file);
}
