import { readFileSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pause, type Scope, temporaryFolder } from '../support/scope.ts';

const PATIENCE_MS = 10_000;
const MB = 2 ** 20;
const SIGUSR2 = 12;

/** The memory of one process, in MB: all resident memory, and JavaScript's part of it. */
export interface ProcessMemory {
  resident: number;
  /** Objects of the main thread. */
  heap: number;
  /** Buffers and other memory outside the heap that is held by objects of the main thread. */
  external: number;
}

/** Reads the composition of the memory of a service's processes. */
export class MemoryProbe {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  static async open(scope: Scope): Promise<MemoryProbe> {
    return new MemoryProbe(await temporaryFolder(scope));
  }

  /** Environment for the service that will be probed. */
  get env(): Record<string, string> {
    const module = new URL('./memory-probe.js', import.meta.url).href;
    return { NODE_OPTIONS: `--expose-gc --import ${module}`, PROBE_FOLDER: this.#folder };
  }

  /** Returns undefined for a process that has exited or is still starting. */
  async ask(pid: number): Promise<ProcessMemory | undefined> {
    const file = join(this.#folder, String(pid));
    await rm(file, { force: true });
    // The signal would kill a process that does not listen for it yet.
    if (!catches(pid, SIGUSR2)) return undefined;
    process.kill(pid, 'SIGUSR2');
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; ) {
      await pause(20);
      const text = await readFile(file, 'utf8').catch(() => '');
      if (!text.endsWith('}')) continue;
      const { rss, heapUsed, external } = JSON.parse(text) as NodeJS.MemoryUsage;
      return { resident: rss / MB, heap: heapUsed / MB, external: external / MB };
    }
    return undefined;
  }
}

function catches(pid: number, signal: number): boolean {
  try {
    const caught = readFileSync(`/proc/${pid}/status`, 'utf8').match(/SigCgt:\s+([0-9a-f]+)/)?.[1] ?? '0';
    return ((BigInt(`0x${caught}`) >> BigInt(signal - 1)) & 1n) === 1n;
  } catch {
    return false;
  }
}
