import { expect, test } from 'vitest';
import { Deferred } from '../../lib/deferred.ts';
import { TestStage, testPlan } from '../testing/stage.ts';

/** Creates a conversation whose participants receive video when the test says so. */
function stageOf(plan = testPlan()) {
  const received = new Deferred();
  const stage = new TestStage({
    plan,
    room: (room) => Object.assign(room, { videoReceived: () => received.promise }),
  });
  /** Returns the frames that are sent within `ms` milliseconds. */
  const picturesIn = async (ms: number) => {
    const before = stage.tracks.pictures.length;
    await stage.clock.advance(ms);
    return stage.tracks.pictures.slice(before);
  };
  return { stage, received, picturesIn };
}

test('a face that nobody receives is not drawn, but still speaks; it is drawn again for a new receiver', async () => {
  const { stage, received, picturesIn } = stageOf();
  await stage.clock.advance(500);
  const { requests } = stage.faces[0]!;
  const drawn = requests.length;
  stage.room.join('user');
  expect(await picturesIn(5000)).toEqual([]);
  expect(requests).toHaveLength(drawn);
  expect(stage.tracks.soundMs).toBeGreaterThan(1000);
  received.resolve();
  expect((await picturesIn(1000)).length).toBeGreaterThanOrEqual(23);

  stage.room.drop('user');
  // A frame may be in progress.
  await picturesIn(100);
  expect(await picturesIn(5000)).toEqual([]);
  stage.room.join('user');
  expect((await picturesIn(1000)).length).toBeGreaterThanOrEqual(23);
});

test('a video that its only viewer hides is not drawn until it is visible again', async () => {
  const { stage, received, picturesIn } = stageOf();
  received.resolve();
  await stage.clock.advance(500);
  stage.room.join('user');
  expect((await picturesIn(1000)).length).toBeGreaterThanOrEqual(23);
  stage.room.isVideoWanted = false;
  await picturesIn(2100);
  expect(await picturesIn(5000)).toEqual([]);
  stage.room.isVideoWanted = true;
  await picturesIn(350);
  expect((await picturesIn(1000)).length).toBeGreaterThanOrEqual(23);
});

test('the agent of the caller counts as a viewer only while it receives the video', async () => {
  const remoteAgent = { identity: 'agent' };
  const { stage, received, picturesIn } = stageOf(testPlan({ mode: 'remote_agent', remoteAgent }));
  received.resolve();
  await stage.clock.advance(500);
  stage.room.join('agent');
  expect((await picturesIn(1000)).length).toBeGreaterThanOrEqual(23);
  stage.room.isVideoWanted = false;
  await picturesIn(2100);
  expect(await picturesIn(2000)).toEqual([]);
});
