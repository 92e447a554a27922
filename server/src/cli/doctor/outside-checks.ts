/** Checks whether a client of another network could connect, as far as this machine can find out from inside. */
import { networkInterfaces } from 'node:os';
import type { Config } from '../../config.ts';
import { isPublicAddress } from '../../lib/public-fetch.ts';
import { type Check, type Finding, note, ok } from './finding.ts';

export const checkOutside: Check = {
  name: 'Reachability',
  async run({ media, livekit, port }) {
    if (livekit) return ok('clients send media to the LiveKit server; check its own settings');
    const announced = [...new Set([...media.publicIps, ...ownAddresses()])];
    const findings: Finding[] = [];
    if (announced.length === 0)
      findings.push(
        note('this machine has only a loopback address: only clients on this machine can connect'),
      );
    else {
      const list = announced.join(', ');
      const reachable = announced.some(
        (address) => !/^[\d.:a-f]+$/i.test(address) || isPublicAddress(address),
      );
      findings.push(
        reachable
          ? ok(`media is announced at ${list}`)
          : note(
              `media is announced at ${list}, which only clients in this network can reach`,
              'For clients in other networks, set VISAVIS_PUBLIC_IP to the internet address of this machine.',
            ),
        firewallFinding(port, media.ports),
      );
    }
    findings.push(
      media.turn
        ? ok(`clients can relay media through ${media.turn.urls.join(', ')}`)
        : note(
            'no TURN server: clients whose network allows only outgoing TCP 443 cannot connect',
            'Set VISAVIS_TURN_URLS and VISAVIS_TURN_SECRET.',
          ),
    );
    return findings;
  },
};

function firewallFinding(port: number, ports: Config['media']['ports']): Finding {
  if (!ports) {
    return note(
      'media uses any free port, so no firewall rule can allow it',
      'Set VISAVIS_MEDIA_PORTS, for example to 50000-50000 (one port is enough), and open it for UDP and TCP.',
    );
  }
  const range = ports.min === ports.max ? String(ports.min) : `${ports.min}-${ports.max}`;
  return ok(`ports to open in firewalls: TCP ${port} (or that of your proxy), and UDP and TCP ${range}`);
}

/** Returns this machine's IPv4 addresses in its networks. */
export const ownAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
