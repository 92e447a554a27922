import { trace } from '@opentelemetry/api';
import { afterEach, expect, test, vi } from 'vitest';
import { silentLogger } from '../lib/logger.ts';
import { useServers } from '../lib/testing/use-servers.ts';
import { openTracing } from './open-tracing.ts';
import type { TracingSettings } from './tracing-settings.ts';

const settings: TracingSettings = {
  endpoint: undefined,
  protocol: 'http/protobuf',
  sampler: 'parentbased_always_on',
  ratio: 1,
  serviceName: 'visavis',
  attributes: {},
};

const serve = useServers();
afterEach(() => vi.unstubAllEnvs());

test('a collector that refuses everything is logged once, and causes no delay', async () => {
  const types: unknown[] = [];
  const collector = await serve((request, response) => {
    types.push(request.headers['content-type']);
    response.writeHead(400).end('no');
  });
  vi.stubEnv('OTEL_EXPORTER_OTLP_ENDPOINT', collector);
  const warnings: string[] = [];
  const log = { ...silentLogger, warn: (_fields: object, message: string) => void warnings.push(message) };
  const tracing = await openTracing(settings, log);
  const span = trace.getTracer('visavis').startSpan('something');
  expect(span.isRecording()).toBe(true);
  span.end();
  await tracing.close();
  expect(types).toEqual(['application/x-protobuf']);
  expect(warnings).toEqual([expect.stringContaining('cannot send traces')]);
  expect(trace.getTracer('visavis').startSpan('later').isRecording()).toBe(false);
});
