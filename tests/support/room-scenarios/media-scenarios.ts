import assert from 'node:assert/strict';
import { until } from '../room-target.ts';
import type { RoomScenario, Stage } from './scenario.ts';

/** A tone or the fake microphone's beep is far above silence and comfort noise. */
const AUDIBLE = 0.1;

export const mediaScenarios: readonly RoomScenario[] = [
  {
    name: 'sound and picture go both ways between a browser and a Node client',
    isBasic: true,
    async run(stage) {
      const avatar = await stage.node('avatar');
      await Promise.all([avatar.publishPicture(), avatar.publishTone()]);
      const page = await stage.browser('user');
      await page.call('publishMicrophone');
      await page.call('publishCamera', true);
      await page.until(
        'the avatar in the browser',
        ({ frames, loudness }) => (frames.avatar ?? 0) > 20 && (loudness.avatar ?? 0) > AUDIBLE,
      );
      await until(
        'the user at the avatar',
        () => (avatar.frames.get('user') ?? 0) > 20 && (avatar.loudness.get('user') ?? 0) > AUDIBLE,
      );
    },
  },
  {
    name: 'sound whose packets repeat those before them (RED) is heard, whether a browser reads that or not',
    async run(stage) {
      const page = await stage.browser('page');
      const [repeating, other] = [await stage.node('repeating'), await stage.node('other')];
      await repeating.publishTone({ red: true });
      await page.until('the browser', ({ loudness }) => (loudness.repeating ?? 0) > AUDIBLE);
      await until('the other', () => (other.loudness.get('repeating') ?? 0) > AUDIBLE);
    },
  },
  {
    name: 'H264 is forwarded, and a late joiner gets a key frame',
    isBasic: true,
    async run(stage) {
      const avatar = await stage.node('avatar');
      await avatar.publishPicture({ codec: 'H264' });
      const first = await stage.node('first');
      await until('the first viewer', () => (first.frames.get('avatar') ?? 0) > 5);
      const askedBefore = await avatar.keyFramesAskedFor();
      const late = await stage.browser('late');
      await page10Frames(late, 'avatar');
      // An encoder may also send a key frame for its own reasons, which would help a late participant by chance.
      await until('the encoder to be asked', async () => (await avatar.keyFramesAskedFor()) > askedBefore);
    },
  },
  {
    name: 'waitForSubscription resolves when somebody receives the track',
    async run(stage) {
      const avatar = await stage.node('avatar');
      const publication = await avatar.publishTone();
      let subscribed = false;
      const waiting = publication.waitForSubscription().then(() => {
        subscribed = true;
      });
      await stage.node('deaf', { autoSubscribe: false });
      await until('who listens to nobody', () => avatar.room.remoteParticipants.has('deaf'));
      assert.equal(subscribed, false);
      await stage.node('listener');
      await waiting;
    },
  },
  {
    name: 'a track can be unpublished and published again',
    isBasic: true,
    async run(stage) {
      const viewer = await stage.node('viewer');
      const avatar = await stage.node('avatar');
      const first = await avatar.publishPicture();
      await until('the first track', () => (viewer.frames.get('avatar') ?? 0) > 5);
      await avatar.room.localParticipant!.unpublishTrack(first.sid!);
      await until('its end', () => viewer.events.includes('unsubscribed avatar picture'));
      const before = viewer.frames.get('avatar') ?? 0;
      const second = await avatar.publishPicture();
      assert.notEqual(second.sid, first.sid);
      await until('the second track', () => (viewer.frames.get('avatar') ?? 0) > before + 5);
    },
  },
  {
    name: 'a client receives more tracks than it prepared for when it joined, also after some are gone',
    async run(stage) {
      const [page, viewer] = [await stage.browser('page'), await stage.node('viewer')];
      const names = ['a', 'b', 'c', 'd'];
      const small = { width: 160, height: 120 };
      const avatars = await Promise.all(names.map((name) => stage.node(name, { autoSubscribe: false })));
      const pictures = await Promise.all(avatars.map((avatar) => avatar.publishPicture(small)));
      await Promise.all(avatars.map((avatar) => avatar.publishTone()));
      const all = (frames: (name: string) => number, tones: (name: string) => number) =>
        names.every((name) => frames(name) > 5 && tones(name) > AUDIBLE);
      await page.until('everything in the page', ({ frames, loudness }) =>
        all(
          (name) => frames[name] ?? 0,
          (name) => loudness[name] ?? 0,
        ),
      );
      await until('everything in Node', () =>
        all(
          (name) => viewer.frames.get(name) ?? 0,
          (name) => viewer.loudness.get(name) ?? 0,
        ),
      );
      for (const index of [0, 1])
        await avatars[index]!.room.localParticipant!.unpublishTrack(pictures[index]!.sid!);
      await until('the end of two', () =>
        ['a', 'b'].every((name) => viewer.events.includes(`unsubscribed ${name} picture`)),
      );
      const before = viewer.frames.get('a') ?? 0;
      const beforeInPage = (await page.call('state')).frames.a ?? 0;
      await avatars[0]!.publishPicture(small);
      await until('the new picture in Node', () => (viewer.frames.get('a') ?? 0) > before + 5);
      await page.until('the new picture in the page', ({ frames }) => (frames.a ?? 0) > beforeInPage + 5);
    },
  },
  {
    name: 'a browser publishes, unpublishes and publishes again',
    async run(stage) {
      const listener = await stage.node('listener');
      const page = await stage.browser('user');
      await page.call('publishMicrophone');
      await until('the microphone', () => (listener.loudness.get('user') ?? 0) > AUDIBLE);
      await page.call('unpublishAll');
      await until('its end', () => listener.events.some((event) => event.startsWith('unsubscribed user')));
      listener.loudness.clear();
      await page.call('publishMicrophone');
      await until('the second microphone', () => (listener.loudness.get('user') ?? 0) > AUDIBLE);
    },
  },
  {
    name: 'mute and unmute reach the others',
    async run(stage) {
      const listener = await stage.node('listener');
      const page = await stage.browser('user');
      await page.call('publishMicrophone');
      await until('the microphone', () => (listener.loudness.get('user') ?? 0) > AUDIBLE);
      await page.call('muteMicrophone', true);
      await until('mute', () => listener.events.some((event) => event.startsWith('muted user')));
      await page.call('muteMicrophone', false);
      await until('unmute', () => listener.events.some((event) => event.startsWith('unmuted user')));
    },
  },
  {
    name: 'a simulcast camera is received in the wanted size',
    async run(stage) {
      const viewer = await stage.browser('viewer');
      const page = await stage.browser('user');
      await page.call('publishCamera', true);
      await page10Frames(viewer, 'user');
      await viewer.call('wantQuality', 0);
      await viewer.until('the small layer', ({ sizes }) => sizes.user === '320x180');
      await viewer.call('wantQuality', 2);
      await viewer.until('the big layer', ({ sizes }) => width(sizes.user) >= 640);
    },
  },
  {
    name: 'the others are told who is speaking',
    async run(stage) {
      const page = await stage.browser('user');
      const avatar = await stage.node('avatar');
      await avatar.publishTone();
      await page.until('the speaker', ({ speakers }) => speakers.includes('avatar'));
    },
  },
];

function width(size: string | undefined): number {
  return Number(size?.split('x')[0] ?? 0);
}

async function page10Frames(
  page: { until: import('../room-client-page.ts').RoomClientPage['until'] },
  from: string,
) {
  await page.until(`ten frames of ${from}`, ({ frames }) => (frames[from] ?? 0) >= 10);
}

/** A browser's camera in H264, with VP8 for subscribers that cannot decode it. */
export const backupScenarios: readonly RoomScenario[] = [
  {
    name: 'everybody gets the backup codec when one needs it, if its publisher wants that',
    async run(stage) {
      const user = await stage.browser('user', { room: { dynacast: true } });
      await user.call('publishCamera', false, 'h264', true);
      const able = await stage.browser('able');
      await page10Frames(able, 'user');
      assert.deepEqual(await able.call('receivedCodecs'), ['video/H264']);
      const old = await stage.blankPage();
      await old.call('decodeOnly', 'VP8');
      await old.call('connect', stage.target.url, await stage.token('old'), {});
      await page10Frames(old, 'user');
      await until('the backup codec for all', async () =>
        (await able.call('receivedCodecs')).every((received) => received === 'video/VP8'),
      );
      await until('an end of the first codec', async () =>
        (await user.call('sentCodecs')).every((sent) => sent === 'video/VP8'),
      );
    },
  },
  {
    name: 'a receiver that cannot decode a camera’s first codec gets its backup codec',
    async run(stage) {
      const user = await stage.browser('user');
      await user.call('publishCamera', false, 'h264');
      const old = await stage.blankPage();
      await old.call('decodeOnly', 'VP8');
      await old.call('connect', stage.target.url, await stage.token('old'), {});
      await page10Frames(old, 'user');
      assert.deepEqual(await old.call('receivedCodecs'), ['video/VP8']);
      // Another subscriber joins while the second codec is already being sent.
      const late = await stage.blankPage();
      await late.call('decodeOnly', 'VP8');
      await late.call('connect', stage.target.url, await stage.token('late'), {});
      await page10Frames(late, 'user');
      await user.call('unpublishAll');
      await old.until('the end', ({ events }) =>
        events.some((event) => event.startsWith('unsubscribed user')),
      );
    },
  },
];

/** Features of LiveKit that the embedded room server lacks: a browser that is asked to use such a codec sends VP8. */
export const missingCodecScenarios: readonly RoomScenario[] = (['vp9', 'av1'] as const).map((codec) => ({
  name: `a camera that a page wants in ${codec.toUpperCase()} comes in VP8`,
  async run(stage: Stage) {
    const user = await stage.browser('user');
    await user.call('publishCamera', true, codec);
    const viewer = await stage.browser('viewer');
    await page10Frames(viewer, 'user');
    assert.deepEqual(await viewer.call('receivedCodecs'), ['video/VP8']);
  },
}));
