import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program on PATH, or in one of these folders. */
export function findProgram(name: string, ...folders: string[]): string | undefined {
  const candidates = [...(process.env.PATH ?? '').split(delimiter), ...folders].map((folder) =>
    join(folder, name),
  );
  return candidates.find(isExecutable);
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
