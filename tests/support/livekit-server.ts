import { spawn } from 'node:child_process';
import { DEADLINE_MS } from './deadlines.ts';
import { findProgram, GO_FOLDER, isExecutable } from './find-program.ts';
import { freePorts } from './free-ports.ts';
import type { RoomTarget } from './room-target.ts';

const API_KEY = 'testkey';
const API_SECRET = 'a-secret-of-at-least-32-characters';

/** Finds the real LiveKit server: LIVEKIT_SERVER, otherwise on PATH, otherwise where `go install` puts it. */
export function findLivekitServer(): string | undefined {
  const chosen = process.env.LIVEKIT_SERVER;
  if (chosen && isExecutable(chosen)) return chosen;
  return findProgram('livekit-server', GO_FOLDER);
}

/**
 * Starts a real LiveKit server on free ports.
 * @throws Error if there is none on this machine, or it does not respond in time
 */
export async function startLivekitServer(): Promise<{
  target: RoomTarget;
  pid: number;
  close(): Promise<void>;
}> {
  const program = findLivekitServer();
  if (program === undefined) throw new Error('no livekit-server on PATH or in ~/go/bin');
  // Another program may take the free ports first: then it is started again with others.
  for (let attempt = 1; ; attempt++) {
    const started = await startOnFreePorts(program);
    if (started) return started;
    if (attempt === 3) throw new Error('livekit-server does not start');
  }
}

/** Returns `undefined` if it exited or does not respond. */
async function startOnFreePorts(
  program: string,
): Promise<{ target: RoomTarget; pid: number; close(): Promise<void> } | undefined> {
  const [port, tcp, udp] = (await freePorts(3)) as [number, number, number];
  const config = livekitConfig({ port, tcp, udp }, { apiKey: API_KEY, apiSecret: API_SECRET });
  const child = spawn(program, ['--config-body', config], { stdio: 'ignore' });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const deadline = Date.now() + DEADLINE_MS;
  while (!(await answers(port))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      child.kill('SIGKILL');
      return undefined;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    target: { url: `ws://127.0.0.1:${port}`, apiKey: API_KEY, apiSecret: API_SECRET },
    pid: child.pid!,
    close: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/`)).ok;
  } catch {
    return false;
  }
}

/** Returns the configuration of a LiveKit server on loopback only; `more` are further lines. */
export function livekitConfig(
  { port, tcp, udp }: { port: number; tcp: number; udp: number },
  { apiKey, apiSecret }: { apiKey: string; apiSecret: string },
  more: readonly string[] = [],
): string {
  return [
    `port: ${port}`,
    'bind_addresses: ["127.0.0.1"]',
    `keys: { ${apiKey}: ${apiSecret} }`,
    `rtc: { tcp_port: ${tcp}, udp_port: ${udp}, use_external_ip: false, enable_loopback_candidate: true }`,
    'logging: { level: error }',
    ...more,
  ].join('\n');
}
