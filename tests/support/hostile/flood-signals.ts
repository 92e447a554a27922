import { once } from 'node:events';
import { RawSignalClient } from '../raw-signal-client.ts';
import type { JoinableConversation } from './conversations.ts';

/** Sends these messages in turn as fast as possible, and reconnects whenever it is disconnected. @returns how often */
export async function floodSignals(
  { serverUrl, token }: JoinableConversation,
  messages: readonly Uint8Array[],
  ended: () => boolean,
): Promise<number> {
  let endings = 0;
  while (!ended()) {
    const client = await RawSignalClient.connect(serverUrl, token).catch(() => undefined);
    if (client === undefined) {
      // It reconnects too often.
      await new Promise((resolve) => setTimeout(resolve, 100));
      continue;
    }
    const { socket } = client;
    const closed = once(socket, 'close');
    for (let count = 0; !ended() && socket.readyState === socket.OPEN; count++) {
      const sent = new Promise<void>((resolve) =>
        socket.send(messages[count % messages.length]!, () => resolve()),
      );
      await Promise.race([sent, closed]);
    }
    if (socket.readyState !== socket.OPEN) {
      await closed;
      endings++;
    }
    await client.close();
  }
  return endings;
}
