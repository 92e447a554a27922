import assert from 'node:assert/strict';
import { TrackSource } from '@livekit/protocol';
import { roomService, until } from '../room-target.ts';
import type { RoomScenario } from './scenario.ts';

export const permissionScenarios: readonly RoomScenario[] = [
  {
    name: 'data of a participant who may not publish it reaches nobody',
    async run(stage) {
      const listener = await stage.node('listener');
      const mute = await stage.node('mute', { grant: { canPublishData: false } });
      const loud = await stage.node('loud');
      await mute.room
        .localParticipant!.publishData(Buffer.from('secret'), { reliable: true })
        .catch(() => undefined);
      // Waits longer than a message can take: each is sent when the previous one has arrived.
      for (const word of ['open', 'more', 'last']) {
        await loud.room.localParticipant!.publishData(Buffer.from(word), { reliable: true });
        await until(`the word ${word}`, () => listener.data.some(({ text }) => text === word));
      }
      assert.equal(
        listener.data.some(({ text }) => text === 'secret'),
        false,
      );
    },
  },
  {
    name: 'a participant who may not publish tracks cannot, until the room service allows it',
    async run(stage) {
      const service = roomService(stage.target);
      const viewer = await stage.node('viewer');
      const page = await stage.browser('guest', { grant: { canPublish: false } });
      await assert.rejects(page.call('publishMicrophone'));
      const { permission } = await service.getParticipant(stage.room, 'guest');
      assert.equal(permission?.canPublish, false);
      await service.updateParticipant(stage.room, 'guest', {
        permission: { canPublish: true, canSubscribe: true, canPublishData: true },
      });
      await page.until('the permission', ({ events }) => events.includes('permissions guest'));
      await page.call('publishMicrophone');
      await until('the guest', () => (viewer.loudness.get('guest') ?? 0) > 0.1);
      await service.updateParticipant(stage.room, 'guest', {
        permission: { canPublish: false, canSubscribe: true, canPublishData: true },
      });
      await until('the end of it', () =>
        viewer.events.some((event) => event.startsWith('unsubscribed guest')),
      );
    },
  },
  {
    name: 'a participant who may only publish a microphone cannot publish a camera',
    async run(stage) {
      const listener = await stage.node('listener');
      const page = await stage.browser('guest', { grant: { canPublishSources: [TrackSource.MICROPHONE] } });
      await page.call('publishMicrophone');
      await until('the guest', () => (listener.loudness.get('guest') ?? 0) > 0.1);
      await assert.rejects(page.call('publishCamera', false));
    },
  },
  {
    name: 'the room service mutes a track',
    async run(stage) {
      const service = roomService(stage.target);
      const listener = await stage.node('listener');
      const page = await stage.browser('user');
      await page.call('publishMicrophone');
      await until('the microphone', () => (listener.loudness.get('user') ?? 0) > 0.1);
      const participant = await service.getParticipant(stage.room, 'user');
      await service.mutePublishedTrack(stage.room, 'user', participant.tracks[0]!.sid, true);
      await until('mute', () => listener.events.some((event) => event.startsWith('muted user')));
      await page.until('own mute', ({ events }) => events.some((event) => event.startsWith('muted user')));
    },
  },
  {
    name: 'a hidden participant sees others but is not seen',
    async run(stage) {
      const seen = await stage.node('seen');
      const hidden = await stage.node('hidden', { grant: { hidden: true } });
      await until('the seen one', () => hidden.room.remoteParticipants.has('seen'));
      await stage.node('later');
      await until('who came later', () => seen.room.remoteParticipants.has('later'));
      assert.equal(seen.room.remoteParticipants.has('hidden'), false);
    },
  },
  {
    name: 'the room service cannot unmute',
    async run(stage) {
      const service = roomService(stage.target);
      const listener = await stage.node('listener');
      const page = await stage.browser('user');
      await page.call('publishMicrophone');
      await until('the microphone', () => (listener.loudness.get('user') ?? 0) > 0.1);
      await page.call('muteMicrophone', true);
      await until('mute', () => listener.events.some((event) => event.startsWith('muted user')));
      const participant = await service.getParticipant(stage.room, 'user');
      await assert.rejects(
        service.mutePublishedTrack(stage.room, 'user', participant.tracks[0]!.sid, false),
        { status: 412, code: 'failed_precondition' },
      );
    },
  },
  {
    name: 'a participant who may not change its own metadata is refused, and the others are not told',
    async run(stage) {
      const node = await stage.node('node');
      const page = await stage.browser('page', { grant: { canUpdateOwnMetadata: false } });
      await assert.rejects(page.call('setAttributes', { mood: 'fine' }));
      await assert.rejects(page.call('setNameAndMetadata', 'somebody else', 'x'));
      const late = await stage.node('late');
      const seen = late.room.remoteParticipants.get('page')!;
      assert.deepEqual([seen.attributes, seen.name, seen.metadata], [{}, 'page', '']);
      assert.equal(
        node.events.some((event) => /^(attributes|metadata) page/.test(event)),
        false,
      );
    },
  },
];
