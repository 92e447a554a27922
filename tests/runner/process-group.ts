import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOKS_AGAIN_AFTER_MS = 50;
const OUTPUT_ENDS_MS = 5_000;
const PARENT_LOOKED_AT_MS = 1_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
/** What started this process: another one takes its place when it ends. */
const PARENT = process.ppid;

interface GroupOptions extends SpawnOptions {
  /** Ended by force after that. */
  longestMs?: number;
  /** How long what is left of the group may take to end by itself. */
  graceMs?: number;
  /** Gets the lines that the command writes to a standard output that is a pipe. */
  onLine?: (line: string) => void;
}

export interface GroupEnd {
  /** 1 where a signal ended it. */
  code: number;
  /** The signal of this process that ended it. */
  interruptedBy: NodeJS.Signals | undefined;
  hasTakenTooLong: boolean;
  /** Command lines of what it had left running; known on Linux alone. A process that leads a group of its own is not seen. */
  left: string[];
}

/**
 * Runs a command to its end as a process group of its own, and ends with it whatever it leaves behind. SIGINT, SIGTERM and
 * SIGHUP of this process end the group, by force what is still there after `graceMs`. So does the end of whoever reads its
 * output, and that of npm, where it started this process: between them is a shell, which keeps the signals that npm gets to
 * itself.
 */
export async function runGroup(
  command: string,
  args: readonly string[],
  { longestMs, graceMs = 10_000, onLine, ...options }: GroupOptions,
): Promise<GroupEnd> {
  const child = spawn(command, args, { ...options, detached: true });
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    // Not `close`, which waits for whoever has inherited its output.
    child.once('exit', (code) => resolve(code ?? 1));
  });
  const end: GroupEnd = { code: 1, interruptedBy: undefined, hasTakenTooLong: false, left: [] };
  const { pid } = child;
  if (pid === undefined) return { ...end, code: await ended };
  let killing: NodeJS.Timeout | undefined;
  const interrupt = (signal: NodeJS.Signals) => {
    end.interruptedBy ??= signal;
    signalGroup(pid, 'SIGTERM');
    killing ??= setTimeout(() => signalGroup(pid, 'SIGKILL'), graceMs);
  };
  const hangUp = () => interrupt('SIGHUP');
  const watching = setInterval(() => {
    if (process.env.npm_lifecycle_event !== undefined && process.ppid !== PARENT) hangUp();
  }, PARENT_LOOKED_AT_MS);
  for (const signal of SIGNALS) process.on(signal, interrupt);
  process.stdout.on('error', hangUp);
  const hanging =
    longestMs &&
    setTimeout(() => {
      end.hasTakenTooLong = true;
      signalGroup(pid, 'SIGKILL');
    }, longestMs);
  const lines =
    child.stdout && onLine ? createInterface({ input: child.stdout }).on('line', onLine) : undefined;
  const isRead = lines && once(lines, 'close');
  end.code = await ended;
  clearInterval(watching);
  clearTimeout(killing);
  clearTimeout(hanging);
  end.left = await endGroup(pid, graceMs);
  // A process that leads a group of its own may keep the output open.
  await Promise.race([isRead, sleep(OUTPUT_ENDS_MS, undefined, { ref: false })]);
  for (const signal of SIGNALS) process.off(signal, interrupt);
  process.stdout.off('error', hangUp);
  return end;
}

/** Waits until no process of the group is left. What does not go by itself is ended by force, and returned. */
async function endGroup(leader: number, graceMs: number): Promise<string[]> {
  const latest = performance.now() + graceMs;
  while (commandsOf(leader).length > 0 && performance.now() < latest) await sleep(LOOKS_AGAIN_AFTER_MS);
  const left = commandsOf(leader);
  signalGroup(leader, 'SIGKILL');
  return left;
}

/** Does nothing where the group is gone. */
function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch {
    // Nobody is left.
  }
}

/** Of the processes of a group that have not ended. */
function commandsOf(leader: number): string[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc').flatMap((id) => {
    if (!/^\d+$/.test(id)) return [];
    try {
      const status = readFileSync(`/proc/${id}/stat`, 'latin1');
      // The name of the program may contain spaces. What follows it: state, parent, process group.
      const [state, , group] = status.slice(status.lastIndexOf(')') + 2).split(' ');
      if (Number(group) !== leader || state === 'Z') return [];
      const command = readFileSync(`/proc/${id}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      // A process that is just ending has none any more.
      return command === '' ? [] : [command];
    } catch {
      return []; // It has just ended.
    }
  });
}
