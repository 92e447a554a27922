/**
 * Reads at most `most` bytes of a stream. Returns them and whether that is all: the rest is not read. Rejects
 * as reading the stream does, and as `onPart` does, which is called with the bytes of each part that came.
 */
export async function readUpTo(
  stream: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most: number,
  onPart?: (bytes: number) => void,
): Promise<{ bytes: Buffer; isWhole: boolean }> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of stream) {
    onPart?.(part.length);
    parts.push(part);
    length += part.length;
    if (length > most) break;
  }
  return { bytes: Buffer.concat(parts, Math.min(length, most)), isWhole: length <= most };
}
