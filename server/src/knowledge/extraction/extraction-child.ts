/** The process that reads one document, limited in memory and time by its parent. */
import { writeSync } from 'node:fs';
import { makeGiveWay } from '../../lib/give-way.ts';
import { type Passage, PassageSplitter } from '../passages.ts';
import type { ExtractionJob, ExtractionMessage } from './child-messages.ts';
import { readMediaType } from './document-formats.ts';
import { ExtractionError, TOO_MUCH_MEMORY } from './extraction-error.ts';
import { openReader } from './read-document.ts';
import type { ExtractionProgress, TextBlock } from './text-block.ts';

/** Passages are sent in batches of at least this many characters of text and titles. */
const BATCH_CHARS = 48_000;
const PROGRESS_EVERY_MS = 200;

// Libraries that print to the console must not disturb the messages.
console.log = console.info = console.debug = console.warn = () => undefined;

/** Blocks while the parent reads more slowly than this process writes, so that no messages pile up in memory. */
function send(message: ExtractionMessage): void {
  const line = Buffer.from(`${JSON.stringify(message)}\n`);
  for (let at = 0; at < line.length; ) {
    try {
      at += writeSync(1, line, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}

async function readInput(maxBytes: number): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin) {
    size += (chunk as Buffer).length;
    if (size > maxBytes)
      throw new ExtractionError('too_large', `The document is larger than ${maxBytes} bytes.`);
    chunks.push(chunk as Buffer);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks.splice(0)) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

async function run(job: ExtractionJob): Promise<void> {
  let lastProgress = 0;
  const onProgress = (progress: ExtractionProgress) => {
    const now = performance.now();
    if (now - lastProgress < PROGRESS_EVERY_MS && progress.done < progress.total) return;
    lastProgress = now;
    send({ type: 'progress', ...progress });
  };
  if (job.output === 'links') {
    const { readLinks } = await import('./formats/html-links.ts');
    send({ type: 'ready' });
    const { charset } = readMediaType(job.mediaType);
    const input = { bytes: await readInput(job.maxBytes), onProgress, ...(charset && { charset }) };
    send({ type: 'links', page: readLinks(input, job.address!) });
    send({ type: 'done' });
    return;
  }
  const reader = await openReader({ ...job, onProgress });
  send({ type: 'ready' });
  const blocks = reader(await readInput(job.maxBytes));
  for await (const batch of batches(splitIntoPassages(blocks))) {
    if (batch.at(-1)!.ordinal >= job.maxPassages)
      throw new ExtractionError(
        'too_large',
        `The document has more than ${job.maxPassages} passages. Split it into smaller ones.`,
      );
    send({ type: 'passages', passages: batch });
  }
  send({ type: 'done' });
}

async function* splitIntoPassages(blocks: AsyncIterable<TextBlock>): AsyncGenerator<Passage> {
  const splitter = new PassageSplitter();
  for await (const block of blocks) yield* splitter.addBlock(block);
  yield* splitter.end();
}

async function* batches(passages: AsyncIterable<Passage>): AsyncGenerator<Passage[]> {
  let batch: Passage[] = [];
  let chars = 0;
  for await (const passage of passages) {
    batch.push(passage);
    chars += passage.text.length + (passage.title?.length ?? 0);
    if (chars < BATCH_CHARS) continue;
    yield batch;
    batch = [];
    chars = 0;
  }
  if (batch.length > 0) yield batch;
}

// Conversations matter more. 0 means this process.
makeGiveWay(0, 10);
try {
  await run(JSON.parse(process.argv[2]!) as ExtractionJob);
} catch (error) {
  if (error instanceof ExtractionError)
    send({ type: 'rejected', reason: error.reason, message: error.message });
  else if (error instanceof RangeError)
    send({
      type: 'rejected',
      reason: 'too_complex',
      message: TOO_MUCH_MEMORY,
    });
  else throw error;
}
// Exits explicitly, because parsers may leave timers and promises behind.
process.exit(0);
