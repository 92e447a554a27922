import assert from 'node:assert/strict';
import { head, passed, RawConnection, WEBSOCKET } from '../../support/hostile/raw-http.ts';
import { defineScenario } from '../../support/hostile/scenario.ts';

const PATHS = [
  '/v3/health',
  '/',
  '/workers',
  '/rtc',
  '/rtc/v1?access_token=x',
  '/v1/sessions',
  '/nowhere',
  '/%zz',
];

export const scenario = defineScenario({
  title: 'a client that requests a WebSocket and hangs up at any moment leaves nothing open',
  env: { VISAVIS_WORKER_TOKEN: 'a-token-of-workers-with-32-characters' },
  memoryMiB: 120,
  async attack(target) {
    // The response is sent to a connection that was closed at once, closed after the request was read, or
    // half-closed. The test does not depend on which of these happens.
    for (const path of PATHS) {
      for (const delayMs of [undefined, 0, 1, 5, 20, 100]) {
        const connections = Array.from({ length: 10 }, () => new RawConnection(target, { read: false }));
        for (const connection of connections) {
          await connection.connected();
          await connection.write(head('GET', path, WEBSOCKET));
        }
        if (delayMs !== undefined) await passed(delayMs);
        connections.forEach((connection, index) => {
          if (index % 2) connection.reset();
          else connection.socket.end();
        });
        await passed(20);
        for (const connection of connections) connection.reset();
      }
    }
    // The service closes a client that stays, whether it reads the response or not. For a client that does not
    // read, the service's number of open connections shows that.
    const staying = Array.from(
      { length: 300 },
      (_, index) => new RawConnection(target, { read: index % 2 === 0 }),
    );
    await Promise.all(staying.map((connection) => connection.connected()));
    await Promise.all(staying.map((connection) => connection.write(head('GET', '/v3/health', WEBSOCKET))));
    const reading = staying.filter((_, index) => index % 2 === 0);
    await Promise.all(reading.map((connection) => connection.closed));
    return { statuses: await Promise.all(reading.map((connection) => connection.status())) };
  },
  check({ statuses }) {
    assert.deepEqual([...new Set(statuses)], [404]);
  },
});
