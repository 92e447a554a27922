import type { WorkerLink } from '../worker-link.ts';
import { playScript } from './play-script.ts';

/** Higher than any real process id. */
let lastPid = 2 ** 31;

/** A worker in this process that follows the script in its conversations' ids. Messages arrive one turn later. */
export function scriptedLink(): WorkerLink {
  const pid = ++lastPid;
  let toService: (message: unknown) => void = () => undefined;
  let toWorker: (message: unknown) => void = () => undefined;
  let reportGone: (why: string) => void = () => undefined;
  let isAlive = true;
  const later = (work: () => void) => setImmediate(() => isAlive && work());
  const leave = (why: string) => {
    // Messages that it has already sent arrive before its end is reported.
    later(() => {
      isAlive = false;
      stop();
      reportGone(why);
    });
  };
  let stop: () => void = () => undefined;
  setImmediate(() => {
    stop = playScript(
      {
        send: (report) => {
          const message = structuredClone(report);
          later(() => toService(message));
        },
        onMessage: (handler) => {
          toWorker = handler;
        },
        onClosed: () => undefined,
      },
      pid,
      () => leave('it exited with 0'),
    );
  });
  return {
    name: `process ${pid}`,
    pid,
    send: (command) => {
      const message = structuredClone(command);
      later(() => toWorker(message));
    },
    kill: () => leave('it was killed by SIGKILL'),
    onMessage: (handler) => {
      toService = handler;
    },
    onGone: (handler) => {
      reportGone = handler;
    },
  };
}
