import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export interface ProcessLimits {
  /** Of the JavaScript heap. */
  heapMiB: number;
  /** Of all writable memory, buffers included; only where a POSIX shell can set it. */
  dataKiB: number;
  /** Of processor time: a second limit beside the time-out of the parent. */
  cpuSeconds: number;
}

const CHILD = fileURLToPath(new URL('./extraction-child.js', import.meta.url));

/**
 * Starts the process that reads one document. It gets no environment (and so no secret), may write no file and
 * start no process, and has its memory bounded twice: V8's own limit leaves buffers out.
 */
export function startExtractionProcess(argument: string, limits: ProcessLimits): ChildProcess {
  const permission = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission';
  const node = [
    `--max-old-space-size=${limits.heapMiB}`,
    permission,
    '--allow-fs-read=*',
    '--no-warnings',
    CHILD,
    argument,
  ];
  const stdio: ['pipe', 'pipe', 'pipe'] = ['pipe', 'pipe', 'pipe'];
  if (process.platform === 'win32')
    return spawn(process.execPath, node, { stdio, env: {}, windowsHide: true });
  // A shell without this limit goes on without it.
  const script = `ulimit -d ${limits.dataKiB} 2>/dev/null; ulimit -t ${limits.cpuSeconds} 2>/dev/null; ulimit -c 0 2>/dev/null; exec "$@"`;
  return spawn('/bin/sh', ['-c', script, 'sh', process.execPath, ...node], { stdio, env: {} });
}
