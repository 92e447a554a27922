/** Checks whether a client of another network could connect, as far as this machine can find out from inside. */
import { networkInterfaces } from 'node:os';
import type { Config } from '../../config.ts';
import { isPublicAddress } from '../../lib/public-fetch.ts';
import { type Check, type Finding, note, ok } from './finding.ts';

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
    findings.push(
      media.turn
        ? ok(`clients may relay by ${media.turn.urls.join(', ')}`)
        : note(
            'no TURN server: clients whose network lets only TCP 443 out cannot connect',
            'Set VISAVIS_TURN_URLS and VISAVIS_TURN_SECRET.',
          ),
    );
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

const ownAddresses = () =>
  Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
