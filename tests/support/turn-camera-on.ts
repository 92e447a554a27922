import type { Page } from 'playwright-core';

/** The part of `<visavis-avatar>`, and of the result of `useConversation`, that is used here. */
interface Talking {
  conversation?: { room: { localParticipant: { setCameraEnabled(on: boolean): Promise<unknown> } } };
}

/**
 * Turns on the visitor's camera in a page's conversation, through the SDK's room. Tests then wait for signs that the
 * conversation continues.
 * @param name of the page's variable that holds the conversation; by default its element does
 */
export async function turnCameraOn(page: Page, name?: string): Promise<void> {
  const turnOn = async ({ conversation }: Talking) => {
    await conversation!.room.localParticipant.setCameraEnabled(true);
  };
  if (name === undefined) await page.locator('visavis-avatar').evaluate(turnOn as () => Promise<void>);
  else
    await (await page.evaluateHandle((variable) => Reflect.get(globalThis, variable), name)).evaluate(turnOn);
}

/** Returns how many connections to the room server the element's conversation has. */
export const connectionsOf = (page: Page): Promise<number> =>
  page.locator('visavis-avatar').evaluate((element) => {
    const { room } = (element as unknown as { conversation: { room: object } }).conversation;
    const { pcManager } = (room as { engine: { pcManager: { subscriber?: object } } }).engine;
    return pcManager.subscriber ? 2 : 1;
  });

/** Runs in a page before its scripts: makes its conversations use two connections, as older room servers require. */
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
