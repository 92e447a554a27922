import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { callApi } from '../../support/hostile/call-api.ts';
import { defineScenario } from '../../support/hostile/scenario.ts';
import { poll } from '../../support/poll.ts';

const ROUNDS = 5;
const HANDLES = 60;
/** Connections per round: far more than there are file handles. */
const CONNECTIONS = 300;

interface Given {
  pid: number;
  /** The maximum number of file handles of the service. */
  maxHandles: number;
  [name: string]: number;
}

const countHandles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length;

export const scenario = defineScenario<Given, { after: number }>({
  title: 'a service that runs out of file handles refuses connections, and recovers when some are free again',
  memoryMiB: 100,
  // Health checks are refused as well, because no file handle is left to accept them.
  mayRefuseHealth: true,
  async prepare({ child }) {
    const pid = child.pid!;
    const maxHandles = countHandles(pid) + HANDLES;
    execFileSync('prlimit', [`--pid=${pid}`, `--nofile=${maxHandles}`]);
    return { pid, maxHandles };
  },
  async attack({ host, port, url, given: { pid, maxHandles } }) {
    for (let round = 0; round < ROUNDS; round++) {
      const sockets = Array.from({ length: CONNECTIONS }, () => {
        const socket = connect({ host, port });
        socket.on('error', () => socket.destroy());
        return socket;
      });
      const countLeft = () => maxHandles - countHandles(pid);
      // The service keeps one file handle in reserve.
      await poll(`the handles to be used up in round ${round}`, countLeft, (left) => left <= 1);
      for (const socket of sockets) socket.resetAndDestroy();
      await poll(`handles to be free after round ${round}`, countLeft, (left) => left > HANDLES / 2);
    }
    return { after: (await callApi(url, 'GET', '/v3/health')).status };
  },
  check({ after }) {
    assert.equal(after, 200);
  },
});
