import { type BrowserConsumer, openConsumerHost } from '../support/browser-consumer.ts';
import { galleryOf, pause, startWith, stopConversation, wall } from '../support/conversation.ts';
import { type Bench, summarize } from '../support/report.ts';
import { ADMIN_TOKEN, readMetric, startService } from '../support/service.ts';
import { openBareRoom } from './bare-room.ts';

const SECOND_WORKER_MS = 10_000;
/** How long to wait after a round, because the end of a conversation and of a page takes the processor too. */
const END_MS = 2000;
/** Until a page that was opened has nothing left to do. */
const PAGE_MS = 500;

/**
 * `[rounds] [favourite | turns]`: POST /v1/sessions with a warm worker → first frame decoded in Chromium → greeting heard; and in
 * turns with it, what takes the same page from joining a room in which pictures are being sent to its first frame. With the same
 * avatar in every round, which then waits for the next conversation, or with those of the gallery in turns.
 */
export const run: Bench = async ([rounds = '20', which = 'favourite'], report) => {
  const service = await startService({ env: { VISAVIS_ADMIN_TOKEN: ADMIN_TOKEN } });
  const host = await openConsumerHost();
  const bare = await openBareRoom();
  const series = {
    api: [] as number[],
    joined: [] as number[],
    signalled: [] as number[],
    avatarJoined: [] as number[],
    avatarDrawn: [] as number[],
    subscribed: [] as number[],
    frame: [] as number[],
    greeting: [] as number[],
    bare: [] as number[],
  };

  let waited = 0;

  async function openPage(): Promise<BrowserConsumer> {
    const page = await host.open();
    await pause(PAGE_MS);
    return page;
  }

  async function joinBareRoom(): Promise<number> {
    const consumer = await openPage();
    const { serverUrl, token } = await bare.consumer();
    const from = wall();
    await consumer.join(serverUrl, token);
    const frame = await consumer.until('frame', (seen) => seen.firstFrameAt);
    await consumer.leave();
    await consumer.close();
    return frame - from;
  }

  try {
    const avatars = await galleryOf(service);
    for (let round = 0; round <= Number(rounds); round++) {
      const bareMs = await joinBareRoom();
      bare.rest();
      await pause(END_MS);
      const consumer = await openPage();
      const from = wall();
      const started = await startWith(service, avatars[which === 'turns' ? round % avatars.length : 0]!);
      const answered = wall();
      await consumer.join(started.serverUrl, started.token);
      const joined = wall();
      const frame = await consumer.until('frame', (seen) => seen.firstFrameAt);
      const greeting = await consumer.until('greeting', (seen) => seen.soundStarts[0]);
      // The first round warms the browser and makes the service start its second worker, which is not measured here.
      if (round > 0) {
        series.api.push(answered - from);
        series.joined.push(joined - answered);
        series.frame.push(frame - from);
        series.greeting.push(greeting - from);
        series.bare.push(bareMs);
        const seen = await consumer.observations();
        series.signalled.push(seen.signalledAt! - from);
        series.subscribed.push(seen.subscribedAt! - from);
        const { timeline } = await service.client.get('/v3/conversations/{id}', { path: { id: started.id } });
        const at = (type: string) =>
          Date.parse(timeline.find((entry) => entry.type === type)?.recordedAt ?? '') - from;
        series.avatarJoined.push(at('avatar_joined'));
        series.avatarDrawn.push(at('first_frame'));
      }
      await stopConversation(service, started.id);
      await consumer.close();
      bare.goOn();
      await pause(round === 0 ? SECOND_WORKER_MS : END_MS);
    }
    waited = await readMetric(service, 'visavis_waiting_avatars_taken_total');
  } finally {
    await host.close();
    await bare.close();
    await service.dispose();
  }
  const ratio = summarize(series.frame.map((frame, at) => frame / series.bare[at]!));
  report.heading('From the request to a face (warm worker)');
  report.table([
    ['', 'n', 'median', 'p95', 'target'],
    ['first frame after the request, to that after a bare join', ratio.n, ratio.median, ratio.p95, '≤ 1.5'],
  ]);
  report.text(`The bare join: the same page, a room of ${bare.server} in which one publishes already.\n`);
  report.text(`In ${waited} of ${Number(rounds) + 1} starts, the first included, the avatar was waiting.\n`);
  report.measured([
    { name: 'join of a room → first frame (yardstick)', values: series.bare, unit: 'ms' },
    { name: 'request → answer with tokens', values: series.api, unit: 'ms' },
    { name: 'answer → in the room', values: series.joined, unit: 'ms' },
    { name: 'request → the page has signalling', values: series.signalled, unit: 'ms' },
    { name: 'request → the avatar is in the room (timeline)', values: series.avatarJoined, unit: 'ms' },
    { name: 'request → the avatar is drawn (timeline)', values: series.avatarDrawn, unit: 'ms' },
    { name: 'request → the page has the track', values: series.subscribed, unit: 'ms' },
    {
      name: 'request → first frame in Chromium',
      values: series.frame,
      unit: 'ms',
      target: 'median ≤ 600, p95 ≤ 800',
    },
    { name: 'request → greeting heard', values: series.greeting, unit: 'ms' },
  ]);
};
