import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

type Exchange = [request: IncomingMessage, response: ServerResponse];

/** Maximum waiting requests per connection. Browsers and most clients send a request only after the last response. */
const MAX_WAITING = 100;

export interface Turns {
  isBusy(socket: Duplex): boolean;
}

/**
 * Starts the requests of a server in a fair order.
 *
 * A client may send further requests on a connection before it has the response to the first (pipelining). They are
 * started one by one, each after the previous response was sent. HTTP requires the responses in that order, but Node
 * would emit all requests of one packet at once: hundreds of them, before the requests of other connections. A
 * connection on which too many requests wait is closed.
 *
 * While connections come in, at most one request is started in each iteration of the event loop, and no pipelined one.
 * libuv accepts one connection per iteration, so a client that connects after a crowd waits for as many iterations as
 * the crowd has connections: each must be short.
 *
 * @param isAhead whether a request is cheap and must not wait behind a crowd, such as a probe
 */
export function answerInTurn(
  server: Server,
  answer: (...exchange: Exchange) => void,
  isAhead: (request: IncomingMessage) => boolean,
): Turns {
  /** The queued requests of each connection with an unanswered one. */
  const behind = new WeakMap<Duplex, Exchange[]>();
  /** Requests to start: the first of each connection go ahead of the pipelined ones. */
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
    const queue = behind.get(socket);
    if (queue) {
      if (queue.push([request, response]) > MAX_WAITING) socket.destroy();
      return;
    }
    behind.set(socket, []);
    if (isAhead(request) || !(hasArrived || first.length > 0)) return begin([request, response]);
    first.push([request, response]);
    schedule();
  });
  return { isBusy: (socket) => behind.has(socket) };
}

/** Takes the next exchange whose client is still connected. */
function takeOpen(exchanges: Exchange[]): Exchange | undefined {
  for (let next = exchanges.shift(); next; next = exchanges.shift()) {
    if (!next[0].socket.destroyed) return next;
  }
  return undefined;
}
