import type { Bench } from '../support/bench.ts';

import { galleryOf, startConversation, stopConversation, timelineOf, wall } from '../support/conversation.ts';
import { type ConsumerPage, openConsumerPages, seenBy } from '../support/pages.ts';
import { summarize } from '../support/report.ts';
import { openBareRoom, startEmbedded, startReal } from '../support/rooms.ts';
import { pause } from '../support/scope.ts';
import { readMetric, startService } from '../support/service.ts';

const SECOND_WORKER_MS = 10_000;
/** Wait after a round, because ending a conversation and closing a page take CPU time too. */
const END_MS = 2000;
/** Time for a newly opened page to become idle. */
const PAGE_MS = 500;

/** Times since the request. */
const STEPS = {
  tokens: 'request → answer with tokens',
  inRoom: 'request → the page is in the room',
  signalled: 'request → the page has signalling',
  avatarJoined: 'request → the avatar is in the room (timeline)',
  avatarDrawn: 'request → the avatar is drawn (timeline)',
  subscribed: 'request → the page has the track',
  frame: 'request → first frame in Chromium',
  greeting: 'request → greeting heard',
};
type Step = keyof typeof STEPS;

/**
 * Uses the same avatar in every round, which then waits for the next conversation, or each gallery avatar in turn.
 * Alternately, the same page joins a room with running video, on LiveKit's server if there is one.
 */
export async function run({ options, scope, report }: Bench): Promise<void> {
  const { rounds, which } = options({ rounds: 20, which: 'favourite' });
  const service = await startService(scope);
  const { client } = service;
  const open = await openConsumerPages(scope);
  const server = (await startReal(scope)) ?? (await startEmbedded(scope));
  const bare = await openBareRoom(scope, server, 'painted');
  const avatars = await galleryOf(client);
  const steps: Record<Step, number>[] = [];
  const bareMs: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const joined = await joinBareRoom();
    // The publisher stays in the room, but takes no CPU time from what is measured.
    bare.child.send({ sends: false });
    await pause(END_MS);
    const started = await startOne(avatars[which === 'turns' ? round % avatars.length : 0]!);
    bare.child.send({ sends: true });
    // The first round warms up the browser and makes the service start its second worker, which is not measured here.
    await pause(round === 0 ? SECOND_WORKER_MS : END_MS);
    if (round === 0) continue;
    steps.push(started);
    bareMs.push(joined);
  }
  const waited = await readMetric(service, 'visavis_waiting_avatars_taken_total');
  const ratio = summarize(steps.map(({ frame }, at) => frame / bareMs[at]!));
  report.heading('From the request to a face (warm worker)');
  report.text(
    `First frame after the request, to that after a bare join: ${ratio.median.toFixed(2)} (median of n = ${ratio.n}; p95 ${ratio.p95.toFixed(2)}; 1.5 wanted).`,
  );
  report.text(`The bare join: the same page, a room of ${server.name} in which one publishes already.`);
  report.text(`In ${waited} of ${rounds + 1} starts, the first included, the avatar was waiting.\n`);
  report.measured([
    { name: 'join of a room → first frame (yardstick)', values: bareMs, unit: 'ms' },
    ...Object.entries(STEPS).map(([step, name]) => ({
      name,
      values: steps.map((each) => each[step as Step]),
      unit: 'ms',
      ...(step === 'frame' && { to: bareMs, target: 'median ≤ 600, p95 ≤ 800' }),
    })),
  ]);

  async function openPage(): Promise<ConsumerPage> {
    const page = await open();
    await pause(PAGE_MS);
    return page;
  }

  async function joinBareRoom(): Promise<number> {
    const page = await openPage();
    const { serverUrl, token } = await bare.consumer();
    const from = wall();
    await page.call('join', serverUrl, token);
    const frame = await seenBy(page, 'frame', ({ frames }) => frames[0]);
    await page.call('leave');
    await page.page.close();
    return frame - from;
  }

  async function startOne(avatarId: string): Promise<Record<Step, number>> {
    const page = await openPage();
    const from = wall();
    const { id, serverUrl, token } = await startConversation(client, avatarId);
    const tokens = wall() - from;
    await page.call('join', serverUrl, token);
    const inRoom = wall() - from;
    await seenBy(page, 'frame', ({ frames }) => frames[0]);
    await seenBy(page, 'greeting', ({ soundStarts }) => soundStarts[0]);
    const seen = await page.call('observations');
    const timeline = await timelineOf(client, id);
    const at = (type: string) =>
      Date.parse(timeline.find((entry) => entry.type === type)?.recordedAt ?? '') - from;
    await stopConversation(client, id);
    await page.page.close();
    return {
      tokens,
      inRoom,
      signalled: seen.signalledAt! - from,
      avatarJoined: at('avatar_joined'),
      avatarDrawn: at('first_frame'),
      subscribed: seen.subscribedAt! - from,
      frame: seen.frames[0]! - from,
      greeting: seen.soundStarts[0]! - from,
    };
  }
}
