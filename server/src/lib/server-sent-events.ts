import { setImmediate as nextRound } from 'node:timers/promises';

/** Maximum characters of a stream: some 15,000 words of a model, each wrapped in JSON. */
const MAX_LENGTH = 4 * 1024 * 1024;
/** Lines after which control returns to the event loop, which is blocked while buffered data is read. */
const LINES_A_TURN = 32;
/** The same limit in characters, because a line may be long. */
const LENGTH_A_TURN = 64 * 1024;

/**
 * Yields the `data` of each server-sent event in a byte stream; other fields are ignored.
 * @throws RangeError if the stream exceeds 4 Mi characters
 */
export async function* readServerSentData(
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = '';
  let endsInReturn = false;
  let length = 0;
  let data: string[] = [];
  let linesRead = 0;
  let lengthRead = 0;
  for await (const bytes of body) {
    const text = decoder.decode(bytes, { stream: true });
    rest += text;
    length += text.length;
    if (length > MAX_LENGTH) throw new RangeError('a streamed response is too long');
    // Only the new part is searched: a line may arrive in as many pieces as it has bytes.
    if (!endsInReturn && !/[\r\n]/.test(text)) continue;
    const lines = rest.split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop()!;
    endsInReturn = rest.endsWith('\r');
    for (const line of lines) {
      lengthRead += line.length;
      if (++linesRead === LINES_A_TURN || lengthRead >= LENGTH_A_TURN) {
        linesRead = 0;
        lengthRead = 0;
        await nextRound();
      }
      if (line === '') {
        if (data.length > 0) yield data.join('\n');
        data = [];
      } else if (line.startsWith('data:')) {
        data.push(line.slice(line[5] === ' ' ? 6 : 5));
      }
    }
  }
  // Some servers omit the last empty line.
  if (rest.startsWith('data:')) data.push(rest.slice(5).trim());
  if (data.length > 0) yield data.join('\n');
}
