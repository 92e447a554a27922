import { readFileSync } from 'node:fs';

const EVERY_MS = 500;

/**
 * Calls back once the process that started this one is gone, or the one that started that: npm cannot pass on a SIGKILL, and
 * the shell that it runs scripts in passes on no SIGTERM. Beyond its parent a process sees on Linux alone.
 */
export function onParentGone(tell: () => void): void {
  const first = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === first) return;
    clearInterval(timer);
    tell();
  }, EVERY_MS);
  timer.unref();
}

function ancestors(): string {
  const { ppid } = process;
  try {
    // `pid (name) state ppid …`, proc(5); a name may have parentheses of its own.
    return `${ppid} ${readFileSync(`/proc/${ppid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1]}`;
  } catch {
    return String(ppid);
  }
}
