import assert from 'node:assert/strict';
import { callApi, tally } from '../../support/hostile/call-api.ts';
import { head, RawConnection } from '../../support/hostile/raw-http.ts';
import { defineScenario } from '../../support/hostile/scenario.ts';
import { TEST_API_KEY } from '../../support/service.ts';

const KEY = { 'x-api-key': TEST_API_KEY };
const ASKED_MEANWHILE = 100;

export const scenario = defineScenario<string, { meanwhile: Record<string, number>; after: number }>({
  title: 'a client that requests much and reads nothing delays no other request',
  memoryMiB: 200,
  openAfter: 30,
  async prepare({ client }) {
    // Lists of a few megabytes, so that no socket buffer can take a whole list.
    let id = '';
    for (let count = 0; count < 30; count++)
      ({ id } = await client.post('/v3/brains', { body: { instructions: 'x'.repeat(90_000) } }));
    return id;
  },
  async attack(target) {
    const connections = Array.from({ length: 40 }, () => new RawConnection(target, { read: false }));
    for (const connection of connections) {
      await connection.connected();
      // As many requests as fit into one packet; each would get a response of 2.7 MB.
      await connection.write(head('GET', '/v3/brains?take=50', KEY).repeat(20));
    }
    const meanwhile = [];
    for (let count = 0; count < ASKED_MEANWHILE; count++)
      meanwhile.push(await callApi(target.url, 'GET', `/v3/brains/${target.given}`, { headers: KEY }));
    for (const connection of connections) connection.reset();
    // While this organization does not read its lists, its next list waits for them.
    const after = await callApi(target.url, 'GET', '/v3/brains?take=1', { headers: KEY });
    return { meanwhile: tally(meanwhile), after: after.status };
  },
  check({ meanwhile, after }) {
    assert.deepEqual(meanwhile, { 200: ASKED_MEANWHILE });
    assert.equal(after, 200);
  },
});
