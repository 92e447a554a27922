import http from 'node:http';
import https from 'node:https';
import { boundAnswer } from './bound-answer.ts';
import type { BoundedTlsOptions } from './bounded-tls.ts';

/**
 * Sends a request to a server that may be hostile. Resolves once the headers of the response have arrived; its body does
 * not flow until it is read. The caller must read all of it, or destroy it.
 */
export function sendBounded(
  url: URL,
  options: BoundedTlsOptions,
  body?: string | Buffer,
  framingPerByte?: number,
): Promise<http.IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const sent = request(url, options, (response) => {
      // Otherwise it would flow to the listener that counts its bytes.
      response.pause();
      // A server that has responded but stops reading would keep the rest of the request, and its connection, forever.
      response.once('end', () => {
        if (!sent.writableFinished) sent.destroy();
      });
      resolve(response);
    });
    boundAnswer(sent, framingPerByte);
    sent.on('error', reject);
    sent.end(body);
  });
}
