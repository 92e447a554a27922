import { type ConversationEvent, createVisavisClient, type VisavisClient } from '@visavis/client';
import { beforeAll, expect, test } from 'vitest';
import { useApi } from '../../support/api-harness.ts';

let baseUrl: string;
const api = useApi({ eventStreams: { perOrganization: 1 } });
beforeAll(async () => {
  await api.startEvents();
  baseUrl = await api.listen();
});

const connect = (fetching?: (url: string, init: RequestInit) => Promise<Response>): VisavisClient =>
  createVisavisClient({ baseUrl, apiKey: api.key, ...(fetching && { fetch: fetching }) });

async function startSession(): Promise<string> {
  const [avatar] = (await connect().get('/v1/avatars')).avatars;
  const { session } = await connect().post('/v1/sessions', {
    body: { name: 'x', avatar: { id: avatar!.id }, consumerIdentity: { identity: 'uma' } },
  });
  return session.id;
}
const stop = (id: string) => connect().patch('/v1/sessions/{id}/stop', { path: { id } });
const say = (id: string, entryId: string, content: string) =>
  api.say(id, content, { entryId, author: 'character' });

/** Cuts off the response body after its first event, as a lost connection does. */
function cutAfterOneEvent(response: Response): Response {
  const cut = new TransformStream<Uint8Array, Uint8Array>({
    transform(bytes, controller) {
      controller.enqueue(bytes);
      if (Buffer.from(bytes).includes('data:')) controller.error(new Error('connection lost'));
    },
  });
  return new Response(response.body!.pipeThrough(cut), response);
}

test('gives everything once and in order, to the end, whatever happens to the connection', async () => {
  const id = await startSession();
  await say(id, 'a', 'Hello.');
  const calls: (string | undefined)[] = [];
  const visavis = connect(async (url, init) => {
    calls.push((init.headers as Record<string, string>)['last-event-id']);
    if (calls.length === 2) throw new TypeError('fetch failed');
    const response = await fetch(url, init);
    return calls.length === 1 ? cutAfterOneEvent(response) : response;
  });
  const events: ConversationEvent[] = [];
  for await (const event of visavis.followConversation(id)) {
    events.push(event);
    if (event.event === 'transcript') await stop(id);
  }
  const record = await connect().get('/v3/conversations/{id}', { path: { id } });
  expect(events.flatMap(({ event, data }) => (event === 'timeline' ? [data] : []))).toEqual(record.timeline);
  expect(events.flatMap(({ event, data }) => (event === 'transcript' ? [data] : []))).toEqual(
    record.transcript,
  );
  expect(events.at(-1)).toMatchObject({
    event: 'status',
    data: { id, status: 'ended', endReason: 'stopped' },
  });
  const ids = events.map((event) => Number(event.id));
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  // From the start; after the first event, which fails; the same again; and at the end, which returns no event.
  expect(calls).toEqual([undefined, calls[2], calls[2], events.at(-1)!.id]);
  expect(calls[2]).toBeDefined();

  const behind = events.findIndex(({ event }) => event === 'transcript');
  const rest: string[] = [];
  const resumed = connect().followConversation(id, { lastEventId: events[behind]!.id });
  for await (const event of resumed) rest.push(event.id);
  expect(rest).toEqual(events.slice(behind + 1).map((event) => event.id));
});

test('leaving or aborting the iteration frees its place', async () => {
  const id = await startSession();
  // The organization may have only one open stream.
  for await (const { event } of connect().followConversation(id)) if (event === 'status') break;
  const abort = new AbortController();
  const followed = connect().followConversation(id, { signal: abort.signal });
  expect(await followed.next()).toMatchObject({ done: false });
  const reason = new Error('enough');
  abort.abort(reason);
  await expect(
    (async () => {
      for (;;) if ((await followed.next()).done) return;
    })(),
  ).rejects.toBe(reason);
  const again = connect().followConversation(id);
  expect(await again.next()).toMatchObject({ value: { event: 'timeline' } });
  await again.return();
  await stop(id);
});

test('throws errors of the service at once', async () => {
  const unknown = connect().followConversation('conv_unknown');
  await expect(unknown.next()).rejects.toMatchObject({ status: 404, code: 'not_found' });
  const stranger = createVisavisClient({ baseUrl, apiKey: 'vv_wrong' }).followConversation('conv_unknown');
  await expect(stranger.next()).rejects.toMatchObject({ status: 401 });
});

test('accepts events that the network splits anywhere', async () => {
  const text =
    'retry: 1\r\n: a comment\r\n\r\nid: 7\r\nevent: transcript\r\ndata: {"content":\r\ndata: "grüße"}\r\n\r\n' +
    'event: unheard-of\ndata: x\n\nid: 8\nevent:timeline\ndata:{}\r\rdata: cut off';
  const bytes = new TextEncoder().encode(text);
  const answers = [
    // One byte at a time.
    new Response(
      new ReadableStream({
        start(controller) {
          for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
          controller.close();
        },
      }),
      { headers: { 'content-type': 'text/event-stream; charset=utf-8' } },
    ),
    new Response(null, { status: 204 }),
  ];
  const events: unknown[] = [];
  for await (const event of connect(async () => answers.shift()!).followConversation('conv_x'))
    events.push(event);
  expect(events).toEqual([
    { id: '7', event: 'transcript', data: { content: 'grüße' } },
    { id: '8', event: 'timeline', data: {} },
  ]);
});
