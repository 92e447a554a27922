import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { callApi } from '../../support/hostile/call-api.ts';
import { defineScenario } from '../../support/hostile/scenario.ts';
import { poll } from '../../support/poll.ts';

const ROUNDS = 5;
const HANDLES = 60;
/** Connections of a round: far more than there are handles for. */
const CONNECTIONS = 300;

export const scenario = defineScenario({
  title: 'a service without file handles refuses connections, and goes on when there are some again',
  memoryMiB: 100,
  // Health checks are refused as well, because no file handle is left to accept them.
  mayRefuseHealth: true,
  async prepare({ child }) {
    const open = readdirSync(`/proc/${child.pid}/fd`).length;
    execFileSync('prlimit', [`--pid=${child.pid}`, `--nofile=${open + HANDLES}`]);
    return null;
  },
  async attack({ host, port, url }) {
    for (let round = 0; round < ROUNDS; round++) {
      let refused = 0;
      const sockets = Array.from({ length: CONNECTIONS }, () => {
        const socket = connect({ host, port });
        socket.on('error', () => socket.destroy());
        socket.once('close', () => refused++);
        return socket.resume();
      });
      await poll(
        `all that there is no handle for to be refused in round ${round}`,
        () => refused,
        (count) => count >= CONNECTIONS - HANDLES,
      );
      for (const socket of sockets) socket.resetAndDestroy();
    }
    const after = await poll(
      'health to be answered again',
      async () => (await callApi(url, 'GET', '/v3/health')).status,
      (status) => status !== 0,
    );
    return { after };
  },
  check({ after }) {
    assert.equal(after, 200);
  },
});
