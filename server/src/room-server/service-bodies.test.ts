import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { CLIENT_HEADER } from './request-token.ts';
import { ServiceBodies } from './service-bodies.ts';

const MAX_BYTES = 1024 * 1024;

function bodyOf(client: string): PassThrough {
  const headers = { [CLIENT_HEADER]: client, 'content-length': String(MAX_BYTES) };
  return Object.assign(new PassThrough({ highWaterMark: 2 * MAX_BYTES }), { headers });
}

const read = (bodies: ServiceBodies, body: PassThrough) => bodies.read(body as unknown as IncomingMessage);

test('the bodies of all addresses together stay within their limit', async () => {
  const bodies = new ServiceBodies(MAX_BYTES);
  const refused: Promise<unknown>[] = [];
  const sent = Array.from({ length: 80 }, (_, index) => bodyOf(`10.0.0.${index}`));
  for (const body of sent) {
    refused.push(read(bodies, body).catch((error: unknown) => error));
    body.write(Buffer.alloc(MAX_BYTES));
  }
  await Promise.all(refused.slice(64));
  for (const body of sent) body.end();
  const answers = await Promise.all(refused);
  expect(answers.filter((answer) => !(answer instanceof Buffer))).toHaveLength(16);
  expect(answers.at(-1)).toMatchObject({ code: 'resource_exhausted' });
});

test('bytes that are announced but not sent take no space', async () => {
  const bodies = new ServiceBodies(MAX_BYTES);
  const waiting = Array.from({ length: 40 }, () => bodyOf('10.0.0.1'));
  const reads = waiting.map((body) => read(bodies, body));
  const body = bodyOf('10.0.0.1');
  body.end('{}');
  expect((await read(bodies, body)).toString()).toBe('{}');
  for (const one of waiting) one.end();
  await Promise.all(reads);
});
