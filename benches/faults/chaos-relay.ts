import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** Between clients and the service: breaks and delays connections. Each way goes on in order. */
export class ChaosRelay {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** How late bytes arrive that come now. */
  delayMs = 0;

  private constructor(targetPort: () => number) {
    this.#server = createServer((client) => {
      const upstream = connect({ host: '127.0.0.1', port: targetPort() });
      this.#carry(client, upstream);
      this.#carry(upstream, client);
    });
  }

  static async open(targetPort: () => number): Promise<ChaosRelay> {
    const relay = new ChaosRelay(targetPort);
    await new Promise<void>((resolve) => relay.#server.listen(0, '127.0.0.1', resolve));
    return relay;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Resets some of the connections that are open. */
  drop(isChosen: () => boolean): number {
    const chosen = [...this.#sockets].filter(isChosen);
    for (const socket of chosen) socket.resetAndDestroy();
    return chosen.length;
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
  }

  #carry(from: Socket, to: Socket): void {
    this.#sockets.add(from);
    from.on('error', () => from.destroy());
    from.on('close', () => {
      this.#sockets.delete(from);
      to.destroy();
    });
    from.on('data', (bytes) => {
      if (this.delayMs === 0) {
        if (!to.write(bytes)) {
          from.pause();
          to.once('drain', () => from.resume());
        }
        return;
      }
      // Paused, so that nothing overtakes it.
      from.pause();
      setTimeout(() => {
        if (!to.destroyed) to.write(bytes);
        from.resume();
      }, this.delayMs);
    });
    from.on('end', () => to.end());
  }
}
