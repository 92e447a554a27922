import assert from 'node:assert/strict';
import { head, RawConnection } from '../../support/hostile/raw-http.ts';
import { defineScenario } from '../../support/hostile/scenario.ts';
import { TEST_API_KEY } from '../../support/service.ts';

/** Java's HTTP client sends these headers with every request over plain HTTP. */
const H2C = {
  connection: 'Upgrade, HTTP2-Settings',
  upgrade: 'h2c',
  'http2-settings': 'AAEAAEAAAAIAAAABAAMAAABk',
};
const BODY = JSON.stringify({ name: 'Offered h2c' });
const JSON_TYPE = { 'content-type': 'application/json', 'x-api-key': TEST_API_KEY };

export const scenario = defineScenario({
  title: 'an upgrade to any protocol but WebSocket is ignored, and the request is answered normally',
  memoryMiB: 80,
  async attack(target) {
    const ask = async (...texts: string[]) => {
      const connection = new RawConnection(target);
      for (const text of texts) await connection.write(text);
      await connection.status();
      const { received } = connection;
      connection.reset();
      return Number(/^HTTP\/1\.1 (\d{3})/.exec(received)?.[1] ?? 0);
    };
    const answers: Record<string, number> = {};
    for (const upgrade of ['h2c', 'HTTP/2.0', 'TLS/1.0', 'websocket2', 'foo/1, bar', '']) {
      answers[upgrade] = await ask(head('GET', '/v3/health', { connection: 'Upgrade', upgrade }));
    }
    const post = head('POST', '/v3/knowledge-bases', { ...H2C, ...JSON_TYPE, 'content-length': BODY.length });
    answers['with a body'] = await ask(post + BODY);
    answers['with a body that comes later'] = await ask(post, BODY);
    const chunks = `${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;
    const chunked = head('POST', '/v3/knowledge-bases', {
      ...H2C,
      ...JSON_TYPE,
      'transfer-encoding': 'chunked',
    });
    answers['in chunks'] = await ask(chunked, chunks);
    answers['to the room server'] = await ask(head('GET', '/rtc/validate', H2C));

    // The connection stays usable afterwards: the second request gets a response, too.
    const kept = new RawConnection(target);
    await kept.write(post + BODY);
    await kept.status();
    kept.received = '';
    await kept.write(head('GET', '/v3/health', H2C));
    answers['the next on the same connection'] = await kept.status();
    kept.reset();
    return answers;
  },
  check(answers) {
    assert.deepEqual(answers, {
      h2c: 200,
      'HTTP/2.0': 200,
      'TLS/1.0': 200,
      websocket2: 200,
      'foo/1, bar': 200,
      '': 200,
      'with a body': 201,
      'with a body that comes later': 201,
      'in chunks': 201,
      'to the room server': 401,
      'the next on the same connection': 200,
    });
  },
});
