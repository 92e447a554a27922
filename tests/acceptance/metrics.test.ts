import { expect, test } from 'vitest';
import { ADMIN_TOKEN, useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { createMetrics } from '../support/inside.ts';

const metrics = createMetrics({
  countRunning: async () => 3,
  workers: () => ({
    workers: [
      { ready: true, worn: true, residentBytes: 1000 },
      { ready: true, worn: false, residentBytes: 500 },
      { ready: false, worn: false, residentBytes: 0 },
    ],
    replaced: 2,
    active: 5,
    capacity: 12,
    refused: 5,
    picturesPerSecond: 20,
  }),
  modelHost: () => ({ residentBytes: 300_000_000, restarts: 1 }),
  freeDiskBytes: async () => 5_000_000_000,
  roomServerCrashes: () => 4,
  waitingAvatars: () => ({ count: 1, taken: 6 }),
  rooms: async () => ({
    rooms: 2,
    participants: 5,
    busy: 0.25,
    faults: 2,
    media: {
      in: { packets: 1000, lost: 11, nacked: 12, keyframesRequested: 3 },
      out: { packets: 3000, lost: 31, nacked: 32, keyframesRequested: 4 },
    },
  }),
  refusedDeliveries: () => 9,
  jobs: async () => [{ kind: 'index_document', state: 'queued', count: 7 }],
});
const api = useApi({ metrics, wrapPorts: (ports) => ({ ...ports, metrics }) });

test('has metrics of the process, of running conversations and of turns', async () => {
  metrics.turn({ engine: 'openai', latencyMs: 450, engineMs: 420, playoutMs: 30 });
  metrics.turn({ engine: 'made-up', latencyMs: 100, engineMs: 50, playoutMs: 50 });
  const { status, body, headers } = await api.call('GET', '/metrics', { key: null });
  expect(status).toBe(200);
  expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(body).toContain('visavis_running_conversations 3');
  expect(body).toContain('visavis_room_server_crashes_total 4');
  expect(body).toContain('visavis_models_resident_memory_bytes 300000000');
  expect(body).toContain('visavis_models_restarts_total 1');
  expect(body).toContain('visavis_disk_free_bytes 5000000000');
  expect(body).toContain('visavis_conversations_refused_total 5');
  expect(body).toContain('visavis_pictures_per_second 20');
  expect(body).toContain('visavis_waiting_avatars 1');
  expect(body).toContain('visavis_waiting_avatars_taken_total 6');
  expect(body).toContain('visavis_worker_places_taken 5');
  expect(body).toContain('visavis_rooms 2');
  expect(body).toContain('visavis_room_participants 5');
  expect(body).toContain('visavis_room_server_busy_ratio 0.25');
  expect(body).toContain('visavis_webhook_deliveries_refused_total 9');
  expect(body).toContain('visavis_room_faults_total 2');
  expect(body).toContain('visavis_jobs{kind="index_document",state="queued"} 7');
  expect(body).toContain('visavis_turn_latency_seconds_bucket{le="0.4",engine="openai"} 0');
  expect(body).toContain('visavis_turn_latency_seconds_bucket{le="0.5",engine="openai"} 1');
  expect(body).toContain('visavis_turn_engine_seconds_sum{engine="openai"} 0.42');
  expect(body).toContain('visavis_turn_playout_seconds_bucket{le="0.02",engine="openai"} 0');
  expect(body).toContain('visavis_turn_playout_seconds_bucket{le="0.03",engine="openai"} 1');
  expect(body).toContain('visavis_turn_latency_seconds_count{engine="other"} 1');
  expect(body).not.toContain('made-up');
  expect(body).toContain('process_resident_memory_bytes');
  for (const state of ['starting', 'ready', 'worn'])
    expect(body).toContain(`visavis_workers{state="${state}"} 1`);
  expect(body).toContain('visavis_worker_places 12');
  expect(body).toContain('visavis_workers_resident_memory_bytes 1500');
  for (const [direction, packets, lost, nacked, keyframes] of [
    ['in', 1000, 11, 12, 3],
    ['out', 3000, 31, 32, 4],
  ]) {
    expect(body).toContain(`visavis_media_packets_total{direction="${direction}"} ${packets}`);
    expect(body).toContain(`visavis_media_packets_lost_total{direction="${direction}"} ${lost}`);
    expect(body).toContain(`visavis_media_packets_nacked_total{direction="${direction}"} ${nacked}`);
    expect(body).toContain(`visavis_media_keyframes_asked_total{direction="${direction}"} ${keyframes}`);
  }
  // A second request returns the same value: the metric is read, not incremented.
  expect((await api.call('GET', '/metrics', { key: null })).body).toContain(
    'visavis_workers_replaced_total 2',
  );
});

test('requests from other machines need the admin token, also through a local proxy', async () => {
  const passedOn: Record<string, string>[] = [
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-host': 'localhost' },
    { forwarded: 'for=192.0.2.1' },
    // A proxy that keeps the host name, or a page in a local browser that uses DNS rebinding.
    { host: 'visavis.example' },
    // The service itself, which crawls the page as an organization's website (allowed by `VISAVIS_PRIVATE_ADDRESSES`).
    { 'user-agent': 'Visavis/3.0.0' },
  ];
  for (const headers of passedOn) {
    expectProblem(await api.call('GET', '/metrics', { key: null, headers }), 401);
    expect((await api.call('GET', '/metrics', { bearer: ADMIN_TOKEN, headers })).status).toBe(200);
  }
  for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080'])
    expect((await api.call('GET', '/metrics', { key: null, headers: { host } })).status).toBe(200);
  const { key } = api;
  expectProblem(await api.call('GET', '/metrics', { key, headers: { via: 'x' } }), 401);
});

test('counts requests by the pattern of their route, and how conversations end', async () => {
  await api.call('GET', '/v3/conversations/made-up-by-a-stranger');
  await api.call('GET', '/nowhere/at-all');
  const [avatar] = (await api.call('GET', '/v1/avatars')).body.avatars;
  const started = await api.call('POST', '/v1/sessions', {
    body: { name: 'x', avatar: { id: avatar.id }, consumerIdentity: { identity: 'u' } },
  });
  expect(started.status).toBe(201);
  const { id } = started.body.session;
  await api.report(id, { kind: 'joined', at: api.now().getTime() });
  for (const [provider, fault] of [
    ['openai', 'quota'],
    ['stt', 'timeout'],
    ['stt', 'timeout'],
    ['made-up-provider', 'made-up-fault'],
  ] as const)
    await api.report(id, { kind: 'fault', at: api.now().getTime(), provider, fault });
  expect((await api.call('PATCH', `/v1/sessions/${id}/stop`)).status).toBe(200);
  const { body } = await api.call('GET', '/metrics', { key: null });
  expect(body).toContain(
    'visavis_http_requests_total{method="GET",route="/v3/conversations/:id",status="404"} 1',
  );
  expect(body).toContain('visavis_http_requests_total{method="POST",route="/v1/sessions",status="201"} 1');
  expect(body).not.toMatch(/made-up-(by-a-stranger|provider|fault)/);
  expect(body).toContain('visavis_provider_errors_total{provider="openai",kind="quota"} 1');
  expect(body).toContain('visavis_provider_errors_total{provider="stt",kind="timeout"} 2');
  expect(body).toContain('visavis_provider_errors_total{provider="other",kind="other"} 1');
  expect(body).not.toContain('/nowhere');
  expect(body).toContain('visavis_conversations_joined_total 1');
  expect(body).toMatch(/visavis_conversations_ended_total\{engine="\w+",reason="stopped"\} 1/);
});
