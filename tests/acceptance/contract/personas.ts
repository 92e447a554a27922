import type { Agent, Brain } from '@visavis/client';
import { expect } from 'vitest';
import { portraitDataUrl } from '../../support/portrait-png.ts';
import type { ContractRun } from './contract-run.ts';
import { LINES, specified } from './sentences.ts';
import { PROVIDERS, REQUEST_MODELS, RESPONSE_MODELS, RESPONSE_VOICES, VOICE_NAMES } from './specification.ts';

/** Tests the resources that a conversation consists of. */
export function personaTests(run: () => ContractRun): void {
  let brain: Brain;
  let agent: Agent;

  specified(
    [
      '**Create voice.** Body: `client` (string), `instructions` (string). The voice name enum is the set of allowed options for the voice identity. Response: Voice.',
      LINES.find((line) => line.startsWith('Voice names (enum, exact)'))!,
    ],
    async () => {
      const body = { client: 'acme', instructions: 'Slow and warm.' };
      const voice = await run().visavis.post('/v3/voices', { body });
      expect(voice).toMatchObject(body);
      expect(VOICE_NAMES).toContain(voice.identity);
      for (const identity of VOICE_NAMES)
        expect(await run().visavis.post('/v3/voices', { body: { identity } })).toMatchObject({ identity });
      for (const identity of ['alloy', 'puck', ''])
        expect((await run().sendJson('POST', '/v3/voices', { identity })).status).toBe(400);
    },
  );

  specified(
    '**Create brain.** Body: `instructions`, `greetingMessage`, `client` (strings). Response: Brain.',
    async () => {
      const body = { instructions: 'You are a guide.', greetingMessage: 'Welcome.', client: 'acme' };
      brain = await run().visavis.post('/v3/brains', { body });
      expect(brain).toMatchObject(body);
    },
  );

  specified('**Get brain.** Path `id` is the brain id. Response: Brain.', async () => {
    expect(await run().visavis.get('/v3/brains/{id}', { path: { id: brain.id } })).toEqual(brain);
  });

  specified(
    '**Delete brain.** Path `id` is the brain id. The deletion is irreversible. Response: the Brain.',
    async () => {
      expect(await run().visavis.delete('/v3/brains/{id}', { path: { id: brain.id } })).toEqual(brain);
      expect((await run().sendJson('GET', `/v3/brains/${brain.id}`)).status).toBe(404);
      expect((await run().sendJson('DELETE', `/v3/brains/${brain.id}`)).status).toBe(404);
    },
  );

  specified(
    [
      '**Create agent.** Body: the Agent request fields; `provider` is required, all others optional. Response: Agent.',
      'define the pieces of an avatar conversation: voices, brains (instructions plus a greeting), faces, agents and avatars;',
    ],
    async () => {
      const body = {
        provider: 'gemini',
        name: 'Guide',
        client: { id: 'acme' },
        model: REQUEST_MODELS[0],
        voice: 'Kore',
        instructions: 'You are a guide.',
        greetingMsg: 'Welcome.',
        remoteId: 'their-agent',
        search: true,
        emotions: true,
        memory: true,
      } as const;
      agent = await run().visavis.post('/v1/agents', { body });
      expect(agent).toMatchObject({ ...body, client: 'acme' });
      const bare = await run().visavis.post('/v1/agents', { body: { provider: 'openai' } });
      expect(bare).toMatchObject({ provider: 'openai', emotions: false, memory: false });
      expect((await run().sendJson('POST', '/v1/agents', { name: 'Guide' })).body).toMatchObject({
        status: 400,
        errors: [{ path: 'provider' }],
      });
      const { id } = await run().visavis.post('/v3/faces', {
        body: { refImage: portraitDataUrl(), client: 'acme', description: 'A portrait.' },
      });
      expect(id).toMatch(/^face_/);
      await run().visavis.post('/v1/avatars', {
        body: { identity: 'maya', agentId: agent.id, client: 'acme' },
      });
    },
  );

  specified('| provider | enum | required; `openai`, `gemini`, `elevenlabs` |', async () => {
    for (const provider of PROVIDERS)
      expect(await run().visavis.post('/v1/agents', { body: { provider } })).toMatchObject({ provider });
    for (const provider of ['OpenAI', 'azure', '', null])
      expect((await run().sendJson('POST', '/v1/agents', { provider })).status).toBe(400);
  });

  specified(LINES.find((line) => line.startsWith('| model | enum | request'))!, async () => {
    const models = { gemini: REQUEST_MODELS, openai: RESPONSE_MODELS };
    for (const provider of ['gemini', 'openai'] as const) {
      for (const model of models[provider])
        expect(await run().visavis.post('/v1/agents', { body: { provider, model } })).toMatchObject({
          model,
        });
    }
    // The model is valid, but belongs to another provider.
    const foreign = { provider: 'openai', model: REQUEST_MODELS[0] };
    expect((await run().sendJson('POST', '/v1/agents', foreign)).status).toBe(422);
    expect((await run().sendJson('POST', '/v1/agents', { provider: 'gemini', model: 'x' })).status).toBe(400);
  });

  specified(LINES.find((line) => line.startsWith('| voice | enum | request'))!, async () => {
    const voices = { gemini: VOICE_NAMES, openai: RESPONSE_VOICES };
    for (const provider of ['gemini', 'openai'] as const) {
      for (const voice of voices[provider])
        expect(await run().visavis.post('/v1/agents', { body: { provider, voice } })).toMatchObject({
          voice,
        });
    }
    // The voice is valid, but belongs to another provider.
    const foreign = { provider: 'openai', voice: VOICE_NAMES[0] };
    expect((await run().sendJson('POST', '/v1/agents', foreign)).status).toBe(422);
    expect((await run().sendJson('POST', '/v1/agents', { provider: 'gemini', voice: 'x' })).status).toBe(400);
  });

  specified(
    [
      '| name | string | maximum length 64 |',
      '| Agent `name` maximum length | Create agent (and agent defined in a session) | 64 characters |',
    ],
    async () => {
      const name = 'ü'.repeat(64);
      const body = { provider: 'gemini', name } as const;
      expect(await run().visavis.post('/v1/agents', { body })).toMatchObject({ name });
      const tooLong = { ...body, name: `${name}x` };
      expect((await run().sendJson('POST', '/v1/agents', tooLong)).body).toMatchObject({
        status: 400,
        errors: [{ path: 'name' }],
      });
      const session = { name: 'x', avatar: { identity: 'maya' }, consumerIdentity: { identity: 'kim' } };
      const inSession = await run().sendJson('POST', '/v1/sessions', { ...session, agent: tooLong });
      expect(inSession.body).toMatchObject({ status: 400, errors: [{ path: 'agent.name' }] });
    },
  );

  specified('**List faces.** Response: paged envelope with `faces` (array of Face).', async () => {
    const page = await run().visavis.get('/v3/faces');
    expect(page.total).toBe(page.faces.length);
    for (const { thumbnailUrl, referenceImgUrl } of page.faces.slice(0, 1)) {
      for (const address of [thumbnailUrl, referenceImgUrl]) {
        const picture = await fetch(address);
        expect(picture.headers.get('content-type')).toMatch(/^image\//);
        expect((await picture.arrayBuffer()).byteLength).toBeGreaterThan(100);
      }
    }
  });

  specified('**Get avatar.** Path `id` is the avatar id. Response: Avatar.', async () => {
    const [listed] = (await run().visavis.get('/v1/avatars', { query: { client: 'acme' } })).avatars;
    const avatar = await run().visavis.get('/v1/avatars/{id}', { path: { id: listed!.id } });
    expect(avatar).toMatchObject({ identity: 'maya', client: 'acme', agentId: { id: agent.id }, agent });
    expect((await run().sendJson('GET', '/v1/avatars/avt_unknown')).status).toBe(404);
  });

  specified(
    [
      '**List avatars.** Query: `take` (number, default 20, at most 50), `skip` (number, default 0, at least 0), `client` (string). Response: paged envelope with `avatars` (array of Avatar).',
      '| `take` maximum | List avatars | 50 |',
      '| `take` default | List avatars | 20 |',
      '| `skip` minimum and default | List avatars | 0 |',
    ],
    async () => {
      const client = 'many-avatars';
      const ids: string[] = [];
      for (let n = 0; n < 52; n++) {
        const avatar = await run().visavis.post('/v1/avatars', { body: { identity: 'maya', client } });
        ids.unshift(avatar.id);
      }
      const list = async (query: object) => {
        // `nextCursor` is an addition to the specification.
        const {
          avatars,
          nextCursor: _,
          ...counts
        } = await run().visavis.get('/v1/avatars', { query: { client, ...query } });
        return { ...counts, ids: avatars.map(({ id }) => id) };
      };
      expect(await list({})).toEqual({ skip: 0, take: 20, total: 52, ids: ids.slice(0, 20) });
      expect(await list({ take: 50 })).toEqual({ skip: 0, take: 50, total: 52, ids: ids.slice(0, 50) });
      expect(await list({ take: 50, skip: 50 })).toEqual({
        skip: 50,
        take: 50,
        total: 52,
        ids: ids.slice(50),
      });
      expect(await list({ skip: 0, take: 1 })).toMatchObject({ ids: ids.slice(0, 1) });
      for (const query of [
        'take=51',
        'skip=-1',
        'take=x',
        'skip=x',
        'skip=Infinity',
        'skip=1e400',
        'take=-1e400',
      ])
        expect((await run().sendJson('GET', `/v1/avatars?${query}`)).status, query).toBe(400);
    },
  );
}
