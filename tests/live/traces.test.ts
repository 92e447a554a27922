import { expect, test } from 'vitest';
import { LiveConsumer } from '../support/live-consumer.ts';
import { TEST_API_KEY } from '../support/service.ts';
import {
  createKnowledgeBase,
  type HostedSession,
  stopSession,
  untilEnded,
} from '../support/service-client.ts';
import { useService, useStarted } from '../support/use-service.ts';
import { startWebhookReceiver } from '../support/webhook-receiver.ts';

const GREETING = 'Welcome to the museum.';
const QUESTION = 'When is the museum open?';

const collector = useStarted(startWebhookReceiver, (it) => it.close());
const service = useService(() => ({
  env: {
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=museum',
    OTEL_SERVICE_NAME: 'avatars',
  },
}));

interface ReceivedSpan {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  attributes: { key: string; value: { stringValue?: string; intValue?: number | string } }[];
  events: { name: string }[];
}

/** Returns all spans that the collector has received as OTLP JSON. */
function receivedSpans(): ReceivedSpan[] {
  return collector.received.flatMap(({ body }) =>
    (
      JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: ReceivedSpan[] }[] }[] }
    ).resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
}

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';

test('a conversation is one trace, from the request of its caller to its turns, without anything that was said', async () => {
  const knowledgeBaseId = await createKnowledgeBase(service, 'Museum', 'The museum is open from ten to six.');
  const response = await fetch(`${service.url}/v1/sessions`, {
    method: 'POST',
    headers: {
      'x-api-key': TEST_API_KEY,
      'content-type': 'application/json',
      traceparent: `00-${TRACE}-${CALLER}-01`,
    },
    body: JSON.stringify({
      name: 'traced',
      avatar: { identity: 'maya', name: 'Maya' },
      agent: { provider: 'gemini', name: 'Guide', greetingMsg: GREETING },
      knowledgeBase: { id: knowledgeBaseId },
      consumerIdentity: { identity: 'kim-of-the-trace', name: 'Kim' },
    }),
  });
  expect(response.status).toBe(201);
  const { session, consumerAccessToken } = (await response.json()) as HostedSession;
  const consumer = new LiveConsumer(session.avatar!.identity);
  await consumer.join(session.host.serverUrl, consumerAccessToken);
  const listens = () => consumer.states.at(-1) === 'listening';
  await consumer.until('the greeting', () => consumer.agentTexts[0] === GREETING && listens());
  await consumer.type(QUESTION);
  await consumer.until('the answer', () => consumer.agentTexts.length > 1 && listens());
  await stopSession(service, session.id);
  await untilEnded(service, session.id);
  await consumer.leave();
  // Pending spans are exported when the service stops.
  await service.stop();

  const spans = receivedSpans().filter(({ traceId }) => traceId === TRACE);
  const named = (name: string) => {
    const found = spans.filter((span) => span.name === name);
    expect(found.map((span) => span.name)).toEqual([name]);
    return found[0]!;
  };
  const request = named('POST /v1/sessions');
  expect(request.parentSpanId).toBe(CALLER);
  expect(attribute(request, 'http.response.status_code')).toBe(201);
  expect(attribute(request, 'visavis.request.id')).toBe(response.headers.get('x-request-id'));
  expect(named('reserve a slot').parentSpanId).toBe(request.spanId);
  const dispatch = named('dispatch to a worker');
  expect(dispatch.parentSpanId).toBe(request.spanId);
  const conversation = named('conversation');
  expect(conversation.parentSpanId).toBe(dispatch.spanId);
  expect(attribute(conversation, 'visavis.conversation.id')).toBe(session.id);
  expect(attribute(conversation, 'visavis.conversation.end_reason')).toBe('stopped');
  expect(conversation.events.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['avatar_joined', 'first_frame', 'consumer_joined']),
  );
  const turn = named('turn');
  expect(turn.parentSpanId).toBe(conversation.spanId);
  const [engine, playout] = [named('engine builtin'), named('playout')];
  expect([engine.parentSpanId, playout.parentSpanId]).toEqual([turn.spanId, turn.spanId]);
  expect(engine.startTimeUnixNano).toBe(turn.startTimeUnixNano);
  expect(playout.startTimeUnixNano).toBe(engine.endTimeUnixNano);
  expect(playout.endTimeUnixNano).toBe(turn.endTimeUnixNano);
  expect(spans.find(({ name }) => name === 'search knowledge')?.parentSpanId).toBe(conversation.spanId);

  expect(collector.received.map(({ path }) => path)).toContain('/v1/traces');
  expect(collector.received[0]!.headers['x-tenant']).toBe('museum');
  const sent = JSON.stringify(collector.received.map(({ body }) => body));
  expect(sent).toContain('avatars');
  for (const secret of [
    GREETING,
    QUESTION,
    'ten to six',
    'kim-of-the-trace',
    TEST_API_KEY,
    consumerAccessToken,
  ])
    expect(sent).not.toContain(secret);
});

function attribute({ attributes }: ReceivedSpan, key: string): string | number | undefined {
  const value = attributes.find((each) => each.key === key)?.value;
  return value?.stringValue ?? (value?.intValue === undefined ? undefined : Number(value.intValue));
}
