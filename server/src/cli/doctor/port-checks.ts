import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { type Check, type Finding, fail, ok } from './finding.ts';

export const checkTcpPort: Check = {
  name: 'TCP port',
  async run({ host, port }) {
    if (port === 0) return ok('any free port');
    const error = await tryTcp(host, port);
    if (!error) return ok(`${port} is free`);
    if (error.code === 'EADDRINUSE' && (await isVisavis(port)))
      return ok(`${port} is in use, by Visavis itself`);
    if (error.code === 'EADDRINUSE')
      return fail(`${port} is in use by another program`, 'Stop it, or set PORT.');
    return fail(`${host}:${port} cannot be listened on (${error.code})`, 'Set PORT and HOST.');
  },
};

export const checkMediaPorts: Check = {
  name: 'Media ports',
  async run({ media, livekit }) {
    if (livekit) return ok('the LiveKit server has its own');
    if (!media.ports)
      return (await tryUdp(0)) ? fail('UDP cannot be used on this machine') : ok('any free UDP ports');
    const taken: number[] = [];
    for (let port = media.ports.min; port <= media.ports.max && port < media.ports.min + 200; port++) {
      if (await tryUdp(port)) taken.push(port);
    }
    const range = `UDP ${media.ports.min}-${media.ports.max}`;
    const size = media.ports.max - media.ports.min + 1;
    const findings: Finding[] = [];
    if (taken.length > 0)
      findings.push(fail(`${range}: ${taken.length} taken, e.g. ${taken[0]}`, 'Choose another range.'));
    if (size < 4)
      findings.push(fail(`${range}: too few`, 'A participant takes up to two ports; give at least 100.'));
    return findings.length > 0 ? findings : ok(`${range} are free`);
  },
};

function tryTcp(host: string, port: number): Promise<NodeJS.ErrnoException | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', resolve);
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
}

function tryUdp(port: number): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    socket.once('error', (error) => {
      socket.close();
      resolve(error);
    });
    socket.bind(port, () => socket.close(() => resolve(undefined)));
  });
}

async function isVisavis(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/v3/health`, { signal: AbortSignal.timeout(2000) });
    const body = (await response.json()) as { status?: string; version?: string };
    return typeof body.status === 'string' && typeof body.version === 'string';
  } catch {
    return false;
  }
}
