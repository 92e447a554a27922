import { tooLarge, unprocessable, unsupportedType } from '../errors.ts';

export type ImageType = 'image/png' | 'image/jpeg' | 'image/webp';

export interface RefImage {
  bytes: Uint8Array;
  contentType: ImageType;
}

/** Fetches a picture from the public internet only; redirects are checked, size and time are limited. */
export interface ImageFetcher {
  /** @throws Error with a message that may be shown to the caller */
  fetchImage(url: string, maxBytes: number, organizationId: string): Promise<Uint8Array>;
}

export const REF_IMAGE_BYTES = 5 * 1024 * 1024;

const FIELD = 'refImage';

/**
 * Returns the picture of `refImage`: a data URL or an https URL of a PNG, JPEG or WebP.
 * @throws DomainError `unprocessable`, `payload_too_large`, `unsupported_media_type`
 */
export async function readRefImage(
  organizationId: string,
  refImage: string,
  fetcher: ImageFetcher,
): Promise<RefImage> {
  const bytes = refImage.startsWith('data:')
    ? decodeDataUrl(refImage)
    : await fetchRefImage(organizationId, refImage, fetcher);
  if (bytes.length > REF_IMAGE_BYTES)
    throw tooLarge((nameOf) => `${nameOf(FIELD)}: the picture is larger than 5 MiB.`);
  const contentType = sniff(bytes);
  if (!contentType)
    throw unsupportedType((nameOf) => `${nameOf(FIELD)}: the picture is neither PNG, JPEG nor WebP.`);
  if (!isComplete(bytes, contentType))
    throw unprocessable(FIELD, 'The picture is cut off: its end is missing.');
  return { bytes, contentType };
}

function decodeDataUrl(dataUrl: string): Uint8Array {
  const comma = dataUrl.indexOf(',');
  if (comma < 0 || !dataUrl.slice(0, comma).endsWith(';base64')) {
    throw unprocessable(FIELD, 'must be a base64 data URL, such as data:image/png;base64,…');
  }
  const text = dataUrl.slice(comma + 1);
  if (!isBase64(text)) throw unprocessable(FIELD, 'The data URL is not valid Base64.');
  return Buffer.from(text, 'base64');
}

/**
 * Searches for characters that are not base64. A pattern for the whole text would use stack for each character if the
 * process has compiled a megabyte of patterns (V8 then stops optimizing them), and throw a RangeError.
 */
function isBase64(text: string): boolean {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const digits = text.slice(0, text.length - padding);
  return digits !== '' && !/[^A-Za-z0-9+/]/.test(digits);
}

async function fetchRefImage(
  organizationId: string,
  url: string,
  fetcher: ImageFetcher,
): Promise<Uint8Array> {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') {
    throw unprocessable(FIELD, 'must be a data URL or an https URL.');
  }
  try {
    return await fetcher.fetchImage(url, REF_IMAGE_BYTES, organizationId);
  } catch (error) {
    throw unprocessable(
      FIELD,
      `The picture could not be fetched: ${error instanceof Error ? error.message : 'failed'}.`,
    );
  }
}

/** Detects the type by the first bytes; the declared type is not trusted. */
function sniff(bytes: Uint8Array): ImageType | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 12)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (head.startsWith('RIFF') && head.slice(8) === 'WEBP') return 'image/webp';
  return undefined;
}

/** Whether the end is present: decoders accept a truncated picture and leave the rest grey. */
function isComplete(bytes: Uint8Array, type: ImageType): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (type === 'image/png') return file.includes('IEND');
  if (type === 'image/jpeg') return file.lastIndexOf('\xff\xd9', undefined, 'latin1') > 0;
  return file.length >= file.readUInt32LE(4) + 8;
}
