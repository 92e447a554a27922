import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { callApi } from '../../support/hostile/call-api.ts';
import { defineScenario } from '../../support/hostile/scenario.ts';
import { poll } from '../../support/poll.ts';

/** The maximum number of simultaneous connections of one address. */
const MOST = 2_000;
/** The attack ends when this many connections have been refused. */
const REFUSED = 500;
const AT_ONCE = 100;
/** More than the service accepts from all addresses together. */
const MAX_ASKED = 12_000;

export const scenario = defineScenario({
  title: 'thousands of connections from one address leave capacity for all others',
  memoryMiB: 150,
  openAfter: 30,
  async attack({ host, port, url }) {
    const sockets: Socket[] = [];
    let open = 0;
    let refused = 0;
    const openOne = async () => {
      // On Linux all of 127.0.0.0/8 is local, so this address differs from that of the health check.
      const socket = connect({ host, port, localAddress: '127.0.0.2' });
      let isConnected = false;
      open++;
      sockets.push(socket);
      socket.on('error', () => socket.destroy());
      socket.once('connect', () => {
        isConnected = true;
      });
      socket.resume();
      socket.once('close', () => {
        open--;
        // A connection without a byte was refused; one that was only idle for long gets a response before it is closed.
        if (isConnected && socket.bytesRead === 0) refused++;
      });
      await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    };
    while (refused < REFUSED && sockets.length < MAX_ASKED)
      await Promise.all(Array.from({ length: AT_ONCE }, openOne));
    await poll(
      `${MOST} connections of one address at most`,
      () => open,
      (count) => count <= MOST,
    );
    assert.ok(refused >= REFUSED, `${refused} of ${sockets.length} connections were refused`);
    const { status } = await callApi(url, 'GET', '/v3/health');
    const left = open;
    for (const socket of sockets) socket.resetAndDestroy();
    return { left, status };
  },
  check({ left, status }) {
    assert.ok(left > 0, 'no connection was left: the service kept everybody out');
    assert.equal(status, 200);
  },
});
