/** The element <visavis-avatar> in pages as visitors see it, and the avatar's side of its room. */
import { DataPacket_Kind, RoomServiceClient } from 'livekit-server-sdk';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchBrowser } from './browser.ts';
import { bundleScript } from './bundle-script.ts';
import { loadInstanceSecrets } from './inside.ts';
import { openRoomDoor, type RoomDoor } from './room-door.ts';
import { type Service, startService } from './service.ts';
import { lateBound } from './use-service.ts';
import { openWatched, type WatchedPage } from './watched-page.ts';

const startSession = async ({ client }: Service, further: { video?: boolean } = {}) => {
  const { avatars } = await client.get('/v1/avatars', { query: { take: 1 } });
  return client.post('/v1/sessions', {
    body: {
      name: 'A talk',
      avatar: { id: avatars[0]!.id },
      consumerIdentity: { identity: 'ada' },
      ...further,
    },
  });
};

/** A service, and pages with the element whose avatars talk. */
class ElementPages {
  readonly service: Service;
  readonly door: RoomDoor;
  readonly #browser: Browser;
  readonly rooms: RoomServiceClient;
  readonly script: string;
  /** The newest page. */
  watched!: WatchedPage;
  /** The session of the newest page. */
  started!: Awaited<ReturnType<typeof startSession>>;

  private constructor(
    service: Service,
    door: RoomDoor,
    browser: Browser,
    rooms: RoomServiceClient,
    script: string,
  ) {
    this.service = service;
    this.door = door;
    this.#browser = browser;
    this.rooms = rooms;
    this.script = script;
  }

  static async start(): Promise<ElementPages> {
    const service = await startService();
    const { roomApiKey, roomApiSecret } = await loadInstanceSecrets(service.dataDir, {
      secret: undefined,
      adminToken: undefined,
    });
    const rooms = new RoomServiceClient(service.url, roomApiKey, roomApiSecret);
    const door = await openRoomDoor(Number(new URL(service.url).port));
    const script = await bundleScript(
      {
        code: "import '@visavis/web/element'; export { startConversation } from '@visavis/web';",
        extension: 'ts',
      },
      { name: 'visavis' },
    );
    return new ElementPages(service, door, await launchBrowser(), rooms, script);
  }

  /**
   * Opens a page of the service's origin with the element. Without `attributes`, it uses the test's own session.
   * @param prepare runs in the page before its scripts
   * @param session further fields of the test's own session
   */
  async open(attributes?: string, prepare?: () => void, session?: { video?: boolean }): Promise<Page> {
    this.watched = await openWatched(this.#browser, 'about:blank');
    const { page } = this.watched;
    if (prepare) await page.addInitScript(prepare);
    await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
    await page.exposeFunction('startSession', async () => {
      this.started = await startSession(this.service, session);
      this.started.session.host.serverUrl = this.door.url;
      return this.started;
    });
    const { client } = this.service;
    await page.exposeFunction('stopSession', (id: string) =>
      client.patch('/v1/sessions/{id}/stop', { path: { id } }),
    );
    await page.exposeFunction(
      'endReason',
      async (id: string) => (await client.get('/v3/conversations/{id}', { path: { id } })).endReason,
    );
    // A page that the service itself sends: Chromium counts a response from a Playwright route as another network's.
    await page.goto(`${this.service.url}/openapi.json`);
    await page.addScriptTag({ content: this.script });
    await page.evaluate((given) => {
      document.documentElement.lang = 'en';
      document.documentElement.innerHTML = `<head><title>Page</title></head><body><main><h1>Page</h1><visavis-avatar name="Maya" ${given ?? ''}></visavis-avatar></main></body>`;
      const element = document.querySelector('visavis-avatar')! as HTMLElement & { source: unknown };
      const call = (name: string) => Reflect.get(globalThis, name) as (id?: string) => Promise<unknown>;
      if (given === undefined)
        element.source = {
          session: call('startSession'),
          stop: call('stopSession'),
          endReason: call('endReason'),
        };
      const told: string[] = [];
      element.addEventListener('visavis-state', (event) => told.push((event as CustomEvent).detail.state));
      Object.assign(globalThis, { told });
    }, attributes);
    return page;
  }

  /** Sends a message to the room as the avatar does. */
  send(message: object | string): Promise<void> {
    return this.rooms.sendData(
      this.started.session.room,
      new TextEncoder().encode(typeof message === 'string' ? message : JSON.stringify(message)),
      DataPacket_Kind.RELIABLE,
      { topic: 'visavis.event' },
    );
  }

  /** Sets a state in the room as the avatar does. */
  async actAs(state: string, attributes: Record<string, string> = {}): Promise<void> {
    const { room } = this.started.session;
    const avatar = (await this.rooms.listParticipants(room)).find((one) => one.attributes['lk.agent.state'])!;
    await this.rooms.updateParticipant(room, avatar.identity, {
      attributes: { 'lk.agent.state': state, ...attributes },
    });
  }

  async closePage(): Promise<void> {
    await this.watched?.close();
    this.door.turn('open');
  }

  async dispose(): Promise<void> {
    await this.#browser.close();
    this.door.close();
    await this.service.dispose();
  }
}

/** Returns the pages for the tests of a file. Must be called where they are declared, because it adds hooks. */
export function useElementPages(): ElementPages {
  let pages: ElementPages | undefined;
  beforeAll(async () => {
    pages = await ElementPages.start();
  });
  afterEach(() => pages?.closePage());
  afterAll(() => pages?.dispose());
  return lateBound(() => pages!);
}

export const startButton = (page: Page) => page.getByRole('button', { name: 'Start the conversation' });
export const hangUp = (page: Page) => page.getByRole('button', { name: 'Hang up' });
export const again = (page: Page) => page.getByRole('button', { name: 'Talk again' });
export const says = (page: Page, role: 'status' | 'alert', text: string | RegExp) =>
  page.getByRole(role).filter({ hasText: text }).waitFor();
export const hasFocus = (page: Page, id: string) =>
  expect.poll(() => page.evaluate(() => document.activeElement?.shadowRoot?.activeElement?.id)).toBe(id);

/** Waits until the visitor is in the room: the field then accepts text. */
export const untilLive = (page: Page) => page.locator('#text:enabled').waitFor();
export async function untilListening(page: Page): Promise<void> {
  await page.locator('#transcript li.character').first().waitFor();
  await says(page, 'status', /^(listening|ready)$/);
}
