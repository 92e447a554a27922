/** CPU time and memory of processes, from /proc. Linux only, as are the benchmarks that need it. */
import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { Scope } from './scope.ts';

/** Returns the process and its children: the service and its workers. */
export function familyOf(pid: number): number[] {
  return [pid, ...childrenOf(pid)];
}

/** Returns the process and all its descendants; none if it has exited. */
export function descentOf(pid: number): number[] {
  try {
    return [pid, ...childrenOf(pid).flatMap(descentOf)];
  } catch {
    return [];
  }
}

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) => {
    const list = readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').trim();
    return list ? list.split(' ').map(Number) : [];
  });
}

/**
 * Returns seconds of CPU time by thread name. Node's own threads have no distinct names: they are told apart by their
 * order.
 */
export function threadSeconds(pid: number): Map<string, number> {
  const seconds = new Map<string, number>();
  let nodes = 0;
  for (const task of readdirSync(`/proc/${pid}/task`).sort((a, b) => Number(a) - Number(b))) {
    let stat: string;
    try {
      stat = readFileSync(`/proc/${pid}/task/${task}/stat`, 'utf8');
    } catch {
      continue;
    }
    const end = stat.lastIndexOf(')');
    const own = stat.slice(stat.indexOf('(') + 1, end);
    const name = own === 'node' ? `node ${nodes++}` : own;
    const fields = stat.slice(end + 2).split(' ');
    seconds.set(name, (seconds.get(name) ?? 0) + (Number(fields[11]) + Number(fields[12])) / 100);
  }
  return seconds;
}

/** Returns each thread's milliseconds of CPU time per second since `before`, an earlier `threadSeconds`. */
export function threadMsSince(
  before: ReadonlyMap<string, number>,
  pid: number,
  seconds: number,
): [string, number][] {
  return [...threadSeconds(pid)].map(([thread, after]) => [
    thread,
    ((after - (before.get(thread) ?? 0)) * 1000) / seconds,
  ]);
}

const sumOf = (pids: readonly number[], of: (pid: number) => number) =>
  pids.reduce((sum, pid) => sum + of(pid), 0);

export const residentMbOf = (pids: readonly number[]) => sumOf(pids, residentMb);

export function residentMb(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1] ?? 0) / 1024;
}

/** Returns the proportional memory (PSS) of a process in MiB: shared memory counts partly, so it can be summed. */
export function proportionalMb(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8').match(/^Pss:\s+(\d+)/m)?.[1] ?? 0) / 1024;
}

/** Returns the CPU time of the process and its threads so far. Linux counts it in hundredths of a second. */
export function cpuSeconds(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // The name, the second field, may contain spaces: fields are counted from its closing bracket, so that utime and
  // stime are 11 and 12.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Returns the CPU seconds of the process and its children. */
export const familySeconds = (pid: number) => sumOf(familyOf(pid), cpuSeconds);

/** Starts a module in a process that answers messages; it ends with the scope. */
export function startChild(scope: Scope, module: URL, args: string[] = []): ChildProcess {
  const child = fork(module, args, {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
  scope.later(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill();
    await gone;
  });
  return child;
}

/** Sends `order` to a process, and returns its next message. @throws Error if it exits instead */
export async function ask<T>(child: ChildProcess, order?: Serializable): Promise<T> {
  const ended = new AbortController();
  const onExit = () => ended.abort();
  child.once('exit', onExit);
  try {
    const answer = once(child, 'message', { signal: ended.signal });
    if (order !== undefined) child.send(order);
    return ((await answer) as [T])[0];
  } finally {
    child.off('exit', onExit);
  }
}
