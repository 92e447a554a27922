import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

type Exchange = [request: IncomingMessage, response: ServerResponse];

/** Maximum per connection. Browsers and most clients send a request only after the answer to the one before. */
const MOST_WAITING = 100;

export interface Turns {
  /** Whether a request of the connection has not been answered yet. */
  isBusy(socket: Duplex): boolean;
}

/**
 * Starts a server's requests in a fair order. * Pipelined requests of one connection are started one by one, each after
 * the answer to the one before was sent. The answers go in that order anyway, and Node hands on at once all that one
 * packet holds: hundreds of requests before anybody else's turn. A connection on which too many wait is closed.
 *
 * While connections come in, one request is begun in a round of the event loop, and none that was sent in a row. libuv
 * takes one connection in a round, so where a crowd comes, whoever comes behind it waits for as many rounds: they must
 * be short.
 *
 * @param isAhead what is cheap and may not wait behind a crowd, such as a probe
 */
export function answerInTurn(
  server: Server,
  answer: (...exchange: Exchange) => void,
  isAhead: (request: IncomingMessage) => boolean,
): Turns {
  /** The queued requests of each connection with an unanswered one. */
  const behind = new WeakMap<Duplex, Exchange[]>();
  /** What is begun next: the first of their connections, then the others. */
  const [first, others]: [Exchange[], Exchange[]] = [[], []];
  let hasArrived = false;
  let isScheduled = false;

  function begin(exchange: Exchange): void {
    const [{ socket }, response] = exchange;
    // This response owns the socket, so Node always emits its `close`.
    response.once('close', () => {
      const following = behind.get(socket)?.shift();
      if (!following) return void behind.delete(socket);
      others.push(following);
      schedule();
    });
    answer(...exchange);
  }

  function schedule(): void {
    if (isScheduled) return;
    isScheduled = true;
    setImmediate(() => {
      const next = takeOpen(first) ?? (hasArrived ? undefined : takeOpen(others));
      isScheduled = hasArrived = false;
      if (first.length + others.length > 0) schedule();
      if (next) begin(next);
    });
  }

  server.on('connection', () => {
    hasArrived = true;
    schedule();
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    const row = behind.get(socket);
    if (row) {
      if (row.push([request, response]) > MOST_WAITING) socket.destroy();
      return;
    }
    behind.set(socket, []);
    if (isAhead(request) || !(hasArrived || first.length > 0)) return begin([request, response]);
    first.push([request, response]);
    schedule();
  });
  return { isBusy: (socket) => behind.has(socket) };
}

/** The next of them whose caller is still there. */
function takeOpen(exchanges: Exchange[]): Exchange | undefined {
  for (let next = exchanges.shift(); next; next = exchanges.shift()) {
    if (!next[0].socket.destroyed) return next;
  }
  return undefined;
}
