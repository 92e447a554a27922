import assert from 'node:assert/strict';
import { head, passed, RawConnection } from '../../support/hostile/raw-http.ts';
import { defineScenario } from '../../support/hostile/scenario.ts';
import { TEST_API_KEY } from '../../support/service.ts';

const LENGTH = { 'content-length': 100_000, 'content-type': 'application/json' };

/** Answered before their body arrives: without a credential, with a wrong signature, or too large. */
const ANSWERED = [
  head('POST', '/v3/brains', LENGTH),
  head('PUT', '/uploads/doc_1?expires=1&signature=x', { ...LENGTH, 'content-type': 'text/plain' }),
  head('POST', '/v3/brains', { ...LENGTH, 'x-api-key': TEST_API_KEY, 'content-length': 900_000_000 }),
];

export const scenario = defineScenario({
  title: 'a trickling body ends with its answer, and hundreds of them delay nobody',
  memoryMiB: 100,
  openAfter: 30,
  async attack(target) {
    const connections = Array.from({ length: 300 }, (_, index) => ({
      connection: new RawConnection(target),
      text: ANSWERED[index % ANSWERED.length]!,
    }));
    // A connection that stays open after its response makes the attack fail by its deadline.
    const lives = connections.map(async ({ connection, text }) => {
      await connection.write(text);
      while (!connection.socket.destroyed && !connection.socket.readableEnded) {
        await connection.write(' ');
        await passed(100);
      }
      connection.reset();
      return connection.status();
    });
    return { statuses: await Promise.all(lives) };
  },
  check({ statuses }) {
    assert.deepEqual(
      [...new Set(statuses)].sort((a, b) => a - b),
      [401, 403, 413],
    );
  },
});
