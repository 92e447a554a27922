import assert from 'node:assert/strict';
import { callApi, tally } from '../../support/hostile/call-api.ts';
import { head, RawConnection } from '../../support/hostile/raw-http.ts';
import { defineScenario } from '../../support/hostile/scenario.ts';
import { TEST_API_KEY } from '../../support/service.ts';

const MIB = 2 ** 20;
/** The maximum body size of the operation. */
const TAKEN = MIB;
const key = { 'x-api-key': TEST_API_KEY };

export const scenario = defineScenario({
  title: 'oversized input is refused as soon as its size is known',
  memoryMiB: 250,
  async attack(target) {
    const { url } = target;
    const large = await Promise.all(
      Array.from({ length: 20 }, () =>
        callApi(url, 'POST', '/v3/brains', { headers: key, body: Buffer.alloc(4 * MIB, ' ') }),
      ),
    );
    // Only the head: the request is refused before any of the body arrives.
    const announced = new RawConnection(target);
    const json = { ...key, 'content-type': 'application/json' };
    await announced.write(head('POST', '/v3/brains', { ...json, 'content-length': 4 * MIB }));
    // Without a content length, so the size is unknown in advance. One byte more than allowed is sent, without an end.
    const chunked = new RawConnection(target);
    await chunked.write(head('POST', '/v3/brains', { ...json, 'transfer-encoding': 'chunked' }));
    const chunk = `10000\r\n${' '.repeat(0x10000)}\r\n`;
    for (let sent = 0; sent < TAKEN; sent += 0x10000) await chunked.write(chunk);
    await chunked.write('1\r\n \r\n');
    const path = await callApi(url, 'GET', `/v3/voices/${'x'.repeat(12_000)}`, { headers: key });
    const query = await callApi(url, 'GET', `/v3/voices?${'a&'.repeat(6_000)}`, { headers: key });
    const ask = async (text: string) => {
      const connection = new RawConnection(target);
      await connection.write(text);
      const status = await connection.status();
      connection.reset();
      return status;
    };
    const manyHeaders = Object.fromEntries(Array.from({ length: 1_500 }, (_, i) => [`x-${i}`, '1']));
    return {
      large: tally(large),
      announced: await announced.status(),
      chunked: await chunked.status(),
      path: path.status,
      query: query.status,
      headers: await ask(head('GET', '/v3/health', { 'x-long': 'x'.repeat(1_000_000) })),
      address: await ask(head('GET', `/${'x'.repeat(100_000)}`)),
      manyHeaders: await ask(head('GET', '/v3/health', manyHeaders)),
      manyCookies: await ask(head('GET', '/v3/voices', { ...key, cookie: 'a=b; '.repeat(2_000) })),
      bearer: await ask(
        head('GET', '/admin/organizations', { authorization: `Bearer${' '.repeat(10_000)}x y` }),
      ),
      types: await ask(
        `${head('POST', '/v3/brains', { ...key, 'content-length': 2, 'content-type': `application/json;${' ;'.repeat(5_000)}` })}{}`,
      ),
    };
  },
  check({ large, ...statuses }) {
    assert.deepEqual(Object.keys(large), ['413']);
    assert.deepEqual(statuses, {
      announced: 413,
      chunked: 413,
      path: 400,
      query: 400,
      headers: 400,
      address: 400,
      manyHeaders: 200,
      manyCookies: 200,
      bearer: 401,
      types: 400,
    });
  },
});
