import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { installPythonPackages } from './callers.ts';
import { ROOT } from './guide.ts';

const run = promisify(execFile);
const { version: VERSION } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  version: string;
};

/** The packages of `python/`, built as the release workflow does. */
export class PythonPackages {
  readonly #folder: string;
  readonly #wheels = new Map<string, Promise<string>>();

  /** @param folder for built and installed files */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Installs the package's wheel into its own folder, which is returned; the interpreter must already have its
   * dependencies.
   */
  async install(interpreter: string, name: string): Promise<string> {
    const target = join(this.#folder, name);
    const wheel = await this.#build(name);
    const pip = ['-m', 'pip', 'install', '--quiet', '--no-index'];
    await run(interpreter, [...pip, '--dry-run', wheel]);
    await run(interpreter, [...pip, '--no-deps', '--target', target, wheel]);
    return target;
  }

  /** Builds source distribution and wheel as they would be published; returns the path of the wheel. */
  #build(name: string): Promise<string> {
    const building = this.#wheels.get(name) ?? this.#buildAnew(name);
    this.#wheels.set(name, building);
    return building;
  }

  async #buildAnew(name: string): Promise<string> {
    const requirements = join(ROOT, 'tests/cluster/python/publishing-requirements.txt');
    const publishing = await installPythonPackages('publishing', requirements);
    const dist = join(this.#folder, 'dist', name);
    await run(publishing, ['-m', 'build', '--outdir', dist, join(ROOT, 'python', name)]);
    const files = (await readdir(dist)).sort();
    const stem = `${name.replaceAll('-', '_')}-${VERSION}`;
    expect(files).toEqual([`${stem}-py3-none-any.whl`, `${stem}.tar.gz`]);
    await run(publishing, ['-m', 'twine', 'check', '--strict', ...files.map((file) => join(dist, file))]);
    return join(dist, files[0]!);
  }
}
