import { createSocket } from 'node:dgram';
import { createServer } from 'node:net';
import { type Check, fail, ok } from './finding.ts';

export const checkTcpPort: Check = {
  name: 'TCP port',
  async run({ host, port }) {
    if (port === 0) return ok('any free port');
    const error = await tryTcp(host, port);
    if (!error) return ok(`${port} is free`);
    if (error.code === 'EADDRINUSE' && (await isVisavis(`http://127.0.0.1:${port}`)))
      return ok(`${port} is in use by Visavis itself`);
    if (error.code === 'EADDRINUSE')
      return fail(`${port} is in use by another program`, 'Stop it, or set PORT.');
    return fail(`the service cannot listen on ${host}:${port} (${error.code})`, 'Set PORT and HOST.');
  },
};

export const checkMediaPorts: Check = {
  name: 'Media ports',
  async run({ media, livekit, port }) {
    if (livekit) return ok('the LiveKit server uses its own');
    if (!media.ports)
      return (await tryUdp(0)) ? fail('UDP cannot be used on this machine') : ok('any free UDP ports');
    const { min, max } = media.ports;
    const range = `UDP ${min}-${max}`;
    for (let at = min; at <= max; at++) if (!(await tryUdp(at))) return ok(`${range}: ${at} is free`);
    const runs = await isVisavis(`http://127.0.0.1:${port}`);
    return runs
      ? ok(`${range}: in use by Visavis itself`)
      : fail(`${range}: every port is in use`, 'Set VISAVIS_MEDIA_PORTS to another range.');
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

export async function isVisavis(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/v3/health`, { signal: AbortSignal.timeout(2000) });
    const body = (await response.json()) as { status?: string; version?: string };
    return typeof body.status === 'string' && typeof body.version === 'string';
  } catch {
    return false;
  }
}
