import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { launchBrowser } from './browser.ts';
import { bundleScript } from './bundle-script.ts';
import { DEADLINE_MS, inTime } from './deadlines.ts';
import type { PageApi, PageState } from './room-page/page.ts';

/** A page driven by Playwright. */
export type ChromiumPage = Page & DrivenPage;

type Calls = { [K in keyof PageApi]: PageApi[K] };
type Result<K extends keyof Calls> = Awaited<ReturnType<Calls[K]>>;

/** The functions of a page that a scenario needs, for any driver. */
export interface DrivenPage {
  goto(url: string): Promise<unknown>;
  evaluate<A, R>(run: (argument: A) => R, argument: A): Promise<Awaited<R>>;
  close(): Promise<void>;
}

export interface DrivenBrowser<P extends DrivenPage = DrivenPage> {
  newPage(): Promise<P>;
  close(): Promise<void>;
}

/** A browser and a page server for tests with unmodified `livekit-client`. */
export interface PageHost<P extends DrivenPage = DrivenPage> {
  /** Opens a page in a new browser context. */
  open(): Promise<RoomClientPage<P>>;
  /** Opens a page whose visitor has joined an avatar and turned the microphone and the camera on. */
  converse(url: string, token: string): Promise<RoomClientPage<P>>;
  close(): Promise<void>;
}

/** Starts Chromium and a page server. `microphone`: a WAV file that is played when the microphone is opened. */
export function openPageHost(microphone?: string): Promise<PageHost<ChromiumPage>> {
  return openPages(async () => (await launchBrowser(microphone)) as DrivenBrowser<ChromiumPage>);
}

/** @param launch starts the browser, which is closed together with the page server */
export async function openPages<P extends DrivenPage>(
  launch: () => Promise<DrivenBrowser<P>>,
): Promise<PageHost<P>> {
  const entry = fileURLToPath(new URL('./room-page/page.js', import.meta.url));
  const script = await bundleScript(entry);
  const server = createServer((request, response) => {
    if (request.url === '/page.js') response.setHeader('content-type', 'text/javascript').end(script);
    else
      response
        .setHeader('content-type', 'text/html')
        .end('<!doctype html><body></body><script src="/page.js"></script>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    return new Host(server, await launch());
  } catch (error) {
    server.close();
    throw error;
  }
}

class Host<P extends DrivenPage> implements PageHost<P> {
  readonly #server: Server;
  readonly #browser: DrivenBrowser<P>;

  constructor(server: Server, browser: DrivenBrowser<P>) {
    this.#server = server;
    this.#browser = browser;
  }

  async open(): Promise<RoomClientPage<P>> {
    const page = await this.#browser.newPage();
    // localhost is a secure context, which camera and microphone require.
    await page.goto(`http://localhost:${(this.#server.address() as AddressInfo).port}/`);
    return new RoomClientPage(page);
  }

  async converse(url: string, token: string): Promise<RoomClientPage<P>> {
    const page = await this.open();
    await page.call('connect', url, token, { room: { singlePeerConnection: true } });
    await page.until(
      'sound and picture of the avatar',
      ({ events }) => events.filter((event) => event.startsWith('subscribed ')).length === 2,
    );
    await page.call('publishMicrophone');
    await page.call('publishCamera', true);
    return page;
  }

  async close(): Promise<void> {
    await this.#browser.close();
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }
}

/** One page with one LiveKit client. */
export class RoomClientPage<P extends DrivenPage = DrivenPage> {
  readonly page: P;

  constructor(page: P) {
    this.page = page;
  }

  /** @throws Error naming the call, if it does not return in time */
  async call<K extends keyof Calls>(name: K, ...parameters: Parameters<Calls[K]>): Promise<Result<K>> {
    // Takes one plain value, so that the compiler does not expand the page's own types here.
    const run = ({ method, values }: { method: string; values: unknown }): unknown => {
      const api = window.visavisPage as unknown as Record<string, (...args: unknown[]) => unknown>;
      return api[method]!(...(values as unknown[]));
    };
    const answer = this.page.evaluate(run, { method: name, values: parameters });
    return (await inTime(`the page's ${name}`, answer)) as Result<K>;
  }

  /** Waits until the page's state is as wanted. @throws Error with the last state, after `timeoutMs` */
  async until(
    what: string,
    accept: (state: PageState) => boolean,
    timeoutMs = DEADLINE_MS,
  ): Promise<PageState> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const state = await this.call('state');
      if (accept(state)) return state;
      if (Date.now() > deadline) throw new Error(`timed out waiting for ${what}: ${JSON.stringify(state)}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  /** Waits until no frame of a publisher has arrived for half a second. */
  async untilStill(identity: string): Promise<void> {
    let seen = -1;
    let since = Date.now();
    await this.until(`no more frames of ${identity}`, ({ frames }) => {
      if (frames[identity] !== seen) since = Date.now();
      seen = frames[identity] ?? 0;
      return Date.now() - since > 500;
    });
  }

  /** Waits until the page's camera encodes exactly these simulcast layers, the smallest first. */
  async untilLayers(wanted: readonly boolean[], timeoutMs = DEADLINE_MS): Promise<void> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const layers = await this.call('encodedLayers');
      if (layers.join() === wanted.join()) return;
      if (Date.now() > deadline)
        throw new Error(`timed out waiting for layers ${wanted.join()}: ${layers.join()}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  close(): Promise<void> {
    return this.page.close();
  }
}
