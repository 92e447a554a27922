import { expect, test } from 'vitest';
import { useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';

/** Tests the headers of a tool, which may hold secrets of the tool's server. */
const api = useApi();
const call = (method: string, path: string, body: object) => api.call(method, path, { body });
const make = (headers: object) =>
  call('POST', '/v3/tools', {
    name: 'book_table',
    description: 'Books a table.',
    url: 'https://booking.example/tables',
    headers,
  });

test('are not sent to a server other than the one they were given for', async () => {
  const { id } = (await make({ 'X-Key': 'open sesame' })).body;
  const path = `/v3/tools/${id}`;
  const elsewhere = 'https://elsewhere.example/tables';
  expectProblem(await call('PATCH', path, { url: elsewhere }), 422, 'headers');
  const url = 'https://booking.example/others';
  expect((await call('PATCH', path, { url })).body).toMatchObject({ url, headerNames: ['x-key'] });
  const moved = await call('PATCH', path, { url: elsewhere, headers: { 'X-Other': 'for it' } });
  expect(moved.body).toMatchObject({ url: elsewhere, headerNames: ['x-other'] });
  const bare = await call('PATCH', path, { url, headers: null });
  expect(bare.body).toMatchObject({ url, headerNames: [] });
});

test.each(['schlüssel', 'a\nb', 'a\r\nx-b: c'])(
  'that HTTP cannot carry are refused, and not quoted: %j',
  async (a) => {
    const refused = await make({ a });
    expect(expectProblem(refused, 400, 'headers.a').detail).toContain('ASCII characters without line breaks');
    expect(JSON.stringify(refused.body)).not.toContain(a.slice(-4));
  },
);

test.each(['Webhook-Id', 'Host', 'Content-Length'])(
  'that the service sets itself are refused: %s',
  async (name) => {
    expectProblem(await make({ [name]: 'x' }), 400, `headers.${name}`);
  },
);
