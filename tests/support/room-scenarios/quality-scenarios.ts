import assert from 'node:assert/strict';
import { until } from '../room-target.ts';
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
    name: 'with dynacast a video of one size is encoded while somebody wants it',
    async run(stage) {
      const avatar = await stage.node('avatar', { dynacast: true });
      await avatar.publishPicture();
      const viewer = await stage.browser('viewer');
      const { frames: first } = await viewer.until('frames', ({ frames }) => (frames.avatar ?? 0) > 10);
      await viewer.call('setSubscribed', 'avatar', false);
      await until('the encoder to rest', async () => !(await avatar.encodesVideo()));
      await viewer.call('setSubscribed', 'avatar', true);
      await viewer.until('more frames', ({ frames }) => (frames.avatar ?? 0) > first.avatar! + 40);
      assert.equal(await avatar.encodesVideo(), true);
    },
  },
  {
    name: 'sound is sent redundantly (RED) to receivers that support it, unless its publisher turns that off',
    async run(stage) {
      const viewer = await stage.browser('viewer');
      await viewer.call('publishMicrophone');
      const avatar = await stage.node('avatar');
      await until('the microphone', () => (avatar.loudness.get('viewer') ?? 0) > 0.1);
      assert.equal(await viewer.call('microphoneFormat'), 'audio/red');
      const [plain, twin] = [await stage.node('plain'), await stage.node('twin')];
      await plain.publishTone();
      await twin.publishTone({ red: true });
      // The same tone with the same encoder, but each packet repeats the two before it.
      await until('packets of both sizes', async () => {
        const [single, repeating] = [
          await viewer.call('soundPacketBytes', 'plain'),
          await viewer.call('soundPacketBytes', 'twin'),
        ];
        return single > 0 && repeating > single * 2;
      });
      await until('the twin', () => (plain.loudness.get('twin') ?? 0) > 0.1);
    },
  },
  {
    name: 'everybody is told the quality of connections',
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
