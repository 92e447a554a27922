import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { VisavisApiError } from '@visavis/client';
import type { Bench } from '../support/bench.ts';
import { galleryOf, type Started, startConversation, stopConversation } from '../support/conversation.ts';
import {
  ask,
  cpuSeconds,
  familyOf,
  familySeconds,
  residentMbOf,
  startChild,
  threadMsSince,
  threadSeconds,
} from '../support/processes.ts';
import { type Row, summarize } from '../support/report.ts';
import { pause, within } from '../support/scope.ts';
import { readMetric, type Service, startService } from '../support/service.ts';
import type { Received, Talk } from '../support/subscriber.ts';
import { MEASURED_MS, measurePaintedPublishers, SETTLE_MS, type ThreadCost } from './yardstick.ts';

/** A machine that has not recovered by then is reported as not recovering. */
const RECOVERY_MS = 30_000;
const WISH = {
  counts: '1,4,6,8',
  talk: 'always',
  fps: '25',
  idle: '12',
  /** The minimum frame rate under load; if it equals `fps`, the rate does not adapt. */
  min: '',
  /** Number of worker processes; if empty, the service decides. */
  workers: '',
  /** `measured`: the capacity that the service measures, instead of room for every conversation. */
  places: 'all',
  yardstick: 'yes',
};
const COLUMNS =
  'conversations|refused|cost / encode-only|fps min|fps median|fps wanted|full again, s|gap p95 ms|sound made up %'
    .concat('|reply ms|reply p95|busy %|service %|subscribers %|workers MB')
    .split('|');
const EXPLAINED = [
  'Target: at least 6 conversations at ≥ 24.5 fps received; frame gap p95 ≤ 50 ms.',
  'cost / encode-only: processor time of the whole service, to that of rtc-node and the room server for the same pictures, painted beforehand. Compare it only where both sent as many pictures.',
  'reply: from a typed question to the first sound of the answer at the subscriber; only with talk=turns.',
  'full again: after three quarters of the conversations have ended, until the others send all pictures.',
  'busy: share of all cores; service and subscribers: of one core. The subscribers decode every picture: on other machines they would not count.',
];

/** Measures conversations in which the avatar speaks all the time, about half of it, or only the greeting. */
export async function run({ options, report }: Bench): Promise<void> {
  const wish = options(WISH);
  wish.min ||= wish.fps;
  report.heading(
    `Conversations at once; ${availableParallelism()} cores, the subscribers (rtc-node) on the same machine`,
  );
  report.text(
    `The avatar speaks: ${wish.talk}. Pictures a second: ${wish.fps}, silent ${wish.idle}, at least ${wish.min}. Places: ${wish.places === 'measured' ? 'as measured' : 'for all'}. Load ${loadavg()[0]!.toFixed(1)} before.\n`,
  );
  const measured: { row: Row; threads: ThreadCost[] }[] = [];
  for (const count of wish.counts.split(',').map(Number)) measured.push(await measure(count, wish));
  report.table([COLUMNS, ...measured.map(({ row }) => row)]);
  for (const line of EXPLAINED) report.text(line);
  const { row, threads } = measured.at(-1)!;
  report.heading(`Where it goes with ${row[0]}: ms of processor time a second and conversation`);
  report.table([['process', 'thread', 'ms'], ...threads]);
}

async function measure(count: number, wish: typeof WISH): Promise<{ row: Row; threads: ThreadCost[] }> {
  const { workers, fps, idle, min, places } = wish;
  const talk = wish.talk as Talk;
  const encodeOnly =
    wish.yardstick === 'yes' ? await measurePaintedPublishers(count) : { cores: Number.NaN, threads: [] };
  return within(async (scope) => {
    const service = await startService(scope, {
      VISAVIS_LIMIT_CONCURRENT_SESSIONS: '64',
      // An empty value unsets it: the service of the tests sets it.
      VISAVIS_CONVERSATIONS_PER_WORKER: places === 'measured' ? '' : '16',
      ...(workers && { VISAVIS_WORKERS: workers }),
      VISAVIS_VIDEO_FPS: fps,
      VISAVIS_VIDEO_IDLE_FPS: idle,
      VISAVIS_VIDEO_MIN_FPS: min,
    });
    const servicePid = service.child.pid!;
    const subscriber = startChild(scope, new URL('../support/subscriber.js', import.meta.url));
    const conversations = await startAll(service, count);
    await ask(subscriber, { join: conversations, talk });
    await pause(SETTLE_MS);
    await ask(subscriber, 'reset');
    const threadsBefore = [...familyOf(servicePid), subscriber.pid!].map(
      (pid) => [pid, threadSeconds(pid)] as const,
    );
    const used = () => [busySeconds(), familySeconds(servicePid), cpuSeconds(subscriber.pid!)];
    const before = used();
    await pause(MEASURED_MS);
    const seconds = MEASURED_MS / 1000;
    const [busy, family, own] = used().map((after, i) => (after - before[i]!) / seconds);
    const nameOf = (pid: number) =>
      pid === subscriber.pid ? 'subscribers' : pid === servicePid ? 'service' : `worker ${pid}`;
    const threads = threadsBefore.flatMap(([pid, earlier]) =>
      threadMsSince(earlier, pid, seconds).map(
        ([thread, ms]): ThreadCost => [nameOf(pid), thread, ms / conversations.length],
      ),
    );
    const received = await ask<Received[]>(subscriber, 'report');
    const wanted = await picturesPerSecond(service);
    const memory = residentMbOf(familyOf(servicePid).slice(1));
    const [staying, leaving] = [conversations.slice(0, count / 4), conversations.slice(count / 4)];
    for (const { id } of leaving) await stopConversation(service.client, id);
    const recovery = wanted < Number(fps) ? await secondsUntilFull(service, Number(fps)) : Number.NaN;
    for (const { id } of staying) await stopConversation(service.client, id);
    const rates = received.map(({ frames }) => frames / seconds);
    const replies = summarize(received.flatMap((each) => each.replies));
    const row = [
      String(count),
      String(count - conversations.length),
      family! / encodeOnly.cores,
      Math.min(...rates),
      summarize(rates).median,
      wanted,
      recovery,
      summarize(received.flatMap(({ gaps }) => gaps)).p95,
      Math.max(...received.map(({ soundMadeUp }) => soundMadeUp)) * 100,
      replies.median,
      replies.p95,
      (busy! / availableParallelism()) * 100,
      family! * 100,
      own! * 100,
      memory,
    ];
    const busiest = [...threads, ...encodeOnly.threads].filter(([, , ms]) => ms >= 1);
    return { row, threads: busiest.sort((a, b) => b[2] - a[2]) };
  });
}

/** Starts conversations until one is refused for lack of capacity. */
async function startAll({ client }: Service, count: number): Promise<Started[]> {
  const avatars = await galleryOf(client);
  const started: Started[] = [];
  for (let i = 0; i < count; i++) {
    try {
      started.push(await startConversation(client, avatars[i % avatars.length]!));
    } catch (error) {
      if (!(error instanceof VisavisApiError) || error.status !== 503) throw error;
    }
  }
  return started;
}

/** Returns the frame rate that the service has chosen for each conversation. */
const picturesPerSecond = (service: Service): Promise<number> =>
  readMetric(service, 'visavis_pictures_per_second');

/** Returns the seconds from the end of most conversations until the others may send all frames again. */
async function secondsUntilFull(service: Service, fps: number): Promise<number> {
  const from = performance.now();
  while ((await picturesPerSecond(service)) < fps) {
    if (performance.now() - from > RECOVERY_MS) return Number.POSITIVE_INFINITY;
    await pause(100);
  }
  return (performance.now() - from) / 1000;
}

/** Returns the busy seconds of all cores since boot. */
function busySeconds(): number {
  const fields = readFileSync('/proc/stat', 'utf8').split('\n')[0]!.trim().split(/\s+/).slice(1, 9);
  const idle = Number(fields[3]) + Number(fields[4]);
  return (fields.reduce((sum, field) => sum + Number(field), 0) - idle) / 100;
}
