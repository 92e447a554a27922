/** What processes use, from /proc. Linux only, as the benchmarks that need it are. */
import { readdirSync, readFileSync } from 'node:fs';

/** The process and its children: the service and its workers. */
export function familyOf(pid: number): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) => {
    const list = readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim();
    return list ? list.split(' ').map(Number) : [];
  });
  return [pid, ...children];
}

export function residentMb(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1024;
}
