import assert from 'node:assert/strict';
import { head, passed, RawConnection } from '../../support/hostile/raw-http.ts';
import { defineScenario } from '../../support/hostile/scenario.ts';
import { TEST_API_KEY } from '../../support/service.ts';

const KEY = { 'x-api-key': TEST_API_KEY };

export const scenario = defineScenario({
  title: 'who asks for much and reads nothing fills no memory',
  memoryMiB: 200,
  openAfter: 30,
  async prepare({ client }) {
    // Lists of a few megabytes, so that no socket takes one whole.
    for (let count = 0; count < 30; count++) {
      await client.post('/v3/brains', { body: { instructions: 'x'.repeat(90_000) } });
    }
    return null;
  },
  async attack(target) {
    const connections = Array.from({ length: 40 }, () => new RawConnection(target, { read: false }));
    for (const connection of connections) {
      await connection.connected();
      // As many requests as one packet holds: each would get an answer of 2.7 MB.
      await connection.write(head('GET', '/v3/brains?take=50', KEY).repeat(20));
    }
    await passed(5_000);
    for (const connection of connections) connection.reset();
    const after = new RawConnection(target);
    await after.write(head('GET', '/v3/brains?take=1', KEY));
    return { after: await after.status() };
  },
  check({ after }) {
    assert.equal(after, 200);
  },
});
