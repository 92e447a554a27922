import type { ChildProcess } from 'node:child_process';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { Passage } from '../passages.ts';
import type { ExtractionJob, ExtractionMessage } from './child-messages.ts';
import { readMediaType } from './document-formats.ts';
import { ExtractionError } from './extraction-error.ts';
import { startExtractionProcess } from './extraction-process.ts';
import type { ExtractionProgress, TextBlock } from './text-block.ts';

export interface ExtractionSource {
  /** The file's path or its content, from the beginning. A stream is always used up or destroyed. */
  content: string | Readable;
  /** The declared media type, parameters included. */
  mimeType: string;
}

export interface ExtractionLimits {
  maxBytes: number;
  maxCharacters: number;
  /** Time for work on the document; while the consumer of the passages is busy, it does not count. */
  timeoutMs: number;
  heapMiB: number;
  dataKiB: number;
}

export const DEFAULT_EXTRACTION_LIMITS: ExtractionLimits = {
  maxBytes: 128 * 1024 * 1024,
  maxCharacters: 64_000_000,
  timeoutMs: 120_000,
  heapMiB: 448,
  dataKiB: 800_000,
};

export interface ExtractionOptions {
  /** Ends the process; the call then rejects with the signal's reason. */
  signal?: AbortSignal;
  onProgress?: (progress: ExtractionProgress) => void;
  limits?: Partial<ExtractionLimits>;
}

export interface ExtractedText {
  blocks: TextBlock[];
  /** Of formats that have them. */
  pages?: number;
}

/** The extraction process never sends a longer message. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;

/**
 * The whole text of a document, read in a process of its own.
 * @throws {ExtractionError} when the document is to blame; other errors are worth another try
 */
export async function extractText(
  source: ExtractionSource,
  options: ExtractionOptions = {},
): Promise<ExtractedText> {
  const blocks: TextBlock[] = [];
  let pages: number | undefined;
  const onProgress = (progress: ExtractionProgress) => {
    if (progress.unit === 'pages') pages = progress.total;
    options.onProgress?.(progress);
  };
  for await (const message of run(source, 'blocks', { ...options, onProgress }))
    if (message.type === 'blocks') blocks.push(...message.blocks);
  return pages === undefined ? { blocks } : { blocks, pages };
}

/**
 * The passages of a document in batches, read and cut in a process of its own, which waits while a batch is
 * being worked on: neither process ever holds the whole. Leaving the loop ends the process.
 * @throws {ExtractionError} when the document is to blame; other errors are worth another try
 */
export async function* extractPassages(
  source: ExtractionSource,
  options: ExtractionOptions = {},
): AsyncGenerator<Passage[]> {
  for await (const message of run(source, 'passages', options))
    if (message.type === 'passages') yield message.passages;
}

async function* run(
  source: ExtractionSource,
  yields: ExtractionJob['yields'],
  options: ExtractionOptions,
): AsyncGenerator<ExtractionMessage> {
  const limits = { ...DEFAULT_EXTRACTION_LIMITS, ...options.limits };
  const content = typeof source.content === 'string' ? createReadStream(source.content) : source.content;
  let child: RunningChild | undefined;
  try {
    options.signal?.throwIfAborted();
    readMediaType(source.mimeType);
    const job: ExtractionJob = { mediaType: source.mimeType, yields, ...limits };
    const cpuSeconds = Math.ceil(limits.timeoutMs / 1000) + 5;
    child = new RunningChild(
      startExtractionProcess(JSON.stringify(job), { ...limits, cpuSeconds }),
      limits,
      options.signal,
    );
    child.feed(content);
    for await (const message of child.messages()) {
      if (message.type === 'done') return;
      if (message.type === 'rejected') throw new ExtractionError(message.reason, message.message);
      if (message.type === 'progress') options.onProgress?.(message);
      else if (message.type !== 'ready') {
        child.pauseClock();
        yield message;
        child.startClock();
      }
    }
    throw await child.explainEnd();
  } finally {
    content.destroy();
    await child?.end();
  }
}

/** One process from start to end. The first reason to stop it is the one that is reported. */
class RunningChild {
  readonly #child: ChildProcess;
  readonly #limits: ExtractionLimits;
  readonly #signal: AbortSignal | undefined;
  readonly #exit: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  #stopped: { reason: unknown } | undefined;
  #ready = false;
  #stderr = '';
  #leftMs: number;
  #clockStartedAt = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(child: ChildProcess, limits: ExtractionLimits, signal: AbortSignal | undefined) {
    this.#child = child;
    this.#limits = limits;
    this.#signal = signal;
    this.#leftMs = limits.timeoutMs;
    this.#exit = new Promise((resolve) => {
      // May come twice: for the failed start, and for the signal that could not be sent to the process.
      child.on('error', (error) => {
        this.#stop(error);
        resolve({ code: null, signal: null });
      });
      child.once('close', (code, exitSignal) => resolve({ code, signal: exitSignal }));
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#stderr = (this.#stderr + text).slice(-4000);
    });
    signal?.addEventListener('abort', this.#abort, { once: true });
    this.startClock();
  }

  readonly #abort = () => this.#stop(this.#signal?.reason);

  #stop(reason: unknown): void {
    this.#stopped ??= { reason };
    this.#child.kill('SIGKILL');
  }

  /** A source that breaks is not the document's fault; a process that ends early breaks only the pipe. */
  feed(content: Readable): void {
    const stdin = this.#child.stdin!;
    content.once('error', (error) => this.#stop(error));
    stdin.on('error', () => content.unpipe(stdin));
    content.pipe(stdin);
  }

  startClock(): void {
    this.#clockStartedAt = performance.now();
    this.#timer = setTimeout(() => {
      const seconds = Math.round(this.#limits.timeoutMs / 1000);
      this.#stop(new ExtractionError('timeout', `Reading the document took longer than ${seconds} seconds.`));
    }, this.#leftMs);
  }

  pauseClock(): void {
    clearTimeout(this.#timer);
    this.#leftMs = Math.max(0, this.#leftMs - (performance.now() - this.#clockStartedAt));
  }

  async *messages(): AsyncGenerator<ExtractionMessage> {
    let pending: Buffer[] = [];
    let pendingBytes = 0;
    for await (const data of this.#child.stdout!) {
      let rest = data as Buffer;
      for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
        const line = Buffer.concat([...pending, rest.subarray(0, end)]).toString('utf8');
        pending = [];
        pendingBytes = 0;
        rest = rest.subarray(end + 1);
        if (this.#stopped !== undefined) return;
        const message = JSON.parse(line) as ExtractionMessage;
        if (message.type === 'ready') this.#ready = true;
        yield message;
      }
      pending.push(rest);
      pendingBytes += rest.length;
      if (pendingBytes > MAX_LINE_BYTES) return;
    }
  }

  /** The reason why the process ended without its last message. */
  async explainEnd(): Promise<unknown> {
    const { code, signal } = await this.#exit;
    if (this.#stopped !== undefined) return this.#stopped.reason;
    const detail = this.#stderr.trim().slice(0, 600);
    if (!this.#ready) return new Error(`the extraction process did not start (${code ?? signal}): ${detail}`);
    if (signal === 'SIGXCPU') return new ExtractionError('timeout', 'Reading the document took too long.');
    if (signal === 'SIGINT' || signal === 'SIGTERM' || signal === 'SIGHUP')
      return new Error(`the extraction process was ended from outside (${signal})`);
    // When memory runs out, a signal ends the process: V8's abort, or a segmentation fault in a library.
    const killed = signal !== null || (code ?? 0) >= 128;
    if (killed || /heap|allocation|out of memory/i.test(detail))
      return new ExtractionError('too_complex', 'The document needs more memory than a document may have.', {
        cause: `${signal ?? code} ${detail}`,
      });
    return new ExtractionError('damaged', 'The document is damaged: reading it failed.', { cause: detail });
  }

  async end(): Promise<void> {
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener('abort', this.#abort);
    this.#child.kill('SIGKILL');
    this.#child.stdin?.destroy();
    this.#child.stdout?.destroy();
    await this.#exit;
  }
}
