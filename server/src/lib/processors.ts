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
 * (of either version) are taken into account; elsewhere all processors of the machine count.
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

/** Where a version of cgroups stores a group's quota and CPU usage. */
interface CgroupFiles {
  readonly root: string;
  /** Finds the path of our group in `/proc/self/cgroup`. */
  readonly line: RegExp;
  readonly quota: (folder: string) => number | undefined;
  readonly usedMs: (folder: string, path: string) => number | undefined;
}

const VERSIONS: readonly CgroupFiles[] = [
  {
    root: '/sys/fs/cgroup',
    line: /^0::(\/.*)$/m,
    quota: (folder) => parseQuota(readIfThere(`${folder}/cpu.max`)),
    usedMs: (folder) => parseUsage(readIfThere(`${folder}/cpu.stat`)),
  },
  {
    root: '/sys/fs/cgroup/cpu',
    line: /^\d+:(?:\w+,)*cpu(?:,\w+)*:(\/.*)$/m,
    quota: (folder) =>
      parseQuota(
        `${readIfThere(`${folder}/cpu.cfs_quota_us`)?.trim()} ${readIfThere(`${folder}/cpu.cfs_period_us`)}`,
      ),
    usedMs: (_folder, path) => parseNanoseconds(readIfThere(`/sys/fs/cgroup/cpuacct${path}/cpuacct.usage`)),
  },
];

/** Returns the tightest quota between the cgroup of this process and the root. */
function findQuota(): CgroupQuota | undefined {
  const groups = readIfThere('/proc/self/cgroup') ?? '';
  let tightest: CgroupQuota | undefined;
  for (const { root, line, quota, usedMs } of VERSIONS) {
    const own = line.exec(groups)?.[1];
    for (let path = own?.replace(/\/$/, ''); path !== undefined; path = parentOf(path)) {
      const group = path;
      const cores = quota(`${root}${group}`);
      if (cores === undefined || cores >= (tightest?.cores ?? Number.POSITIVE_INFINITY)) continue;
      tightest = { cores, usedMs: () => usedMs(`${root}${group}`, group) };
    }
  }
  return tightest;
}

/** Returns `/a` for `/a/b`; the root, which is empty, has no parent. */
function parentOf(path: string): string | undefined {
  return path === '' ? undefined : path.slice(0, path.lastIndexOf('/'));
}

/** @param text `cpu.max`: `50000 100000` is half a processor, `max 100000` and `-1 100000` mean no limit */
export function parseQuota(text: string | undefined): number | undefined {
  const [quota, period] = (text ?? '').trim().split(' ').map(Number);
  return quota && quota > 0 && period ? quota / period : undefined;
}

function parseUsage(text: string | undefined): number | undefined {
  const microseconds = /^usage_usec (\d+)$/m.exec(text ?? '')?.[1];
  return microseconds === undefined ? undefined : Number(microseconds) / 1000;
}

function parseNanoseconds(text: string | undefined): number | undefined {
  return text === undefined ? undefined : Number(text) / 1e6;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
