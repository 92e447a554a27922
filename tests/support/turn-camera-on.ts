import type { Page } from 'playwright-core';

/** The part of `<visavis-avatar>`, and of the result of `useConversation`, that is used here. */
interface Talking {
  conversation?: { room: { localParticipant: { setCameraEnabled(on: boolean): Promise<unknown> } } };
}

/**
 * Turns the visitor's camera on in the conversation of a page, by the room that the SDK gives to pages. Tests
 * wait afterwards for signs that the conversation goes on.
 * @param name of the variable of the page that has the conversation; absent: its element has it
 */
export async function turnCameraOn(page: Page, name?: string): Promise<void> {
  const turnOn = async ({ conversation }: Talking) => {
    await conversation!.room.localParticipant.setCameraEnabled(true);
  };
  if (name === undefined) await page.locator('visavis-avatar').evaluate(turnOn as () => Promise<void>);
  else
    await (await page.evaluateHandle((variable) => Reflect.get(globalThis, variable), name)).evaluate(turnOn);
}

/** How many connections to the room server the conversation of the page's element has. */
export const connectionsOf = (page: Page): Promise<number> =>
  page.locator('visavis-avatar').evaluate((element) => {
    const { room } = (element as unknown as { conversation: { room: object } }).conversation;
    const { pcManager } = (room as { engine: { pcManager: { subscriber?: object } } }).engine;
    return pcManager.subscriber ? 2 : 1;
  });

/** Runs in a page before its scripts: its conversations go over two connections, as with a room server that knows of no other way. */
export function goOverTwoConnections(): void {
  const { WebSocket, fetch } = globalThis;
  const isRefused = (address: unknown) => String(address).includes('/rtc/v1');
  globalThis.WebSocket = new Proxy(WebSocket, {
    construct(Socket, [address, protocols]) {
      if (!isRefused(address)) return new Socket(address, protocols);
      const refused = Object.assign(new EventTarget(), {
        readyState: WebSocket.CLOSED,
        close: () => undefined,
      });
      queueMicrotask(() => refused.dispatchEvent(new Event('error')));
      return refused;
    },
  });
  globalThis.fetch = (resource, options) =>
    isRefused(resource) ? Promise.resolve(new Response('', { status: 404 })) : fetch(resource, options);
}
