import assert from 'node:assert/strict';
import { until } from '../room-target.ts';
import type { RoomScenario } from './scenario.ts';

export const subscriptionScenarios: readonly RoomScenario[] = [
  {
    name: 'a participant who may not subscribe receives nothing',
    isBasic: true,
    async run(stage) {
      const blind = await stage.node('blind', { grant: { canSubscribe: false } });
      const sees = await stage.node('sees');
      const avatar = await stage.node('avatar');
      await avatar.publishPicture();
      await until('the other viewer', () => (sees.frames.get('avatar') ?? 0) > 5);
      assert.equal(blind.frames.get('avatar'), undefined);
    },
  },
  {
    name: 'without automatic subscription a track is received once it is requested',
    async run(stage) {
      const page = await stage.browser('page', { autoSubscribe: false });
      const sees = await stage.node('sees');
      const avatar = await stage.node('avatar');
      await avatar.publishPicture();
      await page.until('the participant', ({ participants }) => participants.includes('avatar'));
      await until('who is subscribed automatically', () => (sees.frames.get('avatar') ?? 0) > 5);
      assert.equal((await page.call('state')).frames.avatar, undefined);
      await page.call('setSubscribed', 'avatar', true);
      await page.until('frames', ({ frames }) => (frames.avatar ?? 0) > 5);
      await page.call('setSubscribed', 'avatar', false);
      await page.until('the end', ({ events }) => events.includes('unsubscribed avatar camera'));
    },
  },
  {
    name: 'a participant chooses who receives its tracks, and changes its mind',
    async run(stage) {
      const [friend, stranger] = [await stage.node('friend'), await stage.browser('stranger')];
      const page = await stage.browser('page');
      await page.call('allowOnly', ['friend']);
      await page.call('publishMicrophone');
      await until('the friend', () => (friend.loudness.get('page') ?? 0) > 0.1);
      assert.equal((await stranger.call('state')).loudness.page, undefined);
      await page.call('allowOnly', null);
      await stranger.until('the stranger', ({ loudness }) => (loudness.page ?? 0) > 0.1);
      await page.call('allowOnly', ['friend']);
      await stranger.until('the end', ({ events }) => events.includes('unsubscribed page microphone'));
    },
  },
  {
    name: 'a receiver that cannot decode a track, and has no other codec to wait for, is told so',
    async run(stage) {
      const avatar = await stage.node('avatar');
      await avatar.publishPicture({ codec: 'H264' });
      const page = await stage.blankPage();
      await page.call('decodeOnly', 'VP8');
      await page.call('connect', stage.target.url, await stage.token('page'), {});
      await page.until('the news', ({ events }) => events.includes('failed avatar'));
    },
  },
  {
    name: 'a track that is turned off is not sent until it is turned on',
    async run(stage) {
      const page = await stage.browser('page');
      const avatar = await stage.node('avatar');
      await avatar.publishPicture();
      await page.until('frames', ({ frames }) => (frames.avatar ?? 0) > 10);
      await page.call('setEnabled', 'avatar', false);
      await page.untilStill('avatar');
      const before = (await page.call('state')).frames.avatar ?? 0;
      await page.call('setEnabled', 'avatar', true);
      await page.until('frames again', ({ frames }) => (frames.avatar ?? 0) > before + 10);
    },
  },
];
