import { createServer } from 'node:net';

/**
 * Below the ports that Linux assigns to listeners on port 0 and to connections (32768 and above): a test server binds
 * its port a second or more after it was chosen, and nothing else may take it meanwhile.
 */
const LOWEST = 12_000;
const PORTS_PER_PROCESS = 100;
const PROCESSES = 200;

const first = LOWEST + (process.pid % PROCESSES) * PORTS_PER_PROCESS;
let next = 0;

/** Returns unused loopback ports, none of them twice. Concurrent processes get different ones. */
export async function freePorts(count: number): Promise<number[]> {
  const ports: number[] = [];
  for (let attempt = 0; attempt < PORTS_PER_PROCESS && ports.length < count; attempt++) {
    const port = first + (next++ % PORTS_PER_PROCESS);
    if (await isFree(port)) ports.push(port);
  }
  if (ports.length < count) throw new Error(`no ${count} free ports from ${first} on`);
  return ports;
}

/** Returns one free port. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  return port!;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });
}
