import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** Where `go install` puts programs. */
export const GO_FOLDER = join(homedir(), 'go/bin');

/** Returns the path of a program on PATH, or in one of these folders. */
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

/** Returns the command that prints how Docker Compose, or the parser it uses, reads a file. */
export function findComposeReader(): ((file: string) => [program: string, ...args: string[]]) | undefined {
  for (const [program, ...args] of [['docker', 'compose'], ['docker-compose']] as const)
    if (spawnSync(program, [...args, 'version']).status === 0)
      return (file) => [program, ...args, '--file', file, 'config'];
  const parser = findProgram('compose-spec', GO_FOLDER);
  return parser === undefined ? undefined : (file) => [parser, file];
}
