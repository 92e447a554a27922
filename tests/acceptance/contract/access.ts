import { expect } from 'vitest';
import { TEST_API_KEY } from '../../support/service.ts';
import type { ContractRun } from './contract-run.ts';
import { specified } from './sentences.ts';
import { OPERATIONS, type Operation } from './specification.ts';

/** Tests which credentials each operation requires, and how a request looks on the wire. */
export function accessTests(run: () => ContractRun): void {
  async function statusOf(
    { method, path, body }: Operation,
    headers: Record<string, string>,
  ): Promise<number> {
    const json = body ? { 'content-type': 'application/json' } : undefined;
    const address = path.replace(/\{\w+\}/g, 'unknown');
    return (await run().send(method, address, { ...headers, ...json }, body && '{}')).status;
  }
  const withKeys = OPERATIONS.filter(({ auth }) => auth === 'api key');
  const pass = OPERATIONS.find(({ auth }) => auth === 'bearer token')!;

  specified(
    'Every operation except the health check and the session-pass operation requires the header `x-api-key` carrying an API key: `x-api-key: <API_KEY>`.',
    async () => {
      const { token } = await run().visavis.post('/v3/tokens', { body: { user: 'a-browser' } });
      for (const operation of withKeys) {
        const { name } = operation;
        expect(await statusOf(operation, {}), name).toBe(401);
        expect(await statusOf(operation, { 'x-api-key': 'vv_wrong' }), name).toBe(401);
        expect(await statusOf(operation, { authorization: `Bearer ${TEST_API_KEY}` }), name).toBe(401);
        expect(await statusOf(operation, { authorization: `Bearer ${token}` }), name).toBe(401);
        // With an API key, the request itself is checked.
        expect([200, 201, 400, 404], name).toContain(
          await statusOf(operation, { 'x-api-key': TEST_API_KEY }),
        );
      }
    },
  );

  specified(
    'The session-pass operation instead requires the header `Authorization: Bearer <ACCESS_TOKEN>`.',
    async () => {
      const { token } = await run().visavis.post('/v3/tokens', { body: { user: 'a-browser' } });
      expect(await statusOf(pass, {})).toBe(401);
      expect(await statusOf(pass, { 'x-api-key': TEST_API_KEY })).toBe(401);
      expect(await statusOf(pass, { authorization: `Bearer ${TEST_API_KEY}` })).toBe(401);
      expect(await statusOf(pass, { authorization: `Bearer ${token}x` })).toBe(401);
      expect(await statusOf(pass, { authorization: `Bearer ${token}` })).toBe(400);
    },
  );

  specified(
    [
      'The health check requires no credential.',
      '**Health check.** No parameters. Response: HealthResponse.',
      'check that the API is up.',
      'The health response carries a `version` string.',
    ],
    async () => {
      expect(await run().send('GET', '/v3/health', {})).toEqual({
        status: 200,
        body: { status: 'ok', version: expect.stringMatching(/^3\.\d+\.\d+/) },
      });
    },
  );

  specified('Requests with a body use `Content-Type: application/json`.', async () => {
    const key = { 'x-api-key': TEST_API_KEY };
    for (const { name, method, path, body } of withKeys.filter((each) => each.body)) {
      const address = path.replace('{id}', 'unknown');
      const asText = await run().send(method, address, { ...key, 'content-type': 'text/plain' }, '{}');
      expect(asText.status, name).toBe(415);
      const asJson = await run().send(method, address, { ...key, 'content-type': 'application/json' }, '{}');
      expect(asJson.status, `${name} ${JSON.stringify(body)}`).not.toBe(415);
    }
  });

  specified('The path prefix selects the version.', async () => {
    // Knowledge bases are also available below /v1, in addition to the specification.
    for (const { path } of OPERATIONS.filter(({ path }) => !path.startsWith('/v3/knowledge-bases'))) {
      const other = path.replace(/^\/v[13]/, (prefix) => (prefix === '/v1' ? '/v3' : '/v1'));
      const answer = await run().sendJson('GET', other.replace(/\{\w+\}/g, 'unknown'));
      expect({ other, status: answer.status }).toEqual({ other, status: 404 });
    }
  });
}
