import { randomUUID } from 'node:crypto';
import type { VideoGrant } from 'livekit-server-sdk';
import { NodeClient } from '../node-client.ts';
import type { PageHost, RoomClientPage } from '../room-client-page.ts';
import type { ConnectOptions } from '../room-page/page.ts';
import { mintToken, type RoomTarget } from '../room-target.ts';

/** A behaviour that room users rely on, written once and tested against every kind of server. */
export interface RoomScenario {
  readonly name: string;
  /** Whether every call needs it, so that the gate tests it. */
  readonly isBasic?: true;
  readonly run: (stage: Stage) => Promise<void>;
}

/** A separate room for one scenario, and the clients in it. */
export class Stage {
  readonly target: RoomTarget;
  readonly room = `room-${randomUUID().slice(0, 8)}`;
  readonly #pages: PageHost;
  readonly #opened: { close(): Promise<void> }[] = [];

  constructor(target: RoomTarget, pages: PageHost) {
    this.target = target;
    this.#pages = pages;
  }

  token(identity: string, grant: Partial<VideoGrant> = {}, kind?: 'agent'): Promise<string> {
    return mintToken(this.target, this.room, identity, grant, { kind });
  }

  /** Connects a `@livekit/rtc-node` client. */
  async node(
    identity: string,
    options: {
      grant?: Partial<VideoGrant>;
      autoSubscribe?: boolean;
      dynacast?: boolean;
      url?: string;
      kind?: 'agent';
    } = {},
  ): Promise<NodeClient> {
    const token = await this.token(identity, options.grant, options.kind);
    const { url = this.target.url, autoSubscribe, dynacast } = options;
    const client = await NodeClient.connect(url, token, autoSubscribe, dynacast);
    this.#opened.push(client);
    return client;
  }

  /** Opens a page with a connected `livekit-client`. */
  async browser(
    identity: string,
    options: ConnectOptions & { grant?: Partial<VideoGrant>; url?: string } = {},
  ): Promise<RoomClientPage> {
    const page = await this.blankPage();
    const { grant, url, ...connect } = options;
    await page.call('connect', url ?? this.target.url, await this.token(identity, grant), connect);
    return page;
  }

  async blankPage(): Promise<RoomClientPage> {
    const page = await this.#pages.open();
    this.#opened.push(page);
    return page;
  }

  closeLater(resource: { close(): Promise<void> }): void {
    this.#opened.push(resource);
  }

  async close(): Promise<void> {
    for (const resource of this.#opened.reverse()) await resource.close();
  }
}
