import assert from 'node:assert/strict';
import { atTheLimit, type Schema } from '../../support/hostile/at-the-limit.ts';
import { callApi } from '../../support/hostile/call-api.ts';
import { defineScenario } from '../../support/hostile/scenario.ts';
import { TEST_API_KEY } from '../../support/service.ts';

const ADMIN_TOKEN = 'an-admin-token-for-hostile-tests';
const EACH = 5;

interface Document {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema }> } }>>;
  components: { schemas: Record<string, Schema> };
}

export const scenario = defineScenario<null, { calls: number; faults: string[]; beyond: string[] }>({
  title:
    'every text, list and number of every operation, at its limit and above it, is answered and costs little',
  env: { VISAVIS_ADMIN_TOKEN: ADMIN_TOKEN, VISAVIS_VIDEO_FPS: '10' },
  memoryMiB: 400,
  async attack({ url }) {
    const { paths, components } = JSON.parse((await callApi(url, 'GET', '/openapi.json')).text) as Document;
    const resolve = (ref: string) => components.schemas[ref.split('/').at(-1)!]!;
    const faults: string[] = [];
    const beyond: string[] = [];
    let calls = 0;
    for (const [path, methods] of Object.entries(paths)) {
      for (const [method, { requestBody }] of Object.entries(methods)) {
        const schema = requestBody?.content['application/json']?.schema;
        if (!schema) continue;
        const headers: Record<string, string> = path.startsWith('/admin')
          ? { authorization: `Bearer ${ADMIN_TOKEN}` }
          : { 'x-api-key': TEST_API_KEY };
        const place = path.replace(/\{\w+\}/g, 'x'.repeat(200));
        for (const over of [0, 1] as const) {
          const body = JSON.stringify(atTheLimit(schema, resolve, over));
          const answers = await Promise.all(
            Array.from({ length: EACH }, () => callApi(url, method.toUpperCase(), place, { headers, body })),
          );
          calls += answers.length;
          for (const { status } of answers) {
            if (status === 0 || (status >= 500 && status !== 503))
              faults.push(`${method} ${path} ${over}: ${status}`);
            if (over && status < 300) beyond.push(`${method} ${path}: ${status}`);
          }
        }
      }
    }
    return { calls, faults, beyond };
  },
  check({ calls, faults, beyond }) {
    assert.ok(calls > 200, `the document has given ${calls} calls`);
    assert.deepEqual(faults, []);
    assert.deepEqual([...new Set(beyond)], [], 'what is above its limit was taken');
  },
});
