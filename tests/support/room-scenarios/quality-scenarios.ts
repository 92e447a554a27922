import assert from 'node:assert/strict';
import type { RoomScenario } from './scenario.ts';

export const qualityScenarios: readonly RoomScenario[] = [
  {
    name: 'with dynacast a camera encodes the layers that somebody wants',
    async run(stage) {
      const user = await stage.browser('user', { room: { dynacast: true } });
      await user.call('publishCamera', true);
      const viewer = await stage.browser('viewer');
      await viewer.until('frames', ({ frames }) => (frames.user ?? 0) > 10);
      await viewer.call('wantQuality', 0);
      await user.untilLayers([true, false, false]);
      await viewer.call('wantQuality', 2);
      await user.untilLayers([true, true, true]);
      await viewer.until('the big layer', ({ sizes }) => Number(sizes.user?.split('x')[0]) >= 640);
      await viewer.call('setSubscribed', 'user', false);
      await user.untilLayers([false, false, false]);
    },
  },
  {
    name: 'who sizes pictures by what it shows begins with the small layer, though larger ones are there',
    async run(stage) {
      const user = await stage.browser('user');
      await user.call('publishCamera', true);
      const viewer = await stage.browser('viewer');
      await viewer.until('the big layer', ({ sizes }) => Number(sizes.user?.split('x')[0]) >= 640);
      const small = await stage.browser('small', { room: { adaptiveStream: true } });
      const { firstSizes } = await small.until('a picture', ({ frames }) => (frames.user ?? 0) > 0);
      assert.ok(Number(firstSizes.user?.split('x')[0]) <= 320, firstSizes.user);
    },
  },
  {
    name: 'how good connections are is told to everybody',
    async run(stage) {
      const page = await stage.browser('page');
      const avatar = await stage.node('avatar');
      await Promise.all([avatar.publishPicture(), avatar.publishTone()]);
      await page.call('publishMicrophone');
      const state = await page.until('the quality of both', ({ events }) =>
        ['page', 'avatar'].every((who) => events.some((event) => event.startsWith(`quality ${who}`))),
      );
      assert.deepEqual(
        state.events.filter((event) => /^quality .* lost/.test(event)),
        [],
      );
    },
  },
];
