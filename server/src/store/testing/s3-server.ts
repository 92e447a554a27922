import { createHash, randomUUID } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

interface StoredObject {
  body: Buffer;
  contentType: string;
}

interface Upload {
  key: string;
  contentType: string;
  parts: Map<number, Buffer>;
}

/** Answers a request instead of the server if it returns a status. */
export type S3Fault = (request: {
  method: string;
  key: string;
  query: URLSearchParams;
}) => number | undefined;

export interface S3TestServer {
  endpoint: string;
  bucket: string;
  objects: Map<string, StoredObject>;
  /** Multipart uploads that are neither completed nor aborted. */
  uploads: Map<string, Upload>;
  /** The method and the names of the query parameters of each request so far. */
  requests: string[];
  fail(fault: S3Fault | undefined): void;
  stop(): Promise<void>;
}

const SMALLEST_PART = 5 * 1024 * 1024;
const PAGE_SIZE = 10;

/**
 * A server for the part of the S3 protocol that the store uses: in memory, path-style, with one bucket.
 * Signatures must be present but are not checked. As at Amazon, parts below 5 MiB except the last are refused,
 * parts must be named in order with their ETags, and lists are paged (by ten, so that tests reach a second page).
 */
export async function startS3Server(): Promise<S3TestServer> {
  const state = new S3State();
  const server = http.createServer((request, response) => {
    handle(state, request).then(
      (answer) => send(response, answer, request.method === 'HEAD'),
      () => send(response, failure(500, 'InternalError'), false),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: state.bucket,
    objects: state.objects,
    uploads: state.uploads,
    requests: state.requests,
    fail: (fault) => {
      state.fault = fault;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

class S3State {
  readonly bucket = 'test-bucket';
  readonly objects = new Map<string, StoredObject>();
  readonly uploads = new Map<string, Upload>();
  readonly requests: string[] = [];
  fault: S3Fault | undefined;
}

interface Answer {
  status: number;
  body: Buffer | string;
  headers: Record<string, string>;
}

const xml = (status: number, body: string): Answer => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
  headers: { 'content-type': 'application/xml' },
});
const failure = (status: number, code: string): Answer =>
  xml(status, `<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
const empty = (status: number, headers: Record<string, string> = {}): Answer => ({
  status,
  body: '',
  headers,
});
const etag = (body: Buffer): string => `"${createHash('md5').update(body).digest('hex')}"`;

async function handle(state: S3State, request: http.IncomingMessage): Promise<Answer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = Buffer.concat(chunks);
  const url = new URL(request.url ?? '/', 'http://s3');
  const [, bucket = '', ...rest] = decodeURIComponent(url.pathname).split('/');
  const key = rest.join('/');
  const method = request.method ?? '';
  const query = url.searchParams;
  state.requests.push([method, ...[...query.keys()].filter((name) => name !== 'x-id')].join(' '));
  if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) return failure(403, 'AccessDenied');
  const fault = state.fault?.({ method, key, query });
  if (fault) return failure(fault, fault === 503 ? 'SlowDown' : 'AccessDenied');
  if (bucket !== state.bucket) return failure(404, 'NoSuchBucket');
  if (key === '') return method === 'HEAD' ? empty(200) : list(state, query);
  const contentType = request.headers['content-type'] ?? 'binary/octet-stream';
  if (query.has('uploads')) return createUpload(state, key, contentType);
  if (query.has('uploadId')) return onUpload(state, method, query, body);
  return onObject(state, method, key, { body, contentType });
}

function onObject(state: S3State, method: string, key: string, sent: StoredObject): Answer {
  if (method === 'PUT') {
    state.objects.set(key, sent);
    return empty(200, { etag: etag(sent.body) });
  }
  if (method === 'DELETE') {
    state.objects.delete(key);
    return empty(204);
  }
  const object = state.objects.get(key);
  if (!object) return failure(404, 'NoSuchKey');
  return {
    status: 200,
    body: object.body,
    headers: { 'content-type': object.contentType, etag: etag(object.body) },
  };
}

function createUpload(state: S3State, key: string, contentType: string): Answer {
  const id = randomUUID();
  state.uploads.set(id, { key, contentType, parts: new Map() });
  return xml(
    200,
    `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
  );
}

function onUpload(state: S3State, method: string, query: URLSearchParams, body: Buffer): Answer {
  const id = query.get('uploadId') ?? '';
  const upload = state.uploads.get(id);
  if (!upload) return failure(404, 'NoSuchUpload');
  if (method === 'PUT') {
    upload.parts.set(Number(query.get('partNumber')), body);
    return empty(200, { etag: etag(body) });
  }
  if (method === 'DELETE') {
    state.uploads.delete(id);
    return empty(204);
  }
  return complete(state, id, upload, body.toString());
}

function complete(state: S3State, id: string, upload: Upload, text: string): Answer {
  const named = [...text.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: /<ETag>(.*?)</.exec(part)?.[1]?.replaceAll('&quot;', '"'),
  }));
  const bodies: Buffer[] = [];
  for (const [place, { number, etag: given }] of named.entries()) {
    const body = upload.parts.get(number);
    if (place > 0 && number <= (named[place - 1]?.number ?? 0)) return failure(400, 'InvalidPartOrder');
    if (!body || etag(body) !== given) return failure(400, 'InvalidPart');
    if (place < named.length - 1 && body.length < SMALLEST_PART) return failure(400, 'EntityTooSmall');
    bodies.push(body);
  }
  if (bodies.length === 0) return failure(400, 'MalformedXML');
  state.objects.set(upload.key, { body: Buffer.concat(bodies), contentType: upload.contentType });
  state.uploads.delete(id);
  return xml(200, `<CompleteMultipartUploadResult><Key>${upload.key}</Key></CompleteMultipartUploadResult>`);
}

function list(state: S3State, query: URLSearchParams): Answer {
  const prefix = query.get('prefix') ?? '';
  // The token is the last key of the previous page.
  const after = query.get('continuation-token') ?? '';
  const keys = [...state.objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted();
  const page = keys.slice(0, PAGE_SIZE);
  const contents = page.map(
    (key) => `<Contents><Key>${key}</Key><ETag>${etag(state.objects.get(key)!.body)}</ETag></Contents>`,
  );
  const isTruncated = keys.length > page.length;
  const next = isTruncated ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
  return xml(
    200,
    `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`,
  );
}

function send(response: http.ServerResponse, answer: Answer, headOnly: boolean): void {
  const body = Buffer.from(answer.body);
  response.writeHead(answer.status, { ...answer.headers, 'content-length': String(body.length) });
  response.end(headOnly ? undefined : body);
}
