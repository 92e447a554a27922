import assert from 'node:assert/strict';
import { DisconnectReason } from '@livekit/rtc-node';
import { TokenVerifier } from 'livekit-server-sdk';
import { NodeClient } from '../node-client.ts';
import { RawSignalClient } from '../raw-signal-client.ts';
import { mintToken, roomService, until } from '../room-target.ts';
import { openRelay } from '../tcp-relay.ts';
import type { RoomScenario, Stage } from './scenario.ts';

async function relay(stage: Stage) {
  const { hostname, port } = new URL(stage.target.url);
  const opened = await openRelay(hostname, Number(port));
  stage.closeLater(opened);
  return { ...opened, url: `ws://127.0.0.1:${opened.port}` };
}

export const lifecycleScenarios: readonly RoomScenario[] = [
  {
    name: 'a bad, foreign or expired token is refused with 401',
    async run(stage) {
      const foreign = await mintToken({ ...stage.target, apiSecret: 'x'.repeat(32) }, stage.room, 'eve');
      const expired = await mintToken(stage.target, stage.room, 'eve', {}, { ttl: -120 });
      const noJoin = await mintToken(stage.target, stage.room, 'eve', { roomJoin: false });
      const http = stage.target.url.replace(/^ws/, 'http');
      for (const token of ['', 'garbage', foreign, expired, noJoin]) {
        const answer = await fetch(`${http}/rtc/validate?access_token=${token}`);
        assert.equal(answer.status, 401);
        await assert.rejects(NodeClient.connect(stage.target.url, token));
      }
      const good = await fetch(`${http}/rtc/validate?access_token=${await stage.token('ann')}`);
      assert.equal(good.status, 200);
    },
  },
  {
    name: 'a second join under the same identity replaces the first',
    async run(stage) {
      const first = await stage.node('twin');
      const watcher = await stage.node('watcher');
      const second = await stage.node('twin');
      await until('the end of the first', () => first.disconnectReason !== undefined);
      assert.equal(first.disconnectReason, DisconnectReason.DUPLICATE_IDENTITY);
      const { sid } = second.room.localParticipant!;
      await until('the second', () => watcher.room.remoteParticipants.get('twin')?.sid === sid);
      assert.equal(watcher.room.remoteParticipants.size, 1);
    },
  },
  {
    name: 'a Node client resumes when its signalling breaks, media runs on',
    async run(stage) {
      const { url, cut } = await relay(stage);
      const viewer = await stage.node('viewer', { url });
      const avatar = await stage.node('avatar', { url });
      const watcher = await stage.node('watcher');
      await avatar.publishPicture();
      await until('frames', () => (viewer.frames.get('avatar') ?? 0) > 5);
      const { sid } = avatar.room.localParticipant!;
      cut();
      await until('both resumed', () =>
        [viewer, avatar].every((client) => client.events.includes('reconnected')),
      );
      const before = viewer.frames.get('avatar') ?? 0;
      await until('frames after the resume', () => (viewer.frames.get('avatar') ?? 0) > before + 25);
      assert.equal(avatar.room.localParticipant!.sid, sid);
      assert.equal(watcher.events.includes('disconnected avatar'), false);
      await avatar.room.localParticipant!.publishData(Buffer.from('still here'), { reliable: true });
      await until('data after the resume', () => viewer.data.some(({ text }) => text === 'still here'));
    },
  },
  {
    name: 'a browser resumes when its signalling breaks',
    async run(stage) {
      const { url, cut } = await relay(stage);
      const page = await stage.browser('page', { url });
      const avatar = await stage.node('avatar');
      await avatar.publishPicture();
      await page.call('publishMicrophone');
      await page.until('frames', ({ frames }) => (frames.avatar ?? 0) > 5);
      cut();
      await page.until('reconnect', ({ events, connection }) => {
        return events.some((event) => /econnecting/.test(event)) && connection === 'connected';
      });
      const before = (await page.call('state')).frames.avatar ?? 0;
      await page.until('frames after the resume', ({ frames }) => (frames.avatar ?? 0) > before + 25);
      avatar.loudness.clear();
      await until('sound after the resume', () => (avatar.loudness.get('page') ?? 0) > 0.1);
      assert.equal(avatar.events.includes('disconnected page'), false);
    },
  },
  {
    name: 'a browser that reconnects from scratch gets everything again',
    async run(stage) {
      const page = await stage.browser('page');
      const avatar = await stage.node('avatar');
      await avatar.publishPicture();
      await page.call('publishMicrophone');
      await page.until('frames', ({ frames }) => (frames.avatar ?? 0) > 5);
      await until('sound', () => (avatar.loudness.get('page') ?? 0) > 0.1);
      avatar.loudness.clear();
      await page.call('simulate', 'full-reconnect');
      await page.until('reconnect', ({ events }) => events.includes('reconnected'));
      const before = (await page.call('state')).frames.avatar ?? 0;
      await page.until('frames again', ({ frames }) => (frames.avatar ?? 0) > before + 10);
      await until('sound again', () => (avatar.loudness.get('page') ?? 0) > 0.1);
    },
  },
  {
    name: 'a participant can be removed and a room deleted',
    async run(stage) {
      const service = roomService(stage.target);
      const page = await stage.browser('page');
      const node = await stage.node('node');
      const listed = await service.listParticipants(stage.room);
      assert.deepEqual(listed.map(({ identity }) => identity).sort(), ['node', 'page']);
      assert.equal((await service.listRooms([stage.room])).length, 1);
      await service.removeParticipant(stage.room, 'node');
      await until('the removal', () => node.disconnectReason === DisconnectReason.PARTICIPANT_REMOVED);
      await page.until('its absence', ({ participants }) => participants.length === 0);
      await service.deleteRoom(stage.room);
      await page.until('the end', ({ connection }) => connection === 'disconnected');
      assert.equal((await page.call('state')).disconnectReason, DisconnectReason.ROOM_DELETED);
      await until('no room', async () => (await service.listRooms([stage.room])).length === 0);
      await assert.rejects(service.getParticipant(stage.room, 'node'));
    },
  },
  {
    name: 'the others are told when a participant leaves',
    async run(stage) {
      const stays = await stage.node('stays');
      const page = await stage.browser('leaves');
      await until('the join', () => stays.room.remoteParticipants.has('leaves'));
      await page.call('disconnect');
      await until('the leave', () => stays.events.includes('disconnected leaves'));
    },
  },
  {
    name: 'a client gets a fresh token at once, with which it can return after its own has expired',
    async run(stage) {
      const token = await mintToken(stage.target, stage.room, 'ann', { roomAdmin: true }, { ttl: 120 });
      const raw = await RawSignalClient.connect(stage.target.url, token, '&protocol=16');
      stage.closeLater(raw);
      await until('a token', () => raw.find('refreshToken') !== undefined);
      const fresh = raw.find('refreshToken')!.value;
      const verifier = new TokenVerifier(stage.target.apiKey, stage.target.apiSecret);
      const [own, claims] = [await verifier.verify(token), await verifier.verify(fresh)];
      assert.equal(claims.sub, 'ann');
      // Five minutes from its creation, which is not before that of the original token.
      assert.ok(claims.exp! >= own.exp! + 5 * 60 - 120, 'it expires within five minutes');
      assert.equal(claims.video?.room, stage.room);
      assert.equal(claims.video?.roomAdmin, true);
      assert.equal(claims.video?.canUpdateOwnMetadata, true);
      const again = await NodeClient.connect(stage.target.url, fresh);
      stage.closeLater(again);
      assert.equal(again.room.localParticipant!.identity, 'ann');
    },
  },
  {
    name: 'a room accepts as many participants as it was created for',
    async run(stage) {
      await roomService(stage.target).createRoom({ name: stage.room, maxParticipants: 1 });
      const first = await stage.node('first');
      await assert.rejects(stage.node('second'));
      assert.equal(first.room.remoteParticipants.size, 0);
    },
  },
  {
    name: 'a room that nobody joins ends, and so does one that everybody left',
    async run(stage) {
      const service = roomService(stage.target);
      const exists = async (name: string) => (await service.listRooms([name])).length > 0;
      const unused = `${stage.room}-unused`;
      await service.createRoom({ name: unused, emptyTimeout: 1 });
      await service.createRoom({ name: stage.room, emptyTimeout: 60, departureTimeout: 1 });
      const node = await stage.node('node');
      await until('the end of the unused room', async () => !(await exists(unused)));
      assert.equal(await exists(stage.room), true);
      await node.close();
      await until('the end of the left room', async () => !(await exists(stage.room)));
    },
  },
];
