/** Tests a conversation as React's hooks expose it to an app, state by state. */
import { once } from 'node:events';
import type { Page, Route } from 'playwright-core';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { bundleReactApp } from '../support/bundle-react-app.ts';
import { poll } from '../support/poll.ts';
import { untilEnded } from '../support/service-client.ts';
import { createShopEmbed } from '../support/shop-embed.ts';
import { useSite, useVisits } from '../support/visits.ts';

/** A page that shows the whole snapshot. `AtOnce` starts in an effect, so strict mode starts it twice. */
const APP = `
import { AvatarVideo, ConversationProvider, useConversation, useDevices, useLevel, useTranscript } from '@visavis/react';
import { useEffect, useState } from 'react';
const seen = globalThis.seen = [];
const loudest = globalThis.loudest = { avatar: 0, user: 0 };
function Level() {
  const { avatar, user } = useLevel();
  Object.assign(loudest, { avatar: Math.max(avatar, loudest.avatar), user: Math.max(user, loudest.user) });
  return <p id="level">{avatar} {user}</p>;
}
function Talk({ atOnce }) {
  const talk = useConversation();
  const lines = useTranscript();
  const { devices, active, choose } = useDevices('audioinput');
  Object.assign(globalThis, { choose, talk });
  seen.push(talk.state);
  const options = new URLSearchParams(location.search);
  const source = { embed: { serviceUrl: SERVICE, id: options.get('embed') }, microphone: options.has('microphone') };
  const start = () => talk.start(source);
  useEffect(() => {
    if (!atOnce) return;
    void start();
    return () => void talk.end();
  }, []);
  return (
    <>
      <AvatarVideo style={{ width: 64 }} />
      <p role="status">{talk.state}</p>
      {talk.error && <p role="alert">{talk.error.name} {talk.error.code} {talk.error.status}: {talk.error.message}</p>}
      {talk.ended && <p id="ended">{talk.ended.reason}</p>}
      <p id="picture">{String(talk.picture)}</p>
      <p id="microphone">{talk.microphone.status}: {talk.microphone.message}</p>
      <p id="hearing">{talk.microphone.hearing}</p>
      <p id="quality">{talk.connection} {talk.quality}</p>
      <p id="device">{devices.find(({ deviceId }) => deviceId === active)?.label}</p>
      {devices.map(({ deviceId, label }) => <button key={deviceId} onClick={() => choose(deviceId)}>{label}</button>)}
      <Level />
      <p id="active">{active}</p>
      <p id="running">{String(talk.conversation !== undefined)}</p>
      <ol>{lines.map((line) => <li key={line.id} className={line.author}>{line.text}</li>)}</ol>
      <button onClick={start}>Start</button>
      <button onClick={() => { globalThis.startLate = start; }}>Start late</button>
      <button onClick={() => { void start(); void start(); }}>Start twice</button>
      <button onClick={() => talk.sendText('How are you?')}>Ask</button>
      <button onClick={() => talk.interrupt()}>Interrupt</button>
      <button onClick={() => talk.setMicrophone(true)}>Speak</button>
      <button onClick={() => talk.setMicrophone(false)}>Mute</button>
      <button onClick={() => talk.conversation.allowBrowserRecognition()}>Allow</button>
      <button onClick={() => talk.end()}>End</button>
    </>
  );
}
const told = globalThis.told = [];
const tell = (name) => ({ reason, code }) => told.push(name + ' ' + (reason ?? code));
function App() {
  const [isShown, setShown] = useState(true);
  if (location.search.includes('nowhere')) return <Talk />;
  return (
    <>
      {isShown && <ConversationProvider onEnded={tell('ended')} onError={tell('error')}><Talk atOnce={location.search.includes('atonce')} /></ConversationProvider>}
      <button onClick={() => setShown(false)}>Leave</button>
    </>
  );
}`;

let embedId: string;
let script = '';
const { service, watched, visit } = useVisits();
const site = useSite(
  () =>
    '<!doctype html><html lang="en"><title>App</title><link rel="icon" href="data:,"><main id="root"></main><script type="module" src="/app.js"></script></html>',
  () => script,
);
beforeAll(async () => {
  script = await bundleReactApp(APP.replace('SERVICE', JSON.stringify(service.url)), 'development');
});
afterEach(async () => {
  // The embed allows two conversations at a time.
  for (const { id, status } of await list())
    if (status === 'running') await service.client.post('/v3/conversations/{id}/stop', { path: { id } });
  await poll('no conversation', list, (all) => all.every(({ status }) => status !== 'running'));
});

/** Returns the calls of the provider's callbacks. */
const told = () => watched.page.evaluate(() => Reflect.get(globalThis, 'told') as string[]);
/** Opens the page with a new embed, because each limits its starts per minute and address. */
async function open(option?: 'atonce' | 'microphone' | 'nowhere'): Promise<Page> {
  embedId = (await createShopEmbed(service, site.origin)).id;
  await visit(`${site.origin}/?embed=${embedId}${option ? `&${option}` : ''}`);
  return watched.page;
}
const click = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const says = (page: Page, state: string) =>
  page.getByRole('status').getByText(state, { exact: true }).waitFor();
/** Holds back the first start before it reaches the service, until its route is continued. */
const hold = (page: Page) =>
  new Promise<Route>((resolve) => {
    void page.route('**/conversations', resolve);
  });
const list = async () =>
  (await service.client.get('/v3/conversations', { query: { embed: embedId, take: 50 } })).conversations;

test('passes through every state of a conversation that goes well, and leaves nothing running', async () => {
  const page = await open();
  const written: string[] = [];
  page.on('console', (message) => written.push(message.text()));
  await says(page, 'idle');
  // Without a conversation, the controls have no effect and cause no error.
  for (const name of ['Ask', 'Interrupt', 'Speak', 'End']) await click(page, name);
  await says(page, 'idle');
  const held = hold(page);
  await click(page, 'Start');
  await says(page, 'connecting');
  await (await held).continue();
  await page.locator('li', { hasText: 'Welcome to the shop.' }).waitFor();
  await page.locator('#picture', { hasText: 'true' }).waitFor();
  await says(page, 'listening');
  await page.locator('#running', { hasText: 'true' }).waitFor();
  await click(page, 'Ask');
  await page.locator('li.user', { hasText: 'How are you?' }).waitFor();
  await page.locator('li.character', { hasText: 'I am well' }).waitFor();
  await click(page, 'End');
  await says(page, 'ended');
  expect(await page.locator('#ended').textContent()).toBe('hung_up');
  expect(await page.locator('#picture').textContent()).toBe('false');
  await page.locator('#running', { hasText: 'false' }).waitFor();
  await page.unroute('**/conversations');
  await click(page, 'Start');
  await page.locator('li', { hasText: 'Welcome to the shop.' }).waitFor();
  expect(await page.locator('li').count()).toBe(1);
  expect(await page.locator('#ended').count()).toBe(0);
  const { id } = (await list())[0]!;
  await click(page, 'Leave');
  expect(await untilEnded(service, id)).toMatchObject({ endReason: 'stopped' });
  expect(watched.complaints).toEqual([]);
  expect(written).toEqual([]);
});

test('after a start that was refused, the state is `failed`, the error has a code and a message, and another start clears both', async () => {
  const page = await open();
  const isCall = '**/conversations';
  await page.route(isCall, (route) =>
    route.fulfill({
      status: 503,
      headers: { 'access-control-allow-origin': '*' },
      contentType: 'application/problem+json',
      body: JSON.stringify({ code: 'no_capacity', detail: 'All places are taken.' }),
    }),
  );
  await click(page, 'Start');
  await says(page, 'failed');
  const words = 'ConversationError no_capacity 503: All places are taken.';
  await page.getByRole('alert').filter({ hasText: words }).waitFor();
  await page.unroute(isCall);
  await click(page, 'Start');
  await says(page, 'listening');
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('a start that is cancelled ends at once, and what the service started meanwhile is stopped', async () => {
  const page = await open();
  const before = (await list()).length;
  const held = hold(page);
  await click(page, 'Start');
  await says(page, 'connecting');
  await click(page, 'End');
  await says(page, 'ended');
  await (await held).continue();
  const now = await poll('the conversation', list, (all) => all.length > before);
  expect(await untilEnded(service, now[0]!.id)).toMatchObject({ endReason: 'stopped' });
  await says(page, 'ended');
  // The conversation had not begun.
  expect(await told()).toEqual([]);
  expect(watched.complaints).toEqual([]);
});

test.each([
  ['two starts at one click', undefined],
  ['an effect of strict mode', 'atonce'],
] as const)(
  '%s: a single conversation remains, it can be ended, and only its end is reported',
  async (_name, option) => {
    const page = await open(option);
    if (!option) await click(page, 'Start twice');
    await says(page, 'listening');
    await poll('one conversation', list, (all) => all.filter((one) => one.status === 'running').length === 1);
    expect(await told()).toEqual([]);
    if (!option)
      expect(await page.evaluate(() => Reflect.get(globalThis, 'seen') as string[])).not.toContain('ended');
    await click(page, 'End');
    await says(page, 'ended');
    expect(await told()).toEqual(['ended hung_up']);
    await poll('no conversation', list, (all) => all.every((one) => one.status !== 'running'));
  },
);

test('the hooks give the devices and the quality of the connection; the provider reports an end and a failed start', async () => {
  const page = await open('microphone');
  await click(page, 'Start');
  await page.locator('#microphone', { hasText: 'on' }).waitFor();
  await page.locator('#quality', { hasText: 'connected excellent' }).waitFor();
  const microphone = page.getByRole('button', { name: /fake.*2/i });
  const name = (await microphone.textContent())!;
  await microphone.click();
  await page.locator('#device', { hasText: name }).waitFor();
  await click(page, 'End');
  await says(page, 'ended');
  await microphone.waitFor({ state: 'detached' });
  expect(await page.locator('#quality').textContent()).toBe(' ');
  expect(await told()).toEqual(['ended hung_up']);
  await page.route('**/conversations', (route) => route.abort());
  await click(page, 'Start');
  await says(page, 'failed');
  expect(await told()).toEqual(['ended hung_up', 'error unreachable']);
});

test('an open microphone and who hears it are reported separately: muted while nobody hears it, and still muted once the browser does', async () => {
  const page = await open('microphone');
  await page.evaluate(() => {
    class Recogniser {
      start = () => undefined;
      abort = () => undefined;
    }
    Object.assign(globalThis, { SpeechRecognition: Recogniser, webkitSpeechRecognition: Recogniser });
  });
  const isNow = async (microphone: RegExp, hearing: string) => {
    await page.locator('#microphone', { hasText: microphone }).waitFor();
    await page.locator('#hearing').getByText(hearing, { exact: true }).waitFor();
  };
  await isNow(/^off: $/, 'nobody');
  await click(page, 'Start');
  await isNow(/^on: Speech recognition is not available here: please type, or allow/, 'offered');
  await click(page, 'Mute');
  await isNow(/^muted: Speech recognition/, 'offered');
  await click(page, 'Allow');
  await isNow(/^muted: $/, 'browser');
  await click(page, 'Speak');
  await isNow(/^on: $/, 'browser');
  await click(page, 'End');
  await isNow(/^off: $/, 'nobody');
});

test('a room that does not come back: the connection is unsteady, then lost, and the conversation ends in time, with its reason', async () => {
  const page = await open();
  const letGo: (() => Promise<unknown>)[] = [];
  let isGone = false;
  await page.routeWebSocket(/\/rtc/, async (socket) => {
    if (isGone) return socket.close();
    const server = socket.connectToServer();
    letGo.push(() => Promise.all([socket.close(), server.close()]));
  });
  // The test decides when the half minute has passed.
  await page.evaluate(() => {
    const { setTimeout } = globalThis;
    const late = (act: () => void, ms?: number) =>
      ms === 30_000 ? Reflect.set(globalThis, 'giveUp', act) : setTimeout(act, ms);
    Object.assign(globalThis, { setTimeout: late });
  });
  await click(page, 'Start');
  await says(page, 'listening');
  await page.locator('#quality', { hasText: /^connected/ }).waitFor();
  isGone = true;
  await Promise.all(letGo.map((go) => go()));
  await page.locator('#quality', { hasText: /^unsteady/ }).waitFor();
  await page.locator('#quality', { hasText: /^lost/ }).waitFor();
  await says(page, 'reconnecting');
  expect(await told()).toEqual([]);
  await page.evaluate(() => (Reflect.get(globalThis, 'giveUp') as () => void)());
  await says(page, 'ended');
  expect(await page.locator('#ended').textContent()).toBe('connection_lost');
  expect(await page.locator('#quality').textContent()).toBe(' ');
  expect(await told()).toEqual(['ended connection_lost']);
});

test('a hook gives the volume of avatar and user; both are silent at the end', async () => {
  const page = await open('microphone');
  await click(page, 'Start');
  await page.waitForFunction(() => {
    const { avatar, user } = Reflect.get(globalThis, 'loudest') as { avatar: number; user: number };
    return avatar > 0.2 && avatar <= 1 && user > 0.2 && user <= 1;
  });
  await click(page, 'End');
  await says(page, 'ended');
  await page.locator('#level', { hasText: /^0 0$/ }).waitFor();
});

test('the choice of a device ends with its conversation: it affects neither the next one nor anything after the provider is unmounted', async () => {
  const page = await open('microphone');
  await click(page, 'Start');
  await page.locator('#microphone', { hasText: 'on' }).waitFor();
  const { reached, letGo } = await holds['the user, who is asked for the microphone']!(page);
  await page.evaluate(() => {
    const { talk } = globalThis as unknown as {
      talk: { conversation: { activeDevice: () => string; useDevice: (...of: string[]) => Promise<void> } };
    };
    const { conversation: old } = talk;
    const real = old.useDevice.bind(old);
    const chosen: string[] = [];
    old.activeDevice = () => 'of the conversation before';
    old.useDevice = async (kind, id) => {
      chosen.push(id!);
      const done = real(kind!, id!);
      Object.assign(globalThis, { done });
      return done;
    };
    Object.assign(globalThis, { chosen });
  });
  await page.getByRole('button', { name: /fake.*2/i }).click();
  await reached;
  await page.evaluate(() => Object.assign(globalThis, { stale: Reflect.get(globalThis, 'choose') }));
  await click(page, 'End');
  await says(page, 'ended');
  await letGo();
  await page.evaluate(() => (Reflect.get(globalThis, 'done') as Promise<void>).catch(() => undefined));
  expect(await page.locator('#active').textContent()).toBe('');
  await page.waitForFunction(() =>
    (Reflect.get(globalThis, 'given') as MediaStream)
      .getTracks()
      .every((track) => track.readyState === 'ended'),
  );
  await click(page, 'Leave');
  await page.evaluate(() => (Reflect.get(globalThis, 'stale') as (id: string) => Promise<void>)('another'));
  expect(await page.evaluate(() => Reflect.get(globalThis, 'chosen') as string[])).toHaveLength(1);
});

/** Holds back, each in its own way, something that a start waits for, until `letGo` is called. */
const holds: Record<
  string,
  (page: Page) => Promise<{ reached: Promise<unknown>; letGo: () => Promise<unknown> }>
> = {
  'the app itself': async (page) => ({
    reached: click(page, 'Start late'),
    letGo: () => page.evaluate(() => (Reflect.get(globalThis, 'startLate') as () => Promise<void>)()),
  }),
  'the service': async (page) => {
    const held = hold(page);
    return { reached: held, letGo: async () => (await held).continue() };
  },
  'the room': async (page) => {
    const held = new AbortController();
    let tellReached = (): void => undefined;
    const reached = new Promise<void>((resolve) => {
      tellReached = resolve;
    });
    // The route must exist before the start, because it holds back the first connection.
    await page.routeWebSocket(/\/rtc/, async (socket) => {
      tellReached();
      if (!held.signal.aborted) await once(held.signal, 'abort');
      socket.connectToServer();
    });
    return { reached, letGo: async () => held.abort() };
  },
  'the user, who is asked for the microphone': async (page) => {
    await page.evaluate(() => {
      const media = navigator.mediaDevices;
      const real = media.getUserMedia.bind(media);
      const asked = new Promise<void>((tell) => {
        media.getUserMedia = async (constraints) => {
          tell();
          await new Promise((allow) => Object.assign(globalThis, { allow }));
          const stream = await real(constraints);
          Object.assign(globalThis, { given: stream });
          return stream;
        };
      });
      Object.assign(globalThis, { asked });
    });
    return {
      reached: page.evaluate(() => Reflect.get(globalThis, 'asked') as Promise<void>),
      letGo: () => page.evaluate(() => (Reflect.get(globalThis, 'allow') as () => void)()),
    };
  },
};

test.each(Object.keys(holds))(
  'a provider that is unmounted while a start waits for %s leaves no conversation and no open microphone',
  async (name) => {
    const page = await open('microphone');
    const before = (await list()).length;
    const { reached, letGo } = await holds[name]!(page);
    if (name !== 'the app itself') await click(page, 'Start');
    await reached;
    await click(page, 'Leave');
    await letGo();
    if (name === 'the app itself') expect(await list()).toHaveLength(before);
    else {
      const now = await poll('the conversation', list, (all) => all.length > before);
      expect(await untilEnded(service, now[0]!.id)).toMatchObject({ endReason: 'stopped' });
    }
    if (name.includes('microphone'))
      await page.waitForFunction(() =>
        (Reflect.get(globalThis, 'given') as MediaStream | undefined)
          ?.getTracks()
          .every((track) => track.readyState === 'ended'),
      );
    expect(watched.complaints).toEqual([]);
  },
);

test('the service stops the conversation, the microphone is refused, and a hook has no provider', async () => {
  const page = await open('microphone');
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  await click(page, 'Start');
  await page.locator('#microphone', { hasText: 'refused: The microphone is not allowed' }).waitFor();
  await says(page, 'listening');
  const { id } = (await list())[0]!;
  await service.client.post('/v3/conversations/{id}/stop', { path: { id } });
  await page.locator('#ended', { hasText: 'stopped' }).waitFor();
  await says(page, 'ended');
  // The conversation's state is reset, but the reason of its end remains.
  expect(await page.locator('#microphone').textContent()).toBe('off: ');
  await click(page, 'End');
  expect(await page.locator('#ended').textContent()).toBe('stopped');
  await watched.close();
  await open('nowhere');
  await expect.poll(() => watched.complaints.join('\n')).toContain('Put a <ConversationProvider> around');
});
