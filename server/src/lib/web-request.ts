import { IncomingMessage } from 'node:http';

/**
 * A request that asks for no other protocol than WebSocket: for the option `IncomingMessage` of `http.createServer`.
 * Node hands every request with an `Upgrade` header to the listener of `upgrade`, whatever it asks for; some HTTP clients
 * offer `h2c` with each request (Java's does by default), and a server may ignore an offer (RFC 9110, 7.8).
 */
export class WebRequest extends IncomingMessage {
  // Set by the constructor that it extends, so before a field of this class would exist.
  declare asksForUpgrade: boolean | null;

  /** Set and read by Node before it decides whose listener the request is for. */
  get upgrade(): boolean | null {
    const { asksForUpgrade, method, headers } = this;
    if (!asksForUpgrade || method === 'CONNECT') return asksForUpgrade;
    return headers.upgrade?.trim().toLowerCase() === 'websocket';
  }

  set upgrade(value: boolean | null) {
    this.asksForUpgrade = value;
  }
}
