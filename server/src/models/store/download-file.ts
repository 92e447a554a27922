import { open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { makeFolder } from '../../lib/make-folder.ts';
import type { ModelFile } from '../catalogue/model-entry.ts';
import { explainWriteError, ModelError } from './model-error.ts';
import { fileSize, isIntact } from './model-folder.ts';

export interface DownloadOptions {
  signal?: AbortSignal | undefined;
  /** Called with the number of bytes present so far. */
  onBytes?: (bytes: number) => void;
  /** A connection that delivers nothing for this long is given up. Default 30 s. */
  stallMs?: number;
}

/** After this many attempts in a row without a single byte, the download fails. */
const MAX_FRUITLESS_ATTEMPTS = 3;
const RESUME_HINT = 'Add it again: it continues where it stopped.';

/**
 * Downloads a file to `target`. Bytes that are already present are kept, and only the rest is requested. At the end the
 * file has the expected size and SHA-256.
 * @throws ModelError with a message for the operator
 */
export async function downloadFile(
  url: string,
  target: string,
  expected: ModelFile,
  { signal, onBytes = () => undefined, stallMs = 30_000 }: DownloadOptions = {},
): Promise<void> {
  await makeFolder(dirname(target));
  let fruitlessAttempts = 0;
  for (let presentBytes = (await fileSize(target)) ?? 0; presentBytes < expected.bytes; ) {
    if (signal?.aborted) throw new ModelError('the download was stopped', RESUME_HINT);
    onBytes(presentBytes);
    let fault: unknown;
    try {
      await fetchRest(url, target, presentBytes, expected, { signal, onBytes, stallMs });
    } catch (error) {
      if (error instanceof ModelError) throw error;
      fault = error;
    }
    const bytesNow = (await fileSize(target)) ?? 0;
    fruitlessAttempts = bytesNow > presentBytes ? 0 : fruitlessAttempts + 1;
    presentBytes = bytesNow;
    if (presentBytes < expected.bytes && fruitlessAttempts >= MAX_FRUITLESS_ATTEMPTS)
      throw interruptedError(url, presentBytes, expected, fault);
  }
  if (!(await isIntact(target, expected))) {
    await rm(target, { force: true });
    throw new ModelError(
      `${expected.path} from ${hostOf(url)} is not the expected file (its SHA-256 differs); it was deleted`,
      'Try again later, or get it from another place: set VISAVIS_MODELS_MIRROR, or run `npx visavis models add --from <folder>`.',
    );
  }
  onBytes(expected.bytes);
}

async function fetchRest(
  url: string,
  target: string,
  from: number,
  expected: ModelFile,
  { signal, onBytes, stallMs }: Required<Pick<DownloadOptions, 'onBytes' | 'stallMs'>> & DownloadOptions,
): Promise<void> {
  const stalled = new AbortController();
  const watch = setTimeout(() => stalled.abort(new Error(`no data for ${stallMs / 1000} s`)), stallMs);
  const signals = signal ? [signal, stalled.signal] : [stalled.signal];
  try {
    const { address, authorization } = withoutCredentials(url);
    const response = await fetch(address, {
      signal: AbortSignal.any(signals),
      headers: {
        // No compression, because a range would otherwise apply to the compressed file.
        'accept-encoding': 'identity',
        ...(from > 0 && { range: `bytes=${from}-` }),
        ...(authorization && { authorization }),
      },
    });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      throw statusError(url, response.status, expected);
    }
    const at = response.status === 206 ? from : 0;
    await write(response.body, target, at, expected, url, (bytes) => {
      watch.refresh();
      onBytes(bytes);
    });
  } finally {
    clearTimeout(watch);
  }
}

/** Moves a mirror's credentials to a header: `fetch` rejects addresses with them, and its message shows them. */
function withoutCredentials(url: string): { address: URL; authorization: string | undefined } {
  const address = new URL(url);
  const { username, password } = address;
  if (username === '' && password === '') return { address, authorization: undefined };
  address.username = '';
  address.password = '';
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return { address, authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

async function write(
  body: AsyncIterable<Uint8Array>,
  target: string,
  from: number,
  { bytes, path }: ModelFile,
  url: string,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const folder = dirname(target);
  const file = await open(target, from > 0 ? 'r+' : 'w', 0o600).catch((error: unknown) => {
    throw explainWriteError(error, folder);
  });
  try {
    let at = from;
    for await (const chunk of body) {
      if (at + chunk.length > bytes)
        throw new ModelError(`${path} from ${hostOf(url)} is larger than the expected ${bytes} bytes`);
      await file.write(chunk, 0, chunk.length, at).catch((error: unknown) => {
        throw explainWriteError(error, folder);
      });
      at += chunk.length;
      onBytes(at);
    }
  } finally {
    await file.close();
  }
}

function statusError(url: string, status: number, { path }: ModelFile): Error {
  const text = `${hostOf(url)} answered ${status} for ${path}`;
  const hint =
    'Get it from another place: set VISAVIS_MODELS_MIRROR, or run `npx visavis models add --from <folder>`.';
  // An overloaded server may answer next time.
  return status >= 500 || status === 429 ? new Error(text) : new ModelError(text, hint);
}

function interruptedError(
  url: string,
  presentBytes: number,
  { bytes, path }: ModelFile,
  fault: unknown,
): ModelError {
  const { cause, message } = (fault ?? {}) as Error & { cause?: NodeJS.ErrnoException };
  const reason = cause?.code ?? message ?? 'the connection was closed';
  if (presentBytes === 0)
    return new ModelError(
      `${path} could not be downloaded from ${hostOf(url)} (${reason})`,
      'Without internet access, set VISAVIS_MODELS_MIRROR or run `npx visavis models add --from <folder>`.',
    );
  return new ModelError(
    `the download of ${path} from ${hostOf(url)} was interrupted after ${presentBytes} of ${bytes} bytes (${reason})`,
    RESUME_HINT,
  );
}

const hostOf = (url: string): string => new URL(url).host;
