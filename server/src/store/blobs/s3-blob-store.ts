import type { Readable } from 'node:stream';
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import {
  type BlobBody,
  type BlobContent,
  type BlobStore,
  BlobStoreError,
  type ListedBlob,
  type PutBlobOptions,
  type StoredBlob,
} from '../../domain/blobs.ts';
import { checkBlobKey, checkBlobPrefix } from './blob-key.ts';
import { MeasuredChunks } from './measured-chunks.ts';

export interface S3Options {
  /** Absent for Amazon S3 itself. */
  endpoint?: string;
  region?: string;
  bucket: string;
  /** If absent, the SDK's own credential chain applies (environment, profile, role of the machine). */
  accessKeyId?: string;
  secretAccessKey?: string;
}

/** S3 accepts no part below 5 MiB except the last. */
const PART_BYTES = 8 * 1024 * 1024;
const DELETES_AT_ONCE = 8;

export interface S3BlobStore extends BlobStore {
  close(): void;
}

/** Opens a bucket of any S3-compatible store. Rejects with the bucket and the reason if it cannot be reached. */
export async function openS3BlobStore(options: S3Options): Promise<S3BlobStore> {
  const client = new S3Client({
    region: options.region ?? 'us-east-1',
    ...(options.endpoint && { endpoint: options.endpoint }),
    ...(options.accessKeyId &&
      options.secretAccessKey && {
        credentials: { accessKeyId: options.accessKeyId, secretAccessKey: options.secretAccessKey },
      }),
    // Compatible stores rarely offer a host name per bucket, or the newer checksums.
    ...(options.endpoint && {
      forcePathStyle: true,
      requestChecksumCalculation: 'WHEN_REQUIRED' as const,
      responseChecksumValidation: 'WHEN_REQUIRED' as const,
    }),
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 60_000 },
  });
  try {
    await client.send(new HeadBucketCommand({ Bucket: options.bucket }));
  } catch (error) {
    client.destroy();
    throw new Error(`the S3 bucket ${options.bucket} cannot be reached (${reasonOf(error)})`);
  }
  // Outside the SDK's own retries, so that it sees only the final error.
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args);
      } catch (error) {
        throw asBlobStoreError(error) ?? error;
      }
    },
    { step: 'initialize' },
  );
  return new BucketBlobStore(client, options.bucket);
}

/**
 * Returns the reason without the error's message, which may contain the request. The response to a HEAD request has no
 * body, so the SDK often has no name for the error.
 */
function reasonOf(error: unknown): string {
  if (error instanceof S3ServiceException) {
    const status = `HTTP ${error.$metadata.httpStatusCode ?? 'without status'}`;
    return error.name === 'Unknown' ? status : `${status} ${error.name}`;
  }
  const { code } = error as { code?: unknown };
  if (typeof code === 'string') return code;
  return error instanceof Error ? error.name : 'unknown failure';
}

/** Returns undefined if the response means that the request was wrong or not permitted. */
function asBlobStoreError(error: unknown): BlobStoreError | undefined {
  if (error instanceof S3ServiceException) {
    const status = error.$metadata.httpStatusCode ?? 0;
    if (status === 507) return new BlobStoreError('resources', error);
    return status >= 500 ? new BlobStoreError('unavailable', error) : undefined;
  }
  // Socket errors have a code (ECONNREFUSED), the SDK's timeouts a name.
  const { code, name } = error as { code?: unknown; name?: unknown };
  const isOfConnection = typeof code === 'string' || name === 'TimeoutError';
  return isOfConnection ? new BlobStoreError('unavailable', error) : undefined;
}

class BucketBlobStore implements S3BlobStore {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor(client: S3Client, bucket: string) {
    this.#client = client;
    this.#bucket = bucket;
  }

  /** Holds one part in memory at a time. Parts are sent from a buffer, so that the SDK can retry them. */
  async put(key: string, body: BlobBody, options: PutBlobOptions): Promise<StoredBlob> {
    const target = this.#target(key);
    const chunks = new MeasuredChunks(body, options.maxBytes);
    const parts = splitIntoParts(chunks);
    const first = (await parts.next()).value ?? Buffer.alloc(0);
    if (first.length < PART_BYTES) {
      // Reads ahead to see whether the stream ends exactly at the end of this part.
      await this.#client.send(
        new PutObjectCommand({
          ...target,
          Body: first,
          ContentLength: first.length,
          ContentType: options.contentType,
        }),
      );
      return chunks.finish();
    }
    await this.#uploadInParts(target, first, parts, options.contentType);
    return chunks.finish();
  }

  async get(key: string): Promise<BlobContent | undefined> {
    try {
      const object = await this.#client.send(new GetObjectCommand(this.#target(key)));
      return {
        // In Node, the SDK's body is the response stream.
        stream: object.Body as Readable,
        size: object.ContentLength ?? 0,
        contentType: object.ContentType ?? 'application/octet-stream',
      };
    } catch (error) {
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined;
      throw error;
    }
  }

  async delete(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#target(key)));
  }

  /** One request per key: compatible stores differ in their support of deleting many keys at once. */
  async deletePrefix(prefix: string): Promise<void> {
    checkBlobPrefix(prefix);
    for (;;) {
      const page = await this.#client.send(
        new ListObjectsV2Command({ Bucket: this.#bucket, Prefix: prefix }),
      );
      const keys = (page.Contents ?? []).flatMap((object) => object.Key ?? []);
      for (let at = 0; at < keys.length; at += DELETES_AT_ONCE) {
        const batch = keys.slice(at, at + DELETES_AT_ONCE);
        await Promise.all(
          batch.map((Key) => this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key }))),
        );
      }
      if (!page.IsTruncated || keys.length === 0) return;
    }
  }

  async *list(): AsyncGenerator<ListedBlob> {
    let token: string | undefined;
    do {
      const page = await this.#client.send(
        new ListObjectsV2Command({
          Bucket: this.#bucket,
          ...(token !== undefined && { ContinuationToken: token }),
        }),
      );
      for (const { Key, ETag, LastModified } of page.Contents ?? []) {
        if (Key === undefined) continue;
        yield { key: Key, version: `${ETag}-${LastModified?.getTime()}` };
      }
      token = page.IsTruncated ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
  }

  close(): void {
    this.#client.destroy();
  }

  #target(key: string): { Bucket: string; Key: string } {
    checkBlobKey(key);
    return { Bucket: this.#bucket, Key: key };
  }

  async #uploadInParts(
    target: { Bucket: string; Key: string },
    first: Buffer,
    rest: AsyncGenerator<Buffer>,
    contentType: string,
  ): Promise<void> {
    const created = await this.#client.send(
      new CreateMultipartUploadCommand({ ...target, ContentType: contentType }),
    );
    const upload = { ...target, UploadId: created.UploadId };
    try {
      const uploaded: { PartNumber: number; ETag: string | undefined }[] = [];
      for (
        let part: Buffer | undefined = first;
        part;
        part = (await rest.next()).value as Buffer | undefined
      ) {
        const PartNumber = uploaded.length + 1;
        const sent = await this.#client.send(
          new UploadPartCommand({ ...upload, PartNumber, Body: part, ContentLength: part.length }),
        );
        uploaded.push({ PartNumber, ETag: sent.ETag });
      }
      await this.#client.send(
        new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: uploaded } }),
      );
    } catch (error) {
      // The parts of an unfinished upload would be kept, and billed, for ever.
      await this.#client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined);
      throw error;
    }
  }
}

/**
 * Yields buffers of `PART_BYTES`, the last one shorter; none for an empty stream. All are views of one buffer, so each
 * is valid only until the next is requested.
 */
async function* splitIntoParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  // The operating system allocates pages only as they are filled, so a small file takes little memory.
  const part = Buffer.allocUnsafeSlow(PART_BYTES);
  let size = 0;
  for await (const chunk of chunks) {
    for (let from = 0; from < chunk.byteLength; ) {
      const piece = chunk.subarray(from, from + PART_BYTES - size);
      part.set(piece, size);
      size += piece.byteLength;
      from += piece.byteLength;
      if (size < PART_BYTES) continue;
      yield part;
      size = 0;
    }
  }
  if (size > 0) yield part.subarray(0, size);
}
