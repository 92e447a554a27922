import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { BoundedChild, type ChildBounds, ChildEndedError } from '../../lib/bounded-child.ts';
import type { Passage } from '../passages.ts';
import type { ExtractionJob, ExtractionMessage } from './child-messages.ts';
import { readMediaType } from './document-formats.ts';
import { ExtractionError, TOO_MUCH_MEMORY } from './extraction-error.ts';
import type { PageLinks } from './formats/html-links.ts';
import type { ExtractionProgress } from './text-block.ts';

export interface ExtractionSource {
  /** The file's path, or its content from the beginning. A stream is always consumed or destroyed. */
  content: string | Readable;
  /** The declared media type, including parameters. */
  mimeType: string;
}

/** `timeoutMs` does not include the time during which the caller processes passages. */
export interface ExtractionLimits extends ChildBounds {
  maxBytes: number;
  maxCharacters: number;
  /** The maximum number of passages: small sections make many, each with its headings. */
  maxPassages: number;
}

export const DEFAULT_EXTRACTION_LIMITS: ExtractionLimits = {
  maxBytes: 128 * 1024 * 1024,
  maxCharacters: 64_000_000,
  maxPassages: 300_000,
  timeoutMs: 120_000,
  heapMiB: 448,
  dataKiB: 800_000,
};

export interface ExtractionOptions {
  /** Ends the process. The call then rejects with the signal's reason. */
  signal?: AbortSignal;
  onProgress?: (progress: ExtractionProgress) => void;
  limits?: Partial<ExtractionLimits>;
}

const CHILD = new URL('./extraction-child.js', import.meta.url);

/** The extraction process never sends a longer message. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/**
 * Yields the passages of a document in batches. A process of its own reads and splits it, and waits while a batch is
 * processed, so that neither process ever holds the whole. Leaving the loop ends the process.
 * @throws {ExtractionError} if the document is at fault; other errors are worth a retry
 */
export async function* extractPassages(
  source: ExtractionSource,
  options: ExtractionOptions = {},
): AsyncGenerator<Passage[]> {
  for await (const message of run(source, 'passages', options))
    if (message.type === 'passages') yield message.passages;
}

/**
 * Returns where an HTML page links to, read in a process of its own. @param address the page's address
 * @throws {ExtractionError} if the page is at fault; other errors are worth a retry
 */
export async function extractLinks(
  source: ExtractionSource,
  address: string,
  options: ExtractionOptions = {},
): Promise<PageLinks> {
  let page: PageLinks = { title: '', links: [], mayIndex: true, mayFollow: true };
  for await (const message of run(source, 'links', options, address))
    if (message.type === 'links') page = message.page;
  return page;
}

async function* run(
  source: ExtractionSource,
  output: ExtractionJob['output'],
  options: ExtractionOptions,
  address?: string,
): AsyncGenerator<ExtractionMessage> {
  const limits = { ...DEFAULT_EXTRACTION_LIMITS, ...options.limits };
  const content = typeof source.content === 'string' ? createReadStream(source.content) : source.content;
  let child: BoundedChild | undefined;
  try {
    options.signal?.throwIfAborted();
    readMediaType(source.mimeType);
    const mediaType = source.mimeType;
    const job: ExtractionJob = { mediaType, output, ...(address && { address }), ...limits };
    child = new BoundedChild({
      module: CHILD,
      argument: JSON.stringify(job),
      bounds: limits,
      signal: options.signal,
    });
    child.feed(content);
    for await (const message of messagesOf(child)) {
      if (message.type === 'done') return;
      if (message.type === 'rejected') throw new ExtractionError(message.reason, message.message);
      if (message.type === 'progress') options.onProgress?.(message);
      else if (message.type !== 'ready') {
        child.pauseClock();
        yield message;
        child.startClock();
      }
    }
    throw explain(await child.explainEnd(), limits);
  } finally {
    content.destroy();
    await child?.end();
  }
}

async function* messagesOf(child: BoundedChild): AsyncGenerator<ExtractionMessage> {
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  for await (const data of child.output) {
    let rest = data as Buffer;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      const line = Buffer.concat([...pending, rest.subarray(0, end)]).toString('utf8');
      pending = [];
      pendingBytes = 0;
      rest = rest.subarray(end + 1);
      if (child.isStopped) return;
      const message = JSON.parse(line) as ExtractionMessage;
      if (message.type === 'ready') child.isReady = true;
      yield message;
    }
    pending.push(rest);
    pendingBytes += rest.length;
    if (pendingBytes > MAX_LINE_BYTES) return;
  }
}

/** Returns the error that explains the end of the process: the document's fault, or the reason for ending it. */
function explain(error: unknown, { timeoutMs }: ExtractionLimits): unknown {
  if (!(error instanceof ChildEndedError) || error.by === 'outside') return error;
  const reasons = {
    time: [
      'timeout',
      `Reading the document took longer than ${Math.round(timeoutMs / 1000)} seconds. Split it into smaller ones.`,
    ],
    memory: ['too_complex', TOO_MUCH_MEMORY],
    input: ['damaged', 'The document is damaged and could not be read. Save it again.'],
  } as const;
  const [reason, message] = reasons[error.by];
  return new ExtractionError(reason, message, { cause: error });
}
