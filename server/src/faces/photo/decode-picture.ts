import { Readable } from 'node:stream';
import { type Canvas, createCanvas, ImageData } from '@napi-rs/canvas';
import { BoundedChild, ChildEndedError } from '../../lib/bounded-child.ts';
import { FairTurns } from '../../lib/fair-turns.ts';
import { MAX_PACKED_BYTES } from './packed-faces.ts';
import { LONGEST_SIDE, pictureSize } from './picture-file.ts';

const MAX_BYTES = 25 * 1024 * 1024;
const MAX_PIXELS = 50_000_000;

const CHILD = new URL('./decode-child.js', import.meta.url);
/**
 * The memory that the WebP decoder needs for the largest picture; the others need a third less. Pictures that decode
 * too slowly are limited by CPU time; the wall-clock limit is for a process that does nothing.
 */
export const BOUNDS = { heapMiB: 96, dataKiB: 800_000, timeoutMs: 90_000, cpuSeconds: 20 };
/** The timeout of the search for the face afterwards, which takes 0.2 s, but has to wait on a busy machine. */
const SEARCH_MS = 15_000;
/** Turns for the decoding processes of one thread. Each waiting picture holds its file in memory. */
const turns = new FairTurns(
  { atOnce: 2, waitingOfOne: 8, waiting: 32 },
  () => new Error('Too many pictures are waiting to be decoded. Try again soon.'),
);

/** A picture cannot be used. The message is a sentence for its owner. */
export class PictureError extends Error {
  override readonly name = 'PictureError';
}

/** The only argument of the decoding process: the size stated in the file's header, and the longest side to return. */
export interface DecodeJob {
  width: number;
  height: number;
  longestSide: number;
  /** Whether to find faces too. */
  findsFace: boolean;
}

export interface DecodeOptions {
  findsFace?: boolean;
  /** Owners take turns. If absent, pictures are decoded in order of arrival. */
  owner?: string | undefined;
  /** Cancels the decoding, or the wait for its turn. */
  signal?: AbortSignal | undefined;
  /** Called with the picture before the search for its face. */
  onPicture?: (picture: Canvas) => void;
  bounds?: typeof BOUNDS;
  searchMs?: number;
}

export interface DecodedPicture {
  picture: Canvas;
  /** The faces, as packed by `packFaces`; absent if none were searched for, or the search timed out or failed. */
  faces?: Uint8Array;
}

/**
 * Decodes a PNG, JPEG or WebP picture, rotated as its camera recorded, in a process of its own, because decoders trust
 * what a file says, and no check of ours reads it exactly as they do. The face is searched for there too.
 * @throws PictureError if the picture is unreadable, too small or too large; Error if too many are waiting; the
 * signal's reason
 */
export async function decodePicture(image: Uint8Array, options: DecodeOptions = {}): Promise<DecodedPicture> {
  if (image.byteLength > MAX_BYTES)
    throw new PictureError(`The picture has ${image.byteLength} bytes; at most ${MAX_BYTES} are allowed.`);
  const size = pictureSize(image);
  if (!size) throw new PictureError('The picture is not a PNG, JPEG or WebP file, or its header is invalid.');
  const { width, height } = size;
  if (width * height > MAX_PIXELS)
    throw new PictureError(`The picture has ${width} x ${height} pixels; at most ${MAX_PIXELS} are allowed.`);
  if (width < 64 || height < 64)
    throw new PictureError(`The picture has ${width} x ${height} pixels; at least 64 x 64 are required.`);

  const { owner = {}, signal } = options;
  const job = { width, height, longestSide: LONGEST_SIDE, findsFace: options.findsFace === true };
  return turns.run(owner, () => decodeInChild(image, job, options), signal);
}

async function decodeInChild(
  image: Uint8Array,
  job: DecodeJob,
  { onPicture, signal: givenUp, bounds = BOUNDS, searchMs = SEARCH_MS }: DecodeOptions,
): Promise<DecodedPicture> {
  const argument = JSON.stringify(job);
  const searchTimeout = new AbortController();
  const signal = AbortSignal.any([searchTimeout.signal, ...(givenUp ? [givenUp] : [])]);
  const child = new BoundedChild({ module: CHILD, argument, addons: true, bounds, signal });
  let timer: NodeJS.Timeout | undefined;
  try {
    child.feed(Readable.from([image], { objectMode: false }));
    const read = readerOf(child.output);
    child.isReady = (await read(1)) !== undefined;
    const picture = await readPicture(read);
    if (!picture) throw explainFailure(await child.explainEnd());
    if (!job.findsFace) return { picture };
    child.pauseClock();
    timer = setTimeout(() => searchTimeout.abort(), searchMs);
    onPicture?.(picture);
    const faces = await readFaces(read);
    givenUp?.throwIfAborted();
    return { picture, ...(faces && { faces }) };
  } finally {
    clearTimeout(timer);
    await child.end();
  }
}

/** Takes this many bytes of the output; undefined if the process ends before. */
type ReadBytes = (count: number) => Promise<Buffer | undefined>;

function readerOf(output: Readable): ReadBytes {
  const chunks = output[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let rest: Buffer[] = [];
  return async (count) => {
    let bytes = rest.reduce((sum, { length }) => sum + length, 0);
    while (bytes < count) {
      const { value, done } = await chunks.next();
      if (done) return undefined;
      rest.push(value);
      bytes += value.length;
    }
    const all = Buffer.concat(rest);
    rest = [all.subarray(count)];
    return all.subarray(0, count);
  };
}

async function readPicture(read: ReadBytes): Promise<Canvas | undefined> {
  const size = await read(8);
  if (!size) return undefined;
  const [width, height] = [size.readUInt32LE(0), size.readUInt32LE(4)];
  if (Math.max(width, height) > LONGEST_SIDE) return undefined;
  const pixels = await read(width * height * 4);
  if (!pixels) return undefined;
  const picture = createCanvas(width, height);
  const data = new ImageData(Uint8ClampedArray.from(pixels), width, height);
  picture.getContext('2d').putImageData(data, 0, 0);
  return picture;
}

async function readFaces(read: ReadBytes): Promise<Uint8Array | undefined> {
  const length = (await read(4))?.readUInt32LE(0);
  return length === undefined || length > MAX_PACKED_BYTES ? undefined : read(length);
}

function explainFailure(error: unknown): unknown {
  if (!(error instanceof ChildEndedError) || error.by === 'outside') return error;
  const messages = {
    time: 'Decoding the picture takes too long. Save it again in a smaller size.',
    memory: 'Decoding the picture needs too much memory. Save it again in a smaller size.',
    input: 'The picture cannot be decoded: it is damaged, or needs more memory than its header declares.',
  };
  return new PictureError(messages[error.by]);
}
