import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { readBlob } from '../../domain/blobs.ts';
import { testBlobStore } from '../testing/blob-conformance.ts';
import { type S3TestServer, startS3Server } from '../testing/s3-server.ts';
import { openS3BlobStore, type S3BlobStore, type S3Options } from './s3-blob-store.ts';

let server: S3TestServer;
let blobs: S3BlobStore;
const options = { contentType: 'text/plain', maxBytes: 100_000_000 };
const settings = (): S3Options => ({
  endpoint: server.endpoint,
  bucket: server.bucket,
  accessKeyId: 'test-key',
  secretAccessKey: 'test-secret',
});

beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server.stop());
beforeEach(async () => {
  server.objects.clear();
  blobs = await openS3BlobStore(settings());
});
afterEach(() => {
  server.fail(undefined);
  blobs.close();
});

testBlobStore('a bucket', () => blobs);

const large = () => Readable.from([Buffer.alloc(9_000_000), Buffer.alloc(9_000_000)]);

it('finds credentials like the AWS SDK if none are given', async () => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key-of-a-role');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret-of-a-role');
  const { endpoint, bucket } = server;
  const found = await openS3BlobStore({ endpoint, bucket });
  await found.put('small', Readable.from([Buffer.from('x')]), options);
  expect((await readBlob(found, 'small'))?.toString()).toBe('x');
  found.close();
  vi.unstubAllEnvs();
});

it('sends a small stream in one request and a large one in parts', async () => {
  server.requests.length = 0;
  await blobs.put('small', Readable.from([Buffer.from('x')]), options);
  expect(server.requests).toEqual(['PUT']);
  server.requests.length = 0;
  await blobs.put('large', large(), options);
  expect(server.requests.map((request) => request.split(' ')[0])).toEqual([
    'POST',
    'PUT',
    'PUT',
    'PUT',
    'POST',
  ]);
});

it('sends a part again if the server was too busy', async () => {
  let refused = 0;
  server.fail(({ query }) => {
    if (query.get('partNumber') !== '2' || refused >= 2) return undefined;
    refused += 1;
    return 503;
  });
  const { size } = await blobs.put('large', large(), options);
  expect({ size, refused }).toEqual({ size: 18_000_000, refused: 2 });
  expect((await readBlob(blobs, 'large'))?.length).toBe(18_000_000);
});

it('aborts an upload that is refused, too large or interrupted, so that no part is kept', async () => {
  server.fail(({ query }) => (query.get('partNumber') === '2' ? 403 : undefined));
  await expect(blobs.put('large', large(), options)).rejects.toThrow('AccessDenied');
  server.fail(undefined);
  await expect(blobs.put('large', large(), { ...options, maxBytes: 17_000_000 })).rejects.toThrow(
    'more than',
  );
  expect(server.uploads.size).toBe(0);
  expect(server.objects.size).toBe(0);
});

it('names the bucket that it cannot reach and the reason, and no secret', async () => {
  const failure = (changes: object) =>
    openS3BlobStore({ ...settings(), ...changes }).then(
      () => 'none',
      (error: Error) => error.message,
    );
  expect(await failure({ bucket: 'other' })).toBe(
    'the S3 bucket other cannot be reached (HTTP 404 NotFound)',
  );
  expect(await failure({ endpoint: 'http://127.0.0.1:1' })).toMatch(/cannot be reached \(ECONNREFUSED\)$/);
  server.fail(() => 401);
  expect(await failure({})).toMatch(/cannot be reached \(HTTP 401\)$/);
  server.fail(undefined);
});

it.each([
  { answer: 500, kind: 'unavailable' },
  { answer: 503, kind: 'unavailable' },
  { answer: 507, kind: 'resources' },
])('distinguishes a storage that answers $answer from one that refuses', async ({ answer, kind }) => {
  server.fail(() => answer);
  await expect(blobs.put('small', Readable.from([Buffer.from('x')]), options)).rejects.toMatchObject({
    kind,
  });
  await expect(blobs.get('small')).rejects.toMatchObject({ kind });
  server.fail(() => 403);
  await expect(blobs.get('small')).rejects.not.toHaveProperty('kind');
});

it('reports a storage that does not exist', async () => {
  const gone = await startS3Server();
  const { endpoint, bucket } = gone;
  const opened = await openS3BlobStore({ ...settings(), endpoint, bucket });
  await gone.stop();
  await expect(opened.get('small')).rejects.toMatchObject({ name: 'BlobStoreError', kind: 'unavailable' });
  opened.close();
});
