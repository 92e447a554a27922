import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { passed } from '../../support/hostile/raw-http.ts';
import { defineScenario } from '../../support/hostile/scenario.ts';

const ASKED = 3_000;

export const scenario = defineScenario({
  title: 'thousands of connections from one address leave room for all others',
  memoryMiB: 150,
  openAfter: 30,
  async attack({ host, port }) {
    // Linux answers for all of 127.0.0.0/8, so this is another address than that of the health check.
    const sockets: Socket[] = [];
    let closed = 0;
    for (let count = 0; count < ASKED; count++) {
      const socket = connect({ host, port, localAddress: '127.0.0.2' });
      socket.on('error', () => socket.destroy());
      socket.on('close', () => closed++);
      socket.resume();
      sockets.push(socket);
      if (count % 100 === 0) await passed(10);
    }
    await passed(3_000);
    const left = ASKED - closed;
    for (const socket of sockets) socket.resetAndDestroy();
    return { left };
  },
  check({ left }) {
    assert.ok(left <= 2_000, `${left} connections of one address were open at the same time`);
    assert.ok(left > 500, `${left} connections were open: the attack did not reach the service`);
  },
});
