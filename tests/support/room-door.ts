import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** `silent`: accepts connections, and answers nothing. */
type Mood = 'open' | 'shut' | 'refusing' | 'silent';

/** The access to a service's rooms, which a test can shut, even for those inside, or make refuse or ignore newcomers. */
export interface RoomDoor {
  /** `ws://…` */
  readonly url: string;
  turn(mood: Mood): void;
  close(): void;
}

export async function openRoomDoor(port: number): Promise<RoomDoor> {
  let mood: Mood = 'open';
  const sockets = new Set<Socket>();
  const door = createServer((client) => {
    client.on('error', () => client.destroy());
    if (mood === 'shut') return client.destroy();
    if (mood === 'silent') {
      client.resume();
      sockets.add(client);
      return undefined;
    }
    if (mood === 'refusing')
      return client.once('data', () =>
        client.end(
          'HTTP/1.1 401 Unauthorized\r\naccess-control-allow-origin: *\r\nconnection: close\r\ncontent-length: 7\r\n\r\nexpired',
        ),
      );
    const upstream = connect(port, '127.0.0.1');
    upstream.on('error', () => client.destroy());
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
    client.pipe(upstream).pipe(client);
    sockets.add(client);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const turn = (now: Mood) => {
    mood = now;
    if (now !== 'open') for (const socket of sockets) socket.destroy();
  };
  return {
    url: `ws://127.0.0.1:${(door.address() as AddressInfo).port}`,
    turn,
    close: () => {
      turn('shut');
      door.close();
    },
  };
}
