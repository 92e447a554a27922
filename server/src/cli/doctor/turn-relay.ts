import { lookup } from 'node:dns/promises';
import { TcpTransport, TlsTransport, TurnProtocol, UdpTransport } from 'werift';
import { createTurnCredentials, type TurnServers } from '../../room-server/signal/turn-servers.ts';

const ANSWER_MS = 5_000;
const RELAY_SECONDS = 60;

export interface OpenRelay {
  relayAddress: string;
  /** This machine's address as the TURN server sees it. */
  seenAs: string;
  /** Sends a datagram from the relay, as a client outside would. @throws Error when the server does not allow the peer. */
  send(payload: Buffer, address: string, port: number): Promise<void>;
  close(): Promise<void>;
}

/** The TURN server has another secret, or its clock differs. */
export class RefusedCredentialsError extends Error {}

/**
 * Opens a relay with credentials like those that clients get.
 * @throws Error with what the server answered, or that it did not.
 */
export async function openRelay(url: string, turn: TurnServers): Promise<OpenRelay> {
  const [, scheme, host = '', portText, transportText] =
    /^(turns?):(\[[^\]]+\]|[^:?]+)(?::(\d+))?(?:\?transport=(udp|tcp))?$/i.exec(url) ?? [];
  const secure = scheme?.toLowerCase() === 'turns';
  const name = host.replace(/^\[|\]$/g, '');
  const port = Number(portText ?? (secure ? 5349 : 3478));
  const { address } = await lookup(name, { family: 4 });
  const connecting: Promise<TcpTransport | TlsTransport | UdpTransport> = secure
    ? TlsTransport.init([address, port], { servername: name })
    : transportText === 'tcp'
      ? TcpTransport.init([address, port])
      : UdpTransport.init('udp4');
  const transport = await within(connecting, `${name}:${port} takes no connection`);
  const { username, credential } = createTurnCredentials(turn, 'doctor', Date.now());
  const relay = new TurnProtocol([address, port], username, credential, RELAY_SECONDS, transport);
  try {
    await within(relay.connectionMade(), `${name}:${port} does not answer`);
  } catch (error) {
    await transport.close();
    // After the authentication challenge the server does not sign its refusal, and werift waits for a signed answer.
    if (relay.realm !== undefined)
      throw new RefusedCredentialsError(`${name}:${port} refuses the credentials`);
    throw 'str' in (error as Error)
      ? new Error(`${name}:${port}: ${(error as { str?: string }).str}`)
      : error;
  }
  return {
    relayAddress: relay.relayedAddress[0],
    seenAs: relay.mappedAddress[0],
    send: async (payload, to, toPort) => {
      await within(relay.getPermission([to, toPort]), `${name}:${port} does not relay to ${to}`);
      await relay.sendData(payload, [to, toPort]);
    },
    close: async () => {
      await relay.close().catch(() => undefined);
      await transport.close();
    },
  };
}

async function within<T>(work: Promise<T>, late: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(late)), ANSWER_MS);
  });
  work.catch(() => undefined);
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
