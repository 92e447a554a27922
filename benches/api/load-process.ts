/**
 * The callers, in a process of their own: each has one connection and sends its next request when the last is answered.
 * They use plain sockets, so that this side takes as little of the machine as possible.
 */
import { connect, type Socket } from 'node:net';

export interface Load {
  port: number;
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
  callers: number;
  durationMs: number;
}

export interface LoadResult {
  /** Of each answer, in ms. */
  latencies: number[];
  durationMs: number;
  /** How many answers were no success, by status. */
  refused: Record<string, number>;
}

let sent = 0;

/** `{n}` in a header becomes a number of its own in every request. */
function requestMaker({ method, path, headers, body = '' }: Load): () => string {
  const lines = Object.entries({ host: 'localhost', ...headers }).map(([name, value]) => `${name}: ${value}`);
  if (body) lines.push('content-type: application/json', `content-length: ${Buffer.byteLength(body)}`);
  const text = `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`;
  if (!text.includes('{n}')) return () => text;
  return () => {
    sent += 1;
    return text.replace('{n}', `${process.pid}-${sent}`);
  };
}

async function run(load: Load): Promise<LoadResult> {
  const latencies: number[] = [];
  const refused: Record<string, number> = {};
  const make = requestMaker(load);
  const start = performance.now();
  const end = start + load.durationMs;
  await Promise.all(
    Array.from({ length: load.callers }, async () => {
      const socket = connect(load.port, '127.0.0.1');
      socket.setNoDelay(true);
      const answers = readAnswers(socket);
      try {
        while (performance.now() < end) {
          const from = performance.now();
          socket.write(make());
          const { value: status, done } = await answers.next();
          if (done) throw new Error('the connection was closed');
          latencies.push(performance.now() - from);
          if (status < 200 || status > 299) refused[status] = (refused[status] ?? 0) + 1;
        }
      } finally {
        socket.destroy();
      }
    }),
  );
  return { latencies, durationMs: performance.now() - start, refused };
}

/** Gives the status of each answer once it has come completely. The answers here always have a `Content-Length`. */
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

process.on('message', (load: Load) => {
  void run(load).then(
    (result) => process.send!(result),
    (error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      process.exit(1);
    },
  );
});
