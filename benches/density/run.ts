import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { VisavisApiError } from '@visavis/client';
import { pause, type Started, startConversation, stopConversation } from '../support/conversation.ts';
import { cpuSeconds, familyOf, residentMb, threadMsSince, threadSeconds } from '../support/processes.ts';
import { type Bench, summarize } from '../support/report.ts';
import { ADMIN_TOKEN, readMetric, type Service, startService } from '../support/service.ts';
import type { Received, Talk } from './subscriber.ts';
import { MEASURED_MS, measurePaintedPublishers, type PaintedPublishers, SETTLE_MS } from './yardstick.ts';

/** A machine that has not recovered by then is reported as one that does not. */
const RECOVERY_MS = 30_000;

const NOT_MEASURED: PaintedPublishers = { cores: Number.NaN, threads: [] };

interface Wish {
  /** Worker processes; as many as the service would start where it is empty. */
  workers: string;
  fps: string;
  idleFps: string;
  /** The fewest under pressure; where it is `fps`, pictures do not follow the load. */
  minFps: string;
  talk: Talk;
  /** As many places as the service measures, instead of one for each conversation. */
  measuredPlaces: boolean;
}

/**
 * `[counts=1,4,6,8] [talk=always|turns|never] [fps=25] [idle=12] [min=25] [workers=] [places=all|measured] [yardstick=yes]`: conversations in which the avatar speaks all
 * the time, about half of it, or only the greeting; and the frames that light subscribers on this machine receive.
 */
export const run: Bench = async (args, report) => {
  const option = (name: string, fallback: string) =>
    args.find((arg) => arg.startsWith(`${name}=`))?.slice(name.length + 1) ?? fallback;
  const fps = option('fps', '25');
  const wish: Wish = {
    workers: option('workers', ''),
    fps,
    idleFps: option('idle', '12'),
    minFps: option('min', fps),
    talk: option('talk', 'always') as Talk,
    measuredPlaces: option('places', 'all') === 'measured',
  };
  const yardstick = option('yardstick', 'yes') === 'yes';
  const counts = option('counts', '1,4,6,8');
  report.heading(
    `Conversations at once; ${availableParallelism()} cores, the subscribers (rtc-node) on the same machine`,
  );
  report.text(
    `The avatar speaks: ${wish.talk}. Pictures a second: ${wish.fps}, silent ${wish.idleFps}, at least ${wish.minFps}. Places: ${wish.measuredPlaces ? 'as measured' : 'for all'}. Load ${loadavg()[0]!.toFixed(1)} before.\n`,
  );
  const rows: (string | number)[][] = [
    [
      'conversations',
      'refused',
      'cost / encode-only',
      'fps min',
      'fps median',
      'fps wanted',
      'full again, s',
      'gap p95 ms',
      'sound made up %',
      'reply ms',
      'reply p95',
      'busy %',
      'service %',
      'subscribers %',
      'workers MB',
    ],
  ];
  let last: Measurement | undefined;
  for (const count of counts.split(',').map(Number)) {
    last = await measure(count, wish, yardstick ? await measurePaintedPublishers(count) : NOT_MEASURED);
    rows.push(last.row);
  }
  report.table(rows);
  report.text('Target: at least 6 conversations at ≥ 24.5 fps received; frame gap p95 ≤ 50 ms.');
  report.text(
    'cost / encode-only: processor time of the whole service, to that of rtc-node and the room server for the same pictures, painted beforehand. Compare it only where both sent as many pictures.',
  );
  report.text(
    'reply: from a typed question to the first sound of the answer at the subscriber; only with talk=turns.',
  );
  report.text(
    'full again: after three quarters of the conversations have ended, until the others send all pictures.',
  );
  report.text(
    'busy: share of all cores; service and subscribers: of one core. The subscribers decode every picture: on other machines they would not count.',
  );
  if (!last) return;
  report.heading(`Where it goes with ${last.row[0]}: ms of processor time a second and conversation`);
  report.table([['process', 'thread', 'ms'], ...last.threads]);
};

interface Measurement {
  row: (string | number)[];
  /** Process, thread, milliseconds of processor time a second and conversation; the busiest first. */
  threads: (string | number)[][];
}

async function measure(
  count: number,
  { workers, fps, idleFps, minFps, talk, measuredPlaces }: Wish,
  encodeOnly: PaintedPublishers,
): Promise<Measurement> {
  const service = await startService({
    env: {
      VISAVIS_LIMIT_CONCURRENT_SESSIONS: '64',
      VISAVIS_ADMIN_TOKEN: ADMIN_TOKEN,
      // Empty is not set: the service of the tests sets it.
      VISAVIS_CONVERSATIONS_PER_WORKER: measuredPlaces ? '' : '16',
      ...(workers && { VISAVIS_WORKERS: workers }),
      VISAVIS_VIDEO_FPS: fps,
      VISAVIS_VIDEO_IDLE_FPS: idleFps,
      VISAVIS_VIDEO_MIN_FPS: minFps,
    },
  });
  const subscriber = fork(new URL('./subscriber.js', import.meta.url), {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  try {
    const conversations: Started[] = [];
    for (let i = 0; i < count; i++) {
      try {
        conversations.push(await startConversation(service, i));
      } catch (error) {
        if (!(error instanceof VisavisApiError) || error.status !== 503) throw error;
      }
    }
    subscriber.send({ join: conversations, talk });
    await once(subscriber, 'message');
    await pause(SETTLE_MS);
    subscriber.send('reset');
    const processes = new Map(
      [...familyOf(service.child.pid!), subscriber.pid!].map((pid) => [pid, threadSeconds(pid)]),
    );
    const [busy, family, own] = [
      busySeconds(),
      familySeconds(service.child.pid!),
      cpuSeconds(subscriber.pid!),
    ];
    await pause(MEASURED_MS);
    const seconds = MEASURED_MS / 1000;
    const used = {
      busy: busySeconds() - busy,
      family: familySeconds(service.child.pid!) - family,
      own: cpuSeconds(subscriber.pid!) - own,
    };
    const threads = [...processes].flatMap(([pid, before]) => {
      const name =
        pid === subscriber.pid ? 'subscribers' : pid === service.child.pid ? 'service' : `worker ${pid}`;
      return threadMsSince(before, pid, seconds).map(([thread, ms]): [string, string, number] => [
        name,
        thread,
        ms / conversations.length,
      ]);
    });
    subscriber.send('report');
    const [received] = (await once(subscriber, 'message')) as [Received[]];
    const wanted = await picturesPerSecond(service);
    const memory = familyOf(service.child.pid!)
      .slice(1)
      .reduce((sum, pid) => sum + residentMb(pid), 0);
    const [staying, leaving] = [conversations.slice(0, count / 4), conversations.slice(count / 4)];
    for (const { id } of leaving) await stopConversation(service, id);
    const recovery = wanted < Number(fps) ? await secondsUntilFull(service, Number(fps)) : Number.NaN;
    for (const { id } of staying) await stopConversation(service, id);
    const rates = received.map((each) => each.frames / seconds);
    const gaps = summarize(received.flatMap((each) => each.gaps));
    const replies = summarize(received.flatMap((each) => each.replies));
    const row = [
      String(count),
      String(count - conversations.length),
      used.family / seconds / encodeOnly.cores,
      Math.min(...rates),
      summarize(rates).median,
      wanted,
      recovery,
      gaps.p95,
      Math.max(...received.map(({ soundMadeUp }) => soundMadeUp ?? Number.NaN)) * 100,
      replies.median,
      replies.p95,
      (used.busy / seconds / availableParallelism()) * 100,
      (used.family / seconds) * 100,
      (used.own / seconds) * 100,
      memory,
    ];
    const busiest = [...threads, ...encodeOnly.threads]
      .filter(([, , ms]) => ms >= 1)
      .sort((a, b) => b[2] - a[2]);
    return { row, threads: busiest };
  } finally {
    subscriber.kill();
    await service.dispose();
  }
}

/** Pictures a second that the service has chosen for each conversation at the end. */
const picturesPerSecond = (service: Service): Promise<number> =>
  readMetric(service, 'visavis_pictures_per_second');

/** From the moment when most conversations have ended until the others may send all pictures again. */
async function secondsUntilFull(service: Service, fps: number): Promise<number> {
  const from = performance.now();
  while ((await picturesPerSecond(service)) < fps) {
    if (performance.now() - from > RECOVERY_MS) return Number.POSITIVE_INFINITY;
    await pause(100);
  }
  return (performance.now() - from) / 1000;
}

/** Of all cores since boot. Linux only, as this benchmark is. */
function busySeconds(): number {
  const fields = readFileSync('/proc/stat', 'utf8')
    .split('\n')[0]!
    .trim()
    .split(/\s+/)
    .slice(1, 9)
    .map(Number);
  const [, , , idle = 0, wait = 0] = fields;
  return (fields.reduce((sum, field) => sum + field, 0) - idle - wait) / 100;
}

function familySeconds(pid: number): number {
  return familyOf(pid).reduce((sum, each) => sum + cpuSeconds(each), 0);
}
