/**
 * A service and its visitor in separate networks. The router between them hides the visitor's address (NAT) and lets
 * out only TCP to the given ports. Only on Linux, and only for root.
 */
import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export const SERVICE_ADDRESS = '10.213.1.2';

export interface Networks {
  /** Prefix of a command that runs it in the service's network. */
  readonly service: readonly string[];
  readonly visitor: readonly string[];
  remove(): Promise<void>;
}

/** Returns why this machine cannot create them; undefined if it can. */
export function whyNoNamespaces(): string | undefined {
  if (process.getuid?.() !== 0) return 'network namespaces need root';
  for (const program of ['ip', 'nft']) {
    if (spawnSync(program, ['-V']).error) return `there is no ${program} (Debian: iproute2, nftables)`;
  }
  const name = `vv-try-${process.pid}`;
  const { status, stderr } = spawnSync('ip', ['netns', 'add', name], { encoding: 'utf8' });
  if (status !== 0) return stderr.trim();
  spawnSync('ip', ['netns', 'del', name]);
  return undefined;
}

export async function makeNetworks(tcpPorts: readonly number[]): Promise<Networks> {
  const [service, router, visitor] = ['s', 'r', 'v'].map((part) => `vv-${part}-${process.pid}`) as [
    string,
    string,
    string,
  ];
  const ip = (line: string) => run('ip', line.split(' '));
  const remove = async () => {
    for (const name of [service, router, visitor]) await ip(`netns del ${name}`).catch(() => undefined);
  };
  try {
    for (const name of [service, router, visitor]) {
      await ip(`netns add ${name}`);
      await ip(`-n ${name} link set lo up`);
    }
    const link = async (inner: string, network: number) => {
      await ip(`link add inner netns ${inner} type veth peer name net${network} netns ${router}`);
      await ip(`-n ${inner} addr add 10.213.${network}.2/24 dev inner`);
      await ip(`-n ${router} addr add 10.213.${network}.1/24 dev net${network}`);
      await ip(`-n ${inner} link set inner up`);
      await ip(`-n ${router} link set net${network} up`);
      await ip(`-n ${inner} route add default via 10.213.${network}.1`);
    };
    await link(service, 1);
    await link(visitor, 2);
    await run('ip', ['netns', 'exec', router, 'sysctl', '-qw', 'net.ipv4.ip_forward=1']);
    await run('ip', ['netns', 'exec', router, 'nft', rules(tcpPorts)]);
  } catch (error) {
    await remove();
    throw error;
  }
  const inside = (name: string) => ['ip', 'netns', 'exec', name];
  return { service: inside(service), visitor: inside(visitor), remove };
}

const rules = (tcpPorts: readonly number[]) => `
table ip visavis {
  chain forward {
    type filter hook forward priority 0; policy drop;
    ct state established accept
    iifname "net2" tcp dport { ${tcpPorts.join(', ')} } accept
  }
  chain postrouting {
    type nat hook postrouting priority 100;
    oifname "net1" masquerade
  }
}`;
