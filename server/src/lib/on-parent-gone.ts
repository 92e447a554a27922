import { readFileSync } from 'node:fs';

const EVERY_MS = 500;

/**
 * Calls back once the parent or grandparent of this process has ended: npm cannot forward a SIGKILL, and the shell in
 * which it runs scripts does not forward SIGTERM. The grandparent is visible on Linux only.
 */
export function onParentGone(onGone: () => void): void {
  const first = ancestors();
  const timer = setInterval(() => {
    if (ancestors() === first) return;
    clearInterval(timer);
    onGone();
  }, EVERY_MS);
  timer.unref();
}

function ancestors(): string {
  const { ppid } = process;
  try {
    // `pid (name) state ppid …`, proc(5); the name may contain parentheses.
    return `${ppid} ${readFileSync(`/proc/${ppid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1]}`;
  } catch {
    return String(ppid);
  }
}
