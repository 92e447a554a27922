import type { Agent, Avatar, Conversation, StartedSession } from '@visavis/client';
import { AccessToken } from 'livekit-server-sdk';
import { beforeAll, expect } from 'vitest';
import { startEmbeddedRooms } from '../../support/embedded-room-server.ts';
import { LiveConsumer } from '../../support/live-consumer.ts';
import { poll } from '../../support/poll.ts';
import { portraitDataUrl } from '../../support/portrait-png.ts';
import type { ContractRun } from './contract-run.ts';
import { specified } from './sentences.ts';
import { REQUEST_MODELS } from './specification.ts';

const WAIT_MS = 60_000;
/** The default limit of an organization, in seconds. */
const ORGANIZATION_LIMIT = 3600;

/** Tests sessions: how they are started, used, ended, listed and counted. */
export function sessionTests(run: () => ContractRun): void {
  const consumerIdentity = { identity: 'kim', name: 'Kim' };
  const remoteAgentConnectingIdentity = { identity: 'their-agent', name: 'Their agent' };
  let avatar: Avatar;
  let agent: Agent;
  let talk: StartedSession;
  let driven: StartedSession;
  beforeAll(async () => {
    agent = await run().visavis.post('/v1/agents', {
      body: { provider: 'gemini', name: 'Guide', greetingMsg: 'Welcome to {{place}}.', client: 'acme' },
    });
    avatar = await run().visavis.post('/v1/avatars', {
      body: { identity: 'maya', agentId: agent.id, client: 'acme' },
    });
  });
  const basics = () => ({ name: 'A talk', avatar: { id: avatar.id } });

  specified(
    [
      '**Start session.** Body:',
      '| avatar | object | yes | Either an existing avatar id or a new avatar defined in place;',
      '| agent | object | no | Either an existing agent id or a new agent defined in place, with the Agent request fields |',
    ],
    async () => {
      const agentInPlace = {
        provider: 'gemini',
        name: 'A new guide',
        client: { id: 'acme' },
        model: REQUEST_MODELS[0],
        voice: 'Kore',
        instructions: 'You are a guide of {{place}}.',
        greetingMsg: 'Welcome.',
        remoteId: 'x',
        search: false,
        emotions: true,
        memory: false,
      } as const;
      const { session } = await run().visavis.post('/v1/sessions', {
        body: {
          name: 'In place',
          avatar: {
            identity: 'olga',
            name: 'Olga',
            refImage: portraitDataUrl(),
            agentId: { id: agent.id },
            client: { id: 'acme' },
          },
          agent: agentInPlace,
          consumerIdentity,
          client: 'acme',
          maxDuration: 90,
          additionalCtx: 'It rains.',
          templateVars: { place: 'the museum', floors: [1, { name: 'two' }] },
        },
      });
      await run().stop(session.id);
      expect(session).toMatchObject({
        name: 'In place',
        client: 'acme',
        maxDuration: 90,
        additionalCtx: 'It rains.',
        templateVars: { place: 'the museum', floors: [1, { name: 'two' }] },
        avatar: { identity: 'olga', name: 'Olga', client: 'acme', agentId: { id: agent.id } },
        agent: { ...agentInPlace, client: 'acme' },
      });
      // A resource that was defined inside the session request exists like any other.
      const id = session.avatarId!;
      expect(await run().visavis.get('/v1/avatars/{id}', { path: { id } })).toMatchObject({ name: 'Olga' });
      const byId = await run().visavis.post('/v1/sessions', {
        body: {
          name: 'By id',
          avatar: { id },
          agent: { id: session.agentId! },
          consumerIdentity,
          templateVars: { place: 'x' },
        },
      });
      await run().stop(byId.session.id);
      expect(byId.session).toMatchObject({ avatarId: id, agentId: session.agentId, agent: session.agent });
    },
  );

  specified('| name | string | yes | |', async () => {
    const { name, avatar: chosen } = basics();
    for (const [body, path] of [
      [{ avatar: chosen, consumerIdentity }, 'name'],
      [{ name, consumerIdentity }, 'avatar'],
    ] as const) {
      const refused = await run().sendJson('POST', '/v1/sessions', body);
      expect(refused).toMatchObject({ status: 400, body: { errors: [{ path }] } });
    }
  });

  specified(
    [
      'Response: session creation result (see Resources).',
      'Session creation result: `session` (Session, required), `consumerAccessToken` (string), `remoteAgentAccessToken` (string).',
      'identity of the agent that forwards audio to the avatar; required for self-hosted agents |',
      'the end user in the session; required when the session is not self-hosted |',
    ],
    async () => {
      driven = await run().visavis.post('/v1/sessions', {
        body: { ...basics(), client: 'acme', remoteAgentConnectingIdentity, consumerIdentity },
      });
      await run().stop(driven.session.id);
      expect(driven).toMatchObject({
        consumerAccessToken: expect.any(String),
        remoteAgentAccessToken: expect.any(String),
      });
      const alone = await run().visavis.post('/v1/sessions', {
        body: { ...basics(), remoteAgentConnectingIdentity },
      });
      await run().stop(alone.session.id);
      expect(alone).not.toHaveProperty('consumerAccessToken');
      const refused = await run().sendJson('POST', '/v1/sessions', basics());
      expect(refused).toMatchObject({ status: 422, body: { errors: [{ path: 'consumerIdentity' }] } });
    },
  );

  specified(
    [
      '| host | object | no | for self-hosted real-time sessions: `serverUrl`, `accessToken` (strings) |',
      'start live sessions between an end user (the consumer) and an avatar driven by an agent, either hosted by the service or self-hosted by the caller;',
    ],
    async () => {
      const rooms = await startEmbeddedRooms();
      try {
        const { url, apiKey, apiSecret } = rooms.target;
        const token = new AccessToken(apiKey, apiSecret, { identity: 'their-avatar' });
        token.kind = 'agent';
        token.attributes = { 'lk.publish_on_behalf': remoteAgentConnectingIdentity.identity };
        token.addGrant({ roomJoin: true, room: 'their-room', canUpdateOwnMetadata: true });
        const visitor = new AccessToken(apiKey, apiSecret, { identity: 'kim' });
        visitor.addGrant({ roomJoin: true, room: 'their-room' });
        const host = { serverUrl: url, accessToken: await token.toJwt() };
        const started = await run().visavis.post('/v1/sessions', {
          body: { ...basics(), host, remoteAgentConnectingIdentity },
        });
        expect(started).toMatchObject({ session: { host: { serverUrl: url } } });
        expect(Object.keys(started)).toEqual(['session']);
        // The avatar appears in the caller's own room.
        const consumer = new LiveConsumer('their-avatar');
        await consumer.join(url, await visitor.toJwt());
        await consumer.until('a picture', () => consumer.frames.length > 0, WAIT_MS);
        await consumer.leave();
        await run().stop(started.session.id);
        const refused = await run().sendJson('POST', '/v1/sessions', { ...basics(), host });
        expect(refused.body).toMatchObject({
          status: 422,
          errors: [{ path: 'remoteAgentConnectingIdentity' }],
        });
      } finally {
        await rooms.close();
      }
    },
  );

  specified(
    [
      '| maxDuration | number | no | seconds; must be below the organization limit |',
      '| `maxDuration` | Start session, start session with a pass | seconds; must be below the organization limit |',
    ],
    async () => {
      const maxDuration = ORGANIZATION_LIMIT - 1;
      const { session } = await run().visavis.post('/v1/sessions', {
        body: { ...basics(), consumerIdentity, templateVars: { place: 'x' }, maxDuration },
      });
      await run().stop(session.id);
      expect(session.maxDuration).toBe(maxDuration);
      const { token } = await run().visavis.post('/v3/tokens', { body: { user: 'kim' } });
      const asKim = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      for (const seconds of [ORGANIZATION_LIMIT, ORGANIZATION_LIMIT + 1]) {
        const body = { ...basics(), consumerIdentity, templateVars: { place: 'x' }, maxDuration: seconds };
        const byPass = JSON.stringify({ ...body, agent: { id: agent.id } });
        for (const refused of [
          await run().sendJson('POST', '/v1/sessions', body),
          await run().send('POST', '/v1/session-passes', asKim, byPass),
        ])
          expect(refused.body).toMatchObject({ status: 422, errors: [{ path: 'maxDuration' }] });
      }
    },
  );

  specified(
    'TranscriptEntry: `id` (string), `author` (enum; the value `user` is shown), `content` (string), `recordedAt` (date-time).',
    async () => {
      const { id } = await run().visavis.post('/v3/knowledge-bases', { body: { name: 'Museum' } });
      talk = await run().visavis.post('/v1/sessions', {
        body: {
          ...basics(),
          client: 'acme',
          consumerIdentity,
          knowledgeBase: { id },
          additionalCtx: 'It rains.',
          templateVars: { place: 'the museum' },
        },
      });
      expect(talk.session).toMatchObject({ status: 'running', knowledgeBaseId: id, knowledgeBase: { id } });
      const consumer = new LiveConsumer(talk.session.avatar!.identity);
      await consumer.join(talk.session.host.serverUrl, talk.consumerAccessToken!);
      await consumer.until(
        'the greeting',
        () => consumer.agentTexts[0] === 'Welcome to the museum.',
        WAIT_MS,
      );
      await consumer.silent(400, WAIT_MS);
      await consumer.type('How are you?');
      await consumer.until(
        'the answer',
        () => consumer.agentTexts.some((text) => /I am well/.test(text)),
        WAIT_MS,
      );
      const { transcript } = await poll(
        'the transcript',
        () => run().visavis.get('/v3/conversations/{id}', { path: { id: talk.session.id } }),
        (conversation) => conversation.transcript.length >= 3,
      );
      await run().stop(talk.session.id);
      await consumer.leave();
      expect(transcript.map(({ author }) => author).slice(0, 3)).toEqual(['character', 'user', 'character']);
      expect(transcript[1]!.content).toBe('How are you?');
    },
  );

  specified('**Get session.** Path `id` is the session id. Response: Session.', async () => {
    const path = { id: talk.session.id };
    const read = await run().visavis.get('/v1/sessions/{id}', { path });
    expect(read).toMatchObject({ ...path, status: 'ended', endedAt: expect.any(String) });
    const other = await run().visavis.get('/v1/sessions/{id}', { path: { id: driven.session.id } });
    expect(other.remoteAgentIdentity).toEqual(remoteAgentConnectingIdentity);
    expect((await run().sendJson('GET', '/v1/sessions/conv_unknown')).status).toBe(404);
  });

  specified(
    [
      '**List conversations.** Response: paged envelope with `conversations` (array of Conversation).',
      'list past conversations with their transcripts and timelines;',
      'TimelineEntry: `type`, `recordedAt`, `author`, `content`, all strings.',
    ],
    async () => {
      const { conversations, total } = await run().visavis.get('/v3/conversations', { query: { take: 50 } });
      expect(conversations).toHaveLength(total);
      const find = (id: string) => conversations.find((each) => each.id === id)!;
      const past: Conversation = find(talk.session.id);
      expect(past).toMatchObject({
        name: 'A talk',
        status: 'ended',
        client: 'acme',
        characterId: avatar.id,
        consumerName: 'Kim',
        consumerIdentity: 'kim',
        promptCtx: 'It rains.',
        promptTemplateVars: { place: 'the museum' },
        maxSeconds: talk.session.maxDuration,
        serverUrl: talk.session.host.serverUrl,
      });
      expect(past.startedAt <= past.joinedAt! && past.joinedAt! < past.endedAt!).toBe(true);
      expect(past.transcript.length).toBeGreaterThan(2);
      expect(past.timeline[0]!.type).toBe('created');
      expect(past.timeline.at(-1)!.type).toBe('ended');
      expect(find(driven.session.id)).toMatchObject({
        remoteAgentName: 'Their agent',
        remoteAgentIdentity: 'their-agent',
      });
    },
  );

  specified(
    [
      '**Generate client token.** Body: `user` (string), `client` (string), `character` (string). Response: `token` (string).',
      'obtain a client token for a given user, client and character;',
      '**Start session with a pass.** Body:',
      'Response: session creation result.',
    ],
    async () => {
      const body = { user: 'kim', client: 'acme', character: avatar.id };
      const { token } = await run().visavis.post('/v3/tokens', { body });
      const browser = run().connect({ token });
      const pass = {
        name: 'By pass',
        avatar: { id: avatar.id },
        agent: { id: agent.id },
        consumerIdentity,
        client: 'acme',
        maxDuration: 90,
        additionalCtx: 'It rains.',
        templateVars: { place: 'the museum' },
      };
      const { session, consumerAccessToken } = await browser.post('/v1/session-passes', { body: pass });
      await run().stop(session.id);
      expect(consumerAccessToken).toEqual(expect.any(String));
      expect(session).toMatchObject({
        name: 'By pass',
        avatarId: avatar.id,
        agentId: agent.id,
        client: 'acme',
        maxDuration: 90,
        additionalCtx: 'It rains.',
        templateVars: { place: 'the museum' },
      });
      const bearer = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
      const send = (sent: object) => run().send('POST', '/v1/session-passes', bearer, JSON.stringify(sent));
      for (const path of ['name', 'avatar', 'agent', 'consumerIdentity']) {
        const rest = Object.fromEntries(Object.entries(pass).filter(([name]) => name !== path));
        expect((await send(rest)).body).toMatchObject({ status: 400, errors: [{ path }] });
      }
      // The pass is only valid for the given user, client and character.
      const others = { client: 'other', consumerIdentity: { identity: 'lee' }, avatar: { id: 'avt_other' } };
      for (const [name, value] of Object.entries(others))
        expect((await send({ ...pass, [name]: value })).status, name).toBe(403);
    },
  );

  specified('read per-user usage for the billing cycle;', async () => {
    const usage = await run().visavis.get('/v3/organizations/user-usage');
    expect(usage.users.find(({ user }) => user === 'kim')!.seconds).toBeGreaterThan(0);
  });

  specified(['The resources below have a status value.', '| Conversation | `running` appears;'], async () => {
    const { session } = await run().visavis.post('/v1/sessions', {
      body: { ...basics(), consumerIdentity, templateVars: { place: 'x' } },
    });
    const { conversations } = await run().visavis.get('/v3/conversations');
    expect(conversations.find(({ id }) => id === session.id)?.status).toBe('running');
    expect((await run().stop(session.id)).status).not.toBe('running');
  });
}
