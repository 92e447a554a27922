import { readFile, rename, writeFile } from 'node:fs/promises';
import { flagAt, objectOf, textAt } from '../../lib/json-reader.ts';

/** Where the language model of this machine answers; its key keeps other users of the machine out. */
export interface LanguageAddress {
  baseUrl: string;
  apiKey: string;
  model: string;
  takesTools: boolean;
}

/** The address that the host wrote last; `undefined` where it never ran. */
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

/** Readers find the one before or this one, never half of it. */
export async function writeLanguageAddress(file: string, address: LanguageAddress): Promise<void> {
  await writeFile(`${file}.new`, JSON.stringify(address), { mode: 0o600 });
  await rename(`${file}.new`, file);
}
