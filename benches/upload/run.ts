import type { Bench } from '../support/bench.ts';
import { timed } from '../support/measure.ts';
import { ask, cpuSeconds, residentMb, startChild } from '../support/processes.ts';
import { median } from '../support/report.ts';
import { type Scope, temporaryFolder } from '../support/scope.ts';
import { startService } from '../support/service.ts';

const MB = 1024 * 1024;
const SAMPLE_MS = 20;
const LINE = 'The museum opens at nine in the morning.\n';
const HEADERS = { 'content-type': 'text/plain' };

/** A place that takes documents. */
interface Place {
  name: string;
  pid: number;
  /** May be used again; the last document counts, and the one before is deleted. */
  url: string;
  afterEach?: () => Promise<unknown>;
}

/** Documents of that size are uploaded one after the other, to each place in turn, sent from this machine. */
export async function run({ options, scope, report }: Bench): Promise<void> {
  const { megabytes, rounds } = options({ megabytes: 100, rounds: 8 });
  const bytes = megabytes * MB;
  const document = new Blob(Array.from({ length: megabytes }, () => Buffer.alloc(MB, LINE)));
  const places = [await toBare(scope), await toFiles(scope, bytes), await toS3(scope, bytes)];
  const base = places.map(({ pid }) => residentMb(pid));
  const uploads = places.map((): Upload[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    for (const [at, place] of places.entries()) {
      const uploaded = await upload(place, document);
      // The first one compiles and fills pools.
      if (round === 0) base[at] = residentMb(place.pid);
      else uploads[at]!.push(uploaded);
    }
  }
  const rate = (at: number) => megabytes / median(uploads[at]!.map(({ seconds }) => seconds));
  report.heading(`${rounds} uploads of ${megabytes} MB to each place in turns`);
  report.table([
    [
      '',
      'n',
      'MB a second',
      'CPU s each',
      'resident before MB',
      'most above that MB',
      'time to that of bare',
    ],
    ...places.map(({ name }, at) => [
      name,
      uploads[at]!.length,
      rate(at),
      median(uploads[at]!.map(({ cpu }) => cpu)),
      base[at]!,
      Math.max(...uploads[at]!.map(({ peakMb }) => peakMb)) - base[at]!,
      rate(0) / rate(at),
    ]),
  ]);
  report.text(
    `Target: what is added does not depend on the size of the document. Resident memory of the main process, every ${SAMPLE_MS} ms; "before" is after a first upload.`,
  );
}

async function toFiles(scope: Scope, bytes: number, env: Record<string, string> = {}): Promise<Place> {
  const settings = { VISAVIS_LIMIT_DOCUMENT_BYTES: String(bytes), NODE_ENV: 'production', ...env };
  const { client, child } = await startService(scope, settings);
  const { id } = await client.post('/v3/knowledge-bases', { body: { name: 'bench' } });
  const { uploadUrl } = await client.post('/v3/knowledge-bases/{id}/documents', {
    path: { id },
    body: { name: 'large', mimeType: 'text/plain' },
  });
  return { name: 'Visavis, files', pid: child.pid!, url: uploadUrl };
}

async function toS3(scope: Scope, bytes: number): Promise<Place> {
  const server = startChild(scope, new URL('./s3-process.js', import.meta.url));
  const { endpoint, bucket } = await ask<{ endpoint: string; bucket: string }>(server);
  const place = await toFiles(scope, bytes, {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: 'bench',
    S3_SECRET_ACCESS_KEY: 'bench',
  });
  return { ...place, name: 'Visavis, S3 on this machine', afterEach: () => ask(server, 'forget') };
}

async function toBare(scope: Scope): Promise<Place> {
  const folder = await temporaryFolder(scope);
  const child = startChild(scope, new URL('./bare-process.js', import.meta.url), [folder]);
  const url = `http://127.0.0.1:${await ask<number>(child)}/`;
  return { name: 'bare: request into a file, synced (yardstick)', pid: child.pid!, url };
}

interface Upload {
  seconds: number;
  cpu: number;
  peakMb: number;
}

async function upload({ name, pid, url, afterEach }: Place, document: Blob): Promise<Upload> {
  let peakMb = 0;
  const sampler = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb(pid));
  }, SAMPLE_MS);
  const cpuBefore = cpuSeconds(pid);
  const { value: answer, ms } = await timed(() =>
    fetch(url, { method: 'PUT', headers: HEADERS, body: document }),
  );
  clearInterval(sampler);
  if (!answer.ok) throw new Error(`${name} answered ${answer.status}`);
  const cpu = cpuSeconds(pid) - cpuBefore;
  await afterEach?.();
  return { seconds: ms / 1000, cpu, peakMb };
}
