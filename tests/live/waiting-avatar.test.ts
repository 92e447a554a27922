import { describe, expect, test } from 'vitest';
import { type LiveConversation, LiveService } from '../support/live-service.ts';
import { poll } from '../support/poll.ts';
import { readMetric } from '../support/read-metric.ts';
import { startService } from '../support/service.ts';
import { startSession, stopSession, untilConversation } from '../support/service-client.ts';
import { useStarted } from '../support/use-service.ts';

const service = useStarted(
  () => LiveService.start({ conversationsPerWorker: 4, tones: true }),
  (it) => it.stop(),
);

const sidOf = async ({ plan }: LiveConversation) => (await service.participants(plan.room.name))[0]?.sid;
const emptied = (room: string) =>
  poll(
    'the empty room',
    () => service.participants(room),
    (found) => found.length === 0,
  );

async function greets(conversation: LiveConversation): Promise<void> {
  await conversation.join();
  await conversation.consumer.hears(0);
  await conversation.consumer.until('a picture', () => conversation.consumer.frames.length > 0);
}

describe('an avatar that was sent to its room ahead', () => {
  test("waits in its room alone, takes no place, and joins the consumer's conversation", async () => {
    const conversation = await service.prepareConversation();
    await service.sendAhead(conversation);
    let alone: Awaited<ReturnType<typeof service.participants>> = [];
    // The avatar's participant appears before its video track.
    await expect
      .poll(async () => {
        alone = await service.participants(conversation.plan.room.name);
        return alone.map(({ identity, tracks }) => [identity, tracks.map(({ name }) => name)]);
      })
      .toEqual([['avatar', ['avatar_video']]]);
    expect(service.pool.active()).toEqual([]);
    expect(service.pool.stats()).toMatchObject({ active: 0, workers: [{ conversations: 0 }] });
    expect(service.eventsOf(conversation.id)).toEqual([]);

    await service.pool.start(conversation.plan);
    await greets(conversation);
    await expect.poll(() => conversation.timeline('avatar_joined')).toEqual(['avatar']);
    const met = conversation.consumer.room.remoteParticipants.get('avatar')!;
    expect(met.sid).toBe(alone[0]!.sid);
    const names = new Set([...met.trackPublications.values()].map(({ name }) => name));
    expect(names).toEqual(new Set(['avatar_audio', 'avatar_video']));

    await service.finish(conversation);
    await emptied(conversation.plan.room.name);
  });

  test('that has lost its room is reported, and its conversation connects again', async () => {
    const conversation = await service.prepareConversation();
    await service.sendAhead(conversation);
    await service.removeFromRoom(conversation.plan.room.name, 'avatar');
    await conversation.until('the loss', () => service.waiting.get(conversation.id) === false);
    await service.pool.start(conversation.plan);
    await greets(conversation);
    await expect.poll(() => conversation.timeline('avatar_joined')).toEqual(['avatar']);
    await service.finish(conversation);
  });

  test('whose worker has died does not prevent its conversation from starting', async () => {
    const conversation = await service.prepareConversation();
    await service.sendAhead(conversation);
    const before = await sidOf(conversation);
    const [worker] = service.pool.stats().workers;
    process.kill(worker!.pid!, 'SIGKILL');
    await conversation.until('another worker', () =>
      service.pool.stats().workers.some(({ pid, ready }) => ready && pid !== worker!.pid),
    );
    await service.pool.start(conversation.plan);
    await greets(conversation);
    expect(await sidOf(conversation)).not.toBe(before);
    await service.finish(conversation);
  });

  test('that cannot enter its room is reported as lost', async () => {
    const conversation = await service.prepareConversation();
    const room = { ...conversation.plan.room, token: 'no token' };
    expect(service.pool.prepare(conversation.id, { ...conversation.plan, room })).toBe(true);
    await conversation.until('the loss', () => service.waiting.get(conversation.id) === false);
  });

  test('leaves when its conversation is cancelled, and when its service ends', async () => {
    const [one, two] = [await service.prepareConversation(), await service.prepareConversation()];
    await service.sendAhead(one);
    await service.sendAhead(two);
    service.pool.discard(one.id);
    await emptied(one.plan.room.name);
    expect(await service.participants(two.plan.room.name)).toHaveLength(1);
    await service.pool.close();
    await emptied(two.plan.room.name);
  });
});

const OPERATOR = 'a token for the operator of this test';

test('a service keeps an avatar ready for the next conversation with the same one, and leaves nothing behind when it ends', async () => {
  const running = await startService({ env: { VISAVIS_ADMIN_TOKEN: OPERATOR } });
  try {
    const read = (name: string) => readMetric(running, `visavis_${name}`, OPERATOR);
    const metrics = async () => ({
      waiting: await read('waiting_avatars'),
      taken: await read('waiting_avatars_taken_total'),
      conversations: await read('running_conversations'),
      places: await read('worker_places_taken'),
    });
    const avatar = (await running.client.get('/v1/avatars')).avatars[0]!;
    const begin = async () => (await startSession(running, { avatar: { id: avatar.id } })).session;
    const first = await begin();
    await stopSession(running, first.id);
    const idle = { waiting: 1, taken: 0, conversations: 0, places: 0 };
    await poll('the waiting avatar', metrics, (seen) => JSON.stringify(seen) === JSON.stringify(idle));

    const second = await begin();
    const { timeline } = await untilConversation(running, second.id, 'the avatar', ({ timeline }) =>
      timeline.some(({ type }) => type === 'avatar_joined'),
    );
    expect(timeline.find(({ type }) => type === 'avatar_joined')!.content).toBe(avatar.identity);
    expect(await metrics()).toMatchObject({ taken: 1, conversations: 1 });
    const { conversations } = await running.client.get('/v3/conversations');
    expect(conversations.map(({ id }) => id)).toEqual([second.id, first.id]);
    await stopSession(running, second.id);
    expect(await running.stop()).toBe(0);
  } finally {
    await running.dispose();
  }
});
