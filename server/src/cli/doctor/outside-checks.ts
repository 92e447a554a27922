/** Whether a client of another network could connect, as far as this machine can find out from inside. */
import { randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { networkInterfaces } from 'node:os';
import type { Config } from '../../config.ts';
import { isPublicAddress } from '../../lib/public-fetch.ts';
import { type Check, type Finding, fail, note, ok } from './finding.ts';
import { type OpenRelay, openRelay, RefusedCredentialsError } from './turn-relay.ts';

const ARRIVAL_MS = 2_000;
/** How often each datagram is sent, because some may be lost. */
const SENDINGS = 3;

export const checkOutside: Check = {
  name: 'From outside',
  async run({ media, livekit, port }) {
    if (livekit) return ok('clients send media to the LiveKit server; its own settings decide');
    const announced = [...new Set([...media.publicIps, ...ownAddresses()])];
    const findings: Finding[] = [];
    if (announced.length === 0)
      findings.push(note('only the loopback address: clients on this machine only'));
    else {
      const list = announced.join(', ');
      const reachable = announced.some(
        (address) => !/^[\d.:a-f]+$/i.test(address) || isPublicAddress(address),
      );
      findings.push(
        reachable
          ? ok(`media is announced at ${list}`)
          : note(
              `media is announced at ${list}, which only clients of this network can reach`,
              'For clients elsewhere set VISAVIS_PUBLIC_IP to the address of this machine on the internet.',
            ),
        toOpen(port, media.ports),
      );
    }
    for (const url of media.turn?.urls ?? []) findings.push(...(await checkRelay(url, media, announced)));
    if (!media.turn) {
      findings.push(
        note(
          'no TURN server: clients whose network lets only TCP 443 out cannot connect',
          'Set VISAVIS_TURN_URLS and VISAVIS_TURN_SECRET; whether media arrives is then tried from there.',
        ),
      );
    }
    return findings;
  },
};

function toOpen(port: number, ports: Config['media']['ports']): Finding {
  if (!ports) {
    return note(
      'media uses any free port, so no firewall can let it in',
      'Set VISAVIS_MEDIA_PORTS, for example to 50000-50000 (one port is enough), and open it for UDP and TCP.',
    );
  }
  const range = ports.min === ports.max ? String(ports.min) : `${ports.min}-${ports.max}`;
  return ok(`to open in firewalls: TCP ${port} or that of your proxy, and UDP and TCP ${range}`);
}

async function checkRelay(url: string, media: Config['media'], announced: string[]): Promise<Finding[]> {
  let relay: OpenRelay;
  try {
    relay = await openRelay(url, media.turn!);
  } catch (error) {
    const { message } = error as Error;
    const hint =
      error instanceof RefusedCredentialsError
        ? 'VISAVIS_TURN_SECRET must be the static-auth-secret of that server, and both clocks right.'
        : 'Start it, and open its port in firewalls.';
    return [fail(`${url}: ${message}`, hint)];
  }
  try {
    const findings = [ok(`${url} relays at ${relay.relayAddress}, and sees this machine as ${relay.seenAs}`)];
    if (ownAddresses().includes(relay.relayAddress)) {
      findings.push(note(`${url} is on this machine, so it cannot tell what arrives from elsewhere`));
    }
    return [...findings, await checkArrival(relay, url, media, announced)];
  } finally {
    await relay.close();
  }
}

/** Relayed media must arrive at one of the announced addresses, otherwise the relay is useless. */
async function checkArrival(
  relay: OpenRelay,
  url: string,
  media: Config['media'],
  announced: string[],
): Promise<Finding> {
  const socket = await listen(media.ports);
  if (!socket) return note('every media port is in use, so what arrives at them was not tried');
  try {
    const { port } = socket.address();
    const reached = await whichArrive(relay, socket, announced);
    const missed = announced.filter((address) => !reached.includes(address));
    if (reached.length > 0) return ok(`media relayed by ${url} arrives at ${reached.join(', ')}`);
    return fail(
      `nothing that ${url} relays arrives at UDP ${port} of ${missed.join(', ')}`,
      media.publicIps.includes(relay.seenAs)
        ? 'Open the media ports for UDP, from the TURN server and from everywhere.'
        : `Open the media ports for UDP; set VISAVIS_PUBLIC_IP to ${relay.seenAs} where that is your address.`,
    );
  } finally {
    socket.close();
  }
}

async function whichArrive(relay: OpenRelay, socket: Socket, addresses: string[]): Promise<string[]> {
  const probes = new Map(addresses.map((address) => [randomBytes(16).toString('hex'), address]));
  const reached = new Set<string>();
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ARRIVAL_MS);
    socket.on('message', (payload) => {
      const address = probes.get(payload.toString());
      if (address !== undefined) reached.add(address);
      if (reached.size < addresses.length) return;
      clearTimeout(timer);
      resolve();
    });
    const { port } = socket.address();
    for (const [probe, address] of probes) {
      for (let sent = 0; sent < SENDINGS; sent++) {
        // A server may refuse to relay to private addresses; then the others count.
        relay.send(Buffer.from(probe), address, port).catch(() => undefined);
      }
    }
  });
  return [...reached];
}

function listen(ports: Config['media']['ports']): Promise<Socket | undefined> {
  const { min, max } = ports ?? { min: 0, max: 0 };
  const tryPort = (port: number): Promise<Socket | undefined> =>
    new Promise((resolve) => {
      const socket = createSocket('udp4');
      socket.once('error', () => {
        socket.close();
        resolve(port < max ? tryPort(port + 1) : undefined);
      });
      socket.bind(port, () => resolve(socket));
    });
  return tryPort(min);
}

const ownAddresses = () =>
  Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
