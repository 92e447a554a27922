import { beforeAll, describe, expect, test } from 'vitest';
import { useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { hostToken } from '../support/host-token.ts';

/** An avatar that is not linked to an agent. */
let muteId: string;
const remoteAgentConnectingIdentity = { identity: 'their-agent', name: 'Agent' };
const host = { serverUrl: 'wss://rooms.example.com', accessToken: hostToken() };

const api = useApi();
beforeAll(async () => {
  muteId = (await api.call('POST', '/v1/avatars', { body: { name: 'Mute' } })).body.id;
});

const start = (fields: object) => api.call('POST', '/v1/sessions', { body: { name: 'Talk', ...fields } });

describe("the caller's own agent in our room, started by its name", () => {
  const named = (agentName: string | null) => ({
    avatar: { id: muteId },
    remoteAgentConnectingIdentity: { ...remoteAgentConnectingIdentity, agentName },
    consumerIdentity: undefined,
  });

  test('201 once a worker of that name has accepted the conversation; without a name no worker is asked', async () => {
    const { status, body } = await start(named('guide'));
    expect(status).toBe(201);
    expect(body.session.remoteAgentIdentity).toEqual(remoteAgentConnectingIdentity);
    expect(api.agentJobs.at(-1)).toEqual({
      room: body.session.id,
      agentName: 'guide',
      metadata: {
        conversationId: body.session.id,
        identity: 'their-agent',
        avatarIdentity: body.session.avatarIdentity,
      },
    });
    const asked = api.agentJobs.length;
    for (const none of [null, '']) expect((await start(named(none))).status).toBe(201);
    expect(api.agentJobs).toHaveLength(asked);
  });

  test.each([
    ['nobody', 'remoteAgentConnectingIdentity.agentName', 'No agent worker named "nobody" accepted'],
    ['stranger', 'remoteAgentConnectingIdentity.identity', 'accepted its job as "agent-AJ_1" instead of'],
  ])(
    '422 if the worker %s does not join as asked, and nothing is left behind',
    async (agentName, path, text) => {
      const rooms = api.openRooms.size;
      const { total } = (await api.call('GET', '/v3/conversations')).body;
      const refused = await start(named(agentName));
      expectProblem(refused, 422, path);
      expect(refused.body.detail).toContain(text);
      expect(api.openRooms.size).toBe(rooms);
      expect((await api.call('GET', '/v3/conversations')).body.total).toBe(total);
    },
  );

  test('422 in a room of the caller', async () => {
    expectProblem(await start({ ...named('guide'), host }), 422, 'remoteAgentConnectingIdentity.agentName');
  });

  test('a conversation of /v3 calls the field remoteAgent', async () => {
    const characterId = (await api.call('GET', '/v1/avatars')).body.avatars[0].id;
    const ask = (agentName: string) =>
      api.call('POST', '/v3/conversations', {
        body: { name: 'Talk', characterId, remoteAgent: { identity: 'their-agent', agentName } },
      });
    expect((await ask('guide')).status).toBe(201);
    expectProblem(await ask('nobody'), 422, 'remoteAgent.agentName');
  });
});
