/**
 * The default export, OTLP in protobuf over HTTP, is read with the messages that OpenTelemetry publishes for Python.
 */
import { execFileSync } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findPython, installPythonPackages } from '../support/callers.ts';
import { ROOT } from '../support/guide.ts';
import { poll } from '../support/poll.ts';
import { type Service, startService } from '../support/service.ts';
import { startSession, stopSession, untilEnded } from '../support/service-client.ts';

const FOLDER = join(ROOT, 'tests/cluster/python-traces');
const missing = findPython() === undefined;
if (missing) console.warn('SKIPPED: there is no Python 3.10 or newer with venv');

interface ReadSpan {
  service: string;
  name: string;
  trace: string;
  span: string;
  parent: string;
  ms: number;
}

/** Requests in Base64, each with its media type. */
const requests: { type: string | undefined; body: string }[] = [];
let collector: Server;
let service: Service;
let python: string;

beforeAll(async () => {
  if (missing) return;
  python = await installPythonPackages('opentelemetry', join(FOLDER, 'requirements.txt'));
  collector = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push({
        type: request.headers['content-type'],
        body: Buffer.concat(chunks).toString('base64'),
      });
      response.end();
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const { port } = collector.address() as AddressInfo;
  service = await startService({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_SERVICE_NAME: 'avatars',
      VISAVIS_WORKERS: '1',
    },
  });
}, 300_000);
afterAll(async () => {
  await service?.dispose();
  collector?.close();
});

function readSpans(): ReadSpan[] {
  const input = requests.map(({ body }) => `${body}\n`).join('');
  const printed = execFileSync(python, [join(FOLDER, 'read_traces.py')], { input, encoding: 'utf8' });
  return printed
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as ReadSpan);
}

test.skipIf(missing)('the trace of a start holds together, from the request to its steps', async () => {
  const { session } = await startSession(service);
  await stopSession(service, session.id);
  await untilEnded(service, session.id);
  const spans = await poll('the spans of the start', readSpans, (found) =>
    found.some(({ name }) => name === 'POST /v1/sessions'),
  );
  expect(new Set(requests.map(({ type }) => type))).toEqual(new Set(['application/x-protobuf']));
  expect(new Set(spans.map((span) => span.service))).toEqual(new Set(['avatars']));
  const request = spans.find(({ name }) => name === 'POST /v1/sessions')!;
  const steps = spans.filter(({ parent }) => parent === request.span);
  expect(steps.length).toBeGreaterThan(1);
  for (const { trace, ms } of steps) {
    expect(trace).toBe(request.trace);
    expect(ms).toBeGreaterThanOrEqual(0);
    expect(ms).toBeLessThanOrEqual(request.ms + 1);
  }
});
