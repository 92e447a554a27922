/**
 * Reads at most `maxBytes` of a stream. Returns them, and whether that is the whole stream; the rest is not read.
 * Rejects if the stream fails or if `onPart`, which is called with the size of each part, throws.
 */
export async function readUpTo(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
  onPart?: (bytes: number) => void,
): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of stream) {
    onPart?.(part.length);
    parts.push(part);
    length += part.length;
    if (length > maxBytes) break;
  }
  return { bytes: Buffer.concat(parts, Math.min(length, maxBytes)), isWhole: length <= maxBytes };
}
