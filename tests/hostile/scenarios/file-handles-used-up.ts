import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { callApi } from '../../support/hostile/call-api.ts';
import { passed } from '../../support/hostile/raw-http.ts';
import { defineScenario } from '../../support/hostile/scenario.ts';

export const scenario = defineScenario({
  title: 'a service without file handles refuses connections, and goes on when there are some again',
  memoryMiB: 100,
  // Health checks are refused as well, because no file handle is left to accept them.
  mayRefuseHealth: true,
  async prepare({ child }) {
    const open = readdirSync(`/proc/${child.pid}/fd`).length;
    execFileSync('prlimit', [`--pid=${child.pid}`, `--nofile=${open + 60}`]);
    return null;
  },
  async attack({ host, port, url }) {
    for (let round = 0; round < 5; round++) {
      const sockets = Array.from({ length: 300 }, () => {
        const socket = connect({ host, port });
        socket.on('error', () => socket.destroy());
        return socket;
      });
      await passed(500);
      for (const socket of sockets) socket.resetAndDestroy();
      await passed(200);
    }
    return { after: (await callApi(url, 'GET', '/v3/health')).status };
  },
  check({ after }) {
    assert.equal(after, 200);
  },
});
