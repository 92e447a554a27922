/**
 * Reads at most `maxBytes` of a stream. Returns them, and whether that is the whole stream; the rest is not read.
 * Rejects if the stream fails or if `onPart`, which is called with the size of each part, throws.
 */
export async function readUpTo(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxBytes: number,
  onPart?: (bytes: number) => void,
): Promise<{ bytes: Buffer; isWhole: boolean }> {
  // One buffer that grows, because a part of a single byte takes hundreds as a buffer of its own.
  let bytes = Buffer.alloc(0);
  let length = 0;
  for await (const part of stream) {
    onPart?.(part.length);
    const needed = Math.min(length + part.length, maxBytes);
    if (needed > bytes.length)
      bytes = Buffer.concat(
        [bytes.subarray(0, length)],
        Math.min(Math.max(needed, 2 * bytes.length), maxBytes),
      );
    bytes.set(part.subarray(0, needed - length), length);
    length += part.length;
    if (length > maxBytes) break;
  }
  return { bytes: Buffer.from(bytes.subarray(0, length)), isWhole: length <= maxBytes };
}
