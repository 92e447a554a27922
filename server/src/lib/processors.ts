import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';

/** The CPU capacity available to this process. */
export interface Processors {
  /** Number of usable processors: the machine's, or fewer under `taskset` or a cgroup's quota; 0.5 is half of one. */
  readonly cores: number;
  /** How many of them were idle since the last reading, on average. */
  readonly idleCores: number;
}

/** Totals since boot, in milliseconds. */
interface Sums {
  atMs: number;
  idleMs: number;
  /** CPU time used by everything that shares the quota. */
  quotaUsedMs: number | undefined;
}

/**
 * Measures how busy the processors are that this process may use. On Linux, the affinity mask and the quota of a cgroup
 * (version 2) are taken into account; elsewhere all processors of the machine count.
 */
export class ProcessorMeter {
  readonly #allowed: ReadonlySet<number> | undefined = allowedProcessors();
  readonly #quota: CgroupQuota | undefined = findQuota();
  #last = this.#sums();

  read(): Processors {
    const [before, now] = [this.#last, this.#sums()];
    this.#last = now;
    const parallel = this.#allowed?.size ?? availableParallelism();
    const cores = Math.min(parallel, this.#quota?.cores ?? parallel);
    const elapsedMs = now.atMs - before.atMs;
    if (elapsedMs <= 0) return { cores, idleCores: 0 };
    let idleCores = (now.idleMs - before.idleMs) / elapsedMs;
    if (now.quotaUsedMs !== undefined && before.quotaUsedMs !== undefined) {
      idleCores = Math.min(idleCores, cores - (now.quotaUsedMs - before.quotaUsedMs) / elapsedMs);
    }
    return { cores, idleCores: Math.min(cores, Math.max(0, idleCores)) };
  }

  #sums(): Sums {
    const own = cpus().filter((_, index) => this.#allowed?.has(index) ?? true);
    return {
      atMs: performance.now(),
      idleMs: own.reduce((sum, { times }) => sum + times.idle, 0),
      quotaUsedMs: this.#quota?.usedMs(),
    };
  }
}

/** @param list as the kernel writes it: `0-3,8`. */
export function parseProcessorList(list: string): Set<number> {
  const numbers = new Set<number>();
  for (const part of list.trim().split(',')) {
    const [first, last = first] = part.split('-').map(Number);
    if (first === undefined || last === undefined || !Number.isInteger(first) || !Number.isInteger(last))
      continue;
    for (let each = first; each <= last; each++) numbers.add(each);
  }
  return numbers;
}

function allowedProcessors(): Set<number> | undefined {
  const list = /^Cpus_allowed_list:\s*(\S+)$/m.exec(readIfThere('/proc/self/status') ?? '')?.[1];
  const allowed = list ? parseProcessorList(list) : undefined;
  return allowed && allowed.size > 0 ? allowed : undefined;
}

interface CgroupQuota {
  cores: number;
  usedMs(): number | undefined;
}

/** Returns the tightest quota between the cgroup (version 2) of this process and the root. */
function findQuota(): CgroupQuota | undefined {
  const own = /^0::(\/.*)$/m.exec(readIfThere('/proc/self/cgroup') ?? '')?.[1];
  let tightest: CgroupQuota | undefined;
  for (let path = own?.replace(/\/$/, ''); path !== undefined; path = parentOf(path)) {
    const folder = `/sys/fs/cgroup${path}`;
    const cores = parseQuota(readIfThere(`${folder}/cpu.max`));
    if (cores === undefined || cores >= (tightest?.cores ?? Number.POSITIVE_INFINITY)) continue;
    tightest = { cores, usedMs: () => parseUsage(readIfThere(`${folder}/cpu.stat`)) };
  }
  return tightest;
}

/** Returns `/a` for `/a/b`; the root, which is empty, has no parent. */
function parentOf(path: string): string | undefined {
  return path === '' ? undefined : path.slice(0, path.lastIndexOf('/'));
}

/** @param text `cpu.max`: `50000 100000` is half a processor, `max 100000` means no limit */
export function parseQuota(text: string | undefined): number | undefined {
  const [quota, period] = (text ?? '').trim().split(' ').map(Number);
  return quota && quota > 0 && period ? quota / period : undefined;
}

function parseUsage(text: string | undefined): number | undefined {
  const microseconds = /^usage_usec (\d+)$/m.exec(text ?? '')?.[1];
  return microseconds === undefined ? undefined : Number(microseconds) / 1000;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
