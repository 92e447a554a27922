const SHOW_EVERY_MS = 1000;

/** Counts what passes, and reports it from time to time if standard error is a terminal. */
export function progressOf(verb: string): {
  count<T extends string | Uint8Array>(pieces: AsyncIterable<T>): AsyncGenerator<T>;
  done(rest: string): void;
} {
  let bytes = 0;
  const startedAt = performance.now();
  const text = () => `${(bytes / 1e6).toFixed(1)} MB ${verb}`;
  return {
    async *count(pieces) {
      let shownAt = startedAt;
      for await (const piece of pieces) {
        bytes += piece.length;
        if (process.stderr.isTTY && performance.now() - shownAt > SHOW_EVERY_MS) {
          shownAt = performance.now();
          process.stderr.write(`\r${text()}…`);
        }
        yield piece;
      }
    },
    done(rest) {
      if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      process.stdout.write(`${text()} ${rest} in ${seconds} s\n`);
    },
  };
}
