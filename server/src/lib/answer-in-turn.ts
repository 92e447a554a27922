import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

type Exchange = [request: IncomingMessage, response: ServerResponse];

type Listener = (...exchange: Exchange) => void;

/** Of one connection. Browsers and most clients send none before they have the answer to the one before. */
const MOST_WAITING = 100;

export interface TurnsOfConnections {
  /** For `server.on('request', …)`. */
  take: Listener;
  /** Whether a request of the connection has not been answered yet. */
  isBusy(socket: Duplex): boolean;
}

/**
 * Hands requests that were sent in a row (pipelined) on one by one, each once the answer before it has been sent. The
 * answers go in that order anyway, and Node hands on at once all that one packet holds: hundreds of requests and their answers
 * before anybody else's turn. Of all connections together one such request is begun in a round of the event loop, so that a
 * crowd of them is no longer a wait for who sends one. Closes a connection on which too many wait.
 */
export function answerInTurn(answer: Listener): TurnsOfConnections {
  /** Those with a request that is not answered, each with what is behind it. */
  const waiting = new WeakMap<Duplex, Exchange[]>();
  /** Whose turn it is next, of those that have answered one and have more. */
  const next: Exchange[] = [];

  function begin([request, response]: Exchange): void {
    const { socket } = request;
    // Node tells this one of its end in any case: it is the one that has the socket.
    response.once('close', () => {
      const following = waiting.get(socket)?.shift();
      if (!following) waiting.delete(socket);
      else if (next.push(following) === 1) setImmediate(beginNext);
    });
    answer(request, response);
  }

  function beginNext(): void {
    while (next[0]?.[0].socket.destroyed) next.shift();
    const exchange = next.shift();
    if (next.length > 0) setImmediate(beginNext);
    if (exchange) begin(exchange);
  }

  return {
    take(request, response) {
      const { socket } = request;
      const row = waiting.get(socket);
      if (!row) {
        waiting.set(socket, []);
        begin([request, response]);
      } else if (row.push([request, response]) > MOST_WAITING) socket.destroy();
    },
    isBusy: (socket) => waiting.has(socket),
  };
}
