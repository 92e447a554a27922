import { expect } from 'vitest';
import { startLivekitServer } from '../support/livekit-server.ts';
import { needs } from '../support/needs.ts';
import { mintToken, roomService } from '../support/room-target.ts';
import { stopSession, timelineOf, untilConversation, untilEnded } from '../support/service-client.ts';
import { useService, useStarted } from '../support/use-service.ts';

const { test } = needs('livekit-server');
const service = useService(() => ({ env: { VISAVIS_PRIVATE_ADDRESSES: 'true' } }));
const livekit = useStarted(startLivekitServer, (it) => it.close());

const ATTRIBUTES = { 'lk.publish_on_behalf': 'their-agent' };
const token = (
  room: string,
  options: Parameters<typeof mintToken>[4] = { kind: 'agent', attributes: ATTRIBUTES },
) => mintToken(livekit.target, room, 'face', {}, options);

async function start(accessToken: string, serverUrl = livekit.target.url): Promise<string> {
  const { session } = await service.client.post('/v1/sessions', {
    body: {
      name: 'In their room',
      avatar: { identity: 'maya', name: 'Maya' },
      host: { serverUrl, accessToken },
      remoteAgentConnectingIdentity: { identity: 'their-agent' },
    },
  });
  return session.id;
}

const untilThere = (id: string) =>
  untilConversation(service, id, 'the avatar', (it) => timelineOf(it, 'avatar_joined').length > 0);

test('an unreachable server, and one that does not know the key: host_unreachable, without showing the token', async () => {
  const nobody = await start(await token('a'), 'ws://127.0.0.1:9');
  const forged = await mintToken(
    { ...livekit.target, apiSecret: 'another-secret-of-32-characters!!' },
    'a',
    'face',
  );
  const stranger = await start(forged);
  for (const id of [nobody, stranger]) {
    const record = await untilEnded(service, id);
    expect(record).toMatchObject({ status: 'error', endReason: 'host_unreachable' });
    expect(JSON.stringify(record)).not.toContain(forged);
  }
  expect(service.output).not.toContain(forged);
});

test('a token without the attributes of an avatar works, with a warning', async () => {
  const id = await start(await token('b', {}));
  const warnings = timelineOf(await untilThere(id), 'warning');
  expect(warnings).toContainEqual(expect.stringContaining('kind "agent"'));
  expect(warnings).toContainEqual(expect.stringContaining('lk.publish_on_behalf'));
  await stopSession(service, id);
});

test('the owner of the room removes the avatar, or deletes the room: the conversation ends as stopped', async () => {
  const removed = await start(await token('c'));
  await untilThere(removed);
  await roomService(livekit.target).removeParticipant('c', 'face');
  expect(await untilEnded(service, removed)).toMatchObject({ status: 'ended', endReason: 'stopped' });

  const deleted = await start(await token('d'));
  await untilThere(deleted);
  await roomService(livekit.target).deleteRoom('d');
  expect(await untilEnded(service, deleted)).toMatchObject({ status: 'ended', endReason: 'stopped' });
});
