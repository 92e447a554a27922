import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { cpuSeconds, residentMb } from '../support/processes.ts';
import { type Bench, summarize } from '../support/report.ts';
import { startService } from '../support/service.ts';

const MB = 1024 * 1024;
const SAMPLE_MS = 20;

/** A place that takes a document; `address` is called before every upload. */
interface Place {
  name: string;
  pid: number;
  address(): Promise<string>;
  afterEach?: () => Promise<unknown>;
  close(): Promise<unknown>;
}

/** `[megabytes] [rounds]`: documents of that size are uploaded one after the other, to each place in turn. */
export const run: Bench = async ([megabytes = '100', rounds = '8'], report) => {
  const bytes = Number(megabytes) * MB;
  report.text(`${rounds} uploads of ${megabytes} MB to each place in turns, sent from this machine.`);
  const places: Place[] = [];
  try {
    for (const open of [toFiles, toS3, toBare]) places.push(await open(bytes));
    const seconds = places.map((): number[] => []);
    const cpu = places.map((): number[] => []);
    const grown = places.map((): number[] => []);
    const base = places.map(({ pid }) => residentMb(pid));
    for (let round = 0; round <= Number(rounds); round += 1) {
      for (const [at, place] of places.entries()) {
        const measured = await upload(place, bytes);
        // The first one compiles and fills pools.
        if (round === 0) base[at] = residentMb(place.pid);
        else {
          seconds[at]!.push(measured.seconds);
          cpu[at]!.push(measured.cpu);
          grown[at]!.push(measured.peakMb - base[at]!);
        }
      }
    }
    const rate = (at: number) => Number(megabytes) / summarize(seconds[at]!).median;
    report.table([
      [
        '',
        'n',
        'MB a second',
        'slowest',
        'CPU s each',
        'resident before MB',
        'most above that MB',
        'share of bare',
      ],
      ...places.map(({ name }, at) => [
        name,
        String(seconds[at]!.length),
        rate(at),
        Number(megabytes) / Math.max(...seconds[at]!),
        summarize(cpu[at]!).median,
        base[at]!,
        Math.max(...grown[at]!),
        `${Math.round((rate(at) / rate(places.length - 1)) * 100)}%`,
      ]),
    ]);
    report.text('\nTarget: constant memory: what is added does not depend on the size of the document.');
    report.text(
      `Resident memory of the main process, every ${SAMPLE_MS} ms; "before" is after a first upload.`,
    );
  } finally {
    for (const place of places.reverse()) await place.close();
  }
};

async function toFiles(bytes: number, env: Record<string, string> = {}): Promise<Place> {
  const service = await startService({
    env: {
      VISAVIS_WORKERS: '1',
      VISAVIS_LIMIT_DOCUMENT_BYTES: String(bytes),
      NODE_ENV: 'production',
      ...env,
    },
  });
  const { id } = await service.client.post('/v3/knowledge-bases', { body: { name: 'bench' } });
  const { uploadUrl } = await service.client.post('/v3/knowledge-bases/{id}/documents', {
    path: { id },
    body: { name: 'large', mimeType: 'text/plain' },
  });
  return {
    name: 'Visavis, files',
    pid: service.child.pid!,
    // May be repeated; the last one counts, and the one before is deleted.
    address: async () => uploadUrl,
    close: () => service.dispose(),
  };
}

async function toS3(bytes: number): Promise<Place> {
  const server = fork(new URL('./s3-process.js', import.meta.url));
  const [{ endpoint, bucket }] = (await once(server, 'message')) as [{ endpoint: string; bucket: string }];
  const place = await toFiles(bytes, {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: 'bench',
    S3_SECRET_ACCESS_KEY: 'bench',
  });
  return {
    ...place,
    name: 'Visavis, S3 on this machine',
    afterEach: async () => {
      server.send('forget');
      await once(server, 'message');
    },
    close: async () => {
      await place.close();
      await end(server);
    },
  };
}

async function toBare(): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'visavis-bench-'));
  const child = fork(new URL('./bare-process.js', import.meta.url), [folder]);
  const [port] = (await once(child, 'message')) as [number];
  return {
    name: 'bare: request into a file, synced',
    pid: child.pid!,
    address: async () => `http://127.0.0.1:${port}/`,
    close: async () => {
      await end(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function end(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill();
  await exited;
}

async function upload(
  place: Place,
  bytes: number,
): Promise<{ seconds: number; cpu: number; peakMb: number }> {
  const url = await place.address();
  let peakMb = 0;
  const sampler = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(place.pid));
  }, SAMPLE_MS);
  const cpuBefore = cpuSeconds(place.pid);
  const from = performance.now();
  const put = request(url, {
    method: 'PUT',
    headers: { 'content-type': 'text/plain', 'content-length': bytes },
  });
  const answered = once(put, 'response');
  await Promise.all([pipeline(Readable.from(chunks(bytes)), put), answered]);
  const [response] = await answered;
  for await (const _ of response);
  const seconds = (performance.now() - from) / 1_000;
  clearInterval(sampler);
  if (response.statusCode !== 200) throw new Error(`${place.name} answered ${response.statusCode}`);
  const cpu = cpuSeconds(place.pid) - cpuBefore;
  await place.afterEach?.();
  return { seconds, cpu, peakMb };
}

function* chunks(bytes: number): Generator<Buffer> {
  const line = Buffer.alloc(64 * 1024, 'The museum opens at nine in the morning.\n');
  for (let sent = 0; sent < bytes; sent += line.length) yield line.subarray(0, bytes - sent);
}
