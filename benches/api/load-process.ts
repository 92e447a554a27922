/**
 * The callers, in their own process: each has one connection and sends its next request when the last one is answered.
 * They use plain sockets, so that this side uses as little of the machine as possible.
 */
import { connect, type Socket } from 'node:net';

export interface Load {
  url: string;
  /** `{n}` in a header becomes a unique number in every request. */
  headers: Record<string, string>;
  /** The body of a POST; without one the request is a GET. */
  body?: string;
  callers: number;
  durationMs: number;
}

export interface LoadResult {
  /** Latency of each response, in ms. */
  latencies: number[];
  durationMs: number;
  /** Number of unsuccessful responses, by status. */
  refused: Record<string, number>;
}

let sent = 0;

async function run({ url, headers, body = '', callers, durationMs }: Load): Promise<LoadResult> {
  const { pathname, search, port } = new URL(url);
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
  if (body) lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`);
  const text = `${body ? 'POST' : 'GET'} ${pathname}${search} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
  const result: LoadResult = { latencies: [], durationMs: 0, refused: {} };
  const start = performance.now();
  const call = async () => {
    const socket = connect(Number(port), '127.0.0.1').setNoDelay(true);
    const answers = readAnswers(socket);
    while (performance.now() < start + durationMs) {
      const from = performance.now();
      socket.write(text.replace('{n}', () => `${process.pid}-${++sent}`));
      const { value: status, done } = await answers.next();
      if (done) throw new Error('the connection was closed');
      result.latencies.push(performance.now() - from);
      if (status < 200 || status > 299) result.refused[status] = (result.refused[status] ?? 0) + 1;
    }
    socket.destroy();
  };
  await Promise.all(Array.from({ length: callers }, call));
  result.durationMs = performance.now() - start;
  return result;
}

/** Yields the status of each response once it is complete. All responses here have a `Content-Length`. */
async function* readAnswers(socket: Socket): AsyncGenerator<number, void> {
  let pending: Buffer = Buffer.alloc(0);
  for await (const chunk of socket) {
    pending = pending.length === 0 ? (chunk as Buffer) : Buffer.concat([pending, chunk as Buffer]);
    for (;;) {
      const headEnd = pending.indexOf('\r\n\r\n');
      if (headEnd < 0) break;
      const head = pending.toString('latin1', 0, headEnd);
      const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
      if (length === undefined) throw new Error(`an answer without a length: ${head}`);
      const total = headEnd + 4 + Number(length);
      if (pending.length < total) break;
      pending = pending.subarray(total);
      yield Number(head.slice(9, 12));
    }
  }
}

process.on('message', (load: Load) => void run(load).then((result) => process.send!(result)));
