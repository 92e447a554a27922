import { createSocket, type Socket } from 'node:dgram';

/** A faulty network between a client's media and a server on this machine. One client at a time. */
export interface UdpRelay {
  readonly port: number;
  /** Share of packets lost in each direction, 0 to 1. Packets are dropped at regular intervals, not randomly. */
  loss: number;
  /** Gives the client another address towards the server, as after a router restart or in another network. */
  rebind(): Promise<void>;
  /** Sends a packet to the server in the client's name. */
  forge(packet: Buffer): void;
  close(): Promise<void>;
}

export async function openUdpRelay(serverPort: number): Promise<UdpRelay> {
  const front = createSocket('udp4');
  let clientPort = 0;
  let due = 0;
  const lost = () => {
    due += relay.loss;
    if (due < 1) return false;
    due -= 1;
    return true;
  };
  const open = async (): Promise<Socket> => {
    const socket = createSocket('udp4');
    socket.on('message', (packet) => {
      if (clientPort !== 0 && !lost()) front.send(packet, clientPort, '127.0.0.1');
    });
    await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
    return socket;
  };
  const end = (socket: Socket) => new Promise<void>((resolve) => socket.close(() => resolve()));
  let back = await open();
  front.on('message', (packet, { port }) => {
    clientPort = port;
    if (!lost()) back.send(packet, serverPort, '127.0.0.1');
  });
  await new Promise<void>((resolve) => front.bind(0, '127.0.0.1', resolve));
  const relay: UdpRelay = {
    port: front.address().port,
    loss: 0,
    rebind: async () => {
      const before = back;
      back = await open();
      await end(before);
    },
    forge: (packet) => back.send(packet, serverPort, '127.0.0.1'),
    close: async () => {
      await Promise.all([end(front), end(back)]);
    },
  };
  return relay;
}
