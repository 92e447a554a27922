import { describe, expect, test } from 'vitest';
import { BUILT_IN_FACES, PNG } from '../support/api-harness.ts';
import { describeResource } from '../support/describe-resource.ts';
import { expectProblem } from '../support/expect-problem.ts';

const TINY_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const api = describeResource({
  path: '/v1/avatars',
  listName: 'avatars',
  prefix: 'avt',
  body: async () => ({ identity: 'jonas', name: 'Jo', description: 'Our host.' }),
  shows: {
    identity: 'jonas',
    name: 'Jo',
    description: 'Our host.',
    thumbnailUrl: expect.stringMatching(/^http/),
  },
  invalid: [
    ['an unknown face', { identity: 'nobody' }, 422, 'identity'],
    ['a built-in name with a picture', { identity: 'mira', refImage: PNG }, 422, 'identity'],
    ['a picture that is no URL', { refImage: 'hello' }, 422, 'refImage'],
    ['an http picture', { refImage: 'http://example.com/a.png' }, 422, 'refImage'],
    ['a picture that cannot be fetched', { refImage: 'https://nowhere.example/a.png' }, 422, 'refImage'],
    ['broken base64', { refImage: 'data:image/png;base64,***' }, 422, 'refImage'],
    ['a rig without its picture', { identity: 'mira', rig: { chin: [0.5, 0.9] } }, 422, 'rig'],
    ['an unknown agent', { agentId: 'agt_x' }, 422, 'agentId'],
  ],
  update: {
    method: 'PUT',
    body: { name: 'Mira', identity: 'mira' },
    shows: { name: 'Mira', identity: 'mira', description: BUILT_IN_FACES[0]!.description },
  },
});

describe('POST /v1/avatars', () => {
  test('without any field, creates the first built-in face under its own name', async () => {
    const { status, body } = await api().call('POST', '/v1/avatars', { body: {} });
    expect(status).toBe(201);
    expect(body).toMatchObject({ identity: 'mira', name: 'Mira', description: 'A woman with dark hair.' });
  });
  test.each(['string', 'object'])(
    'an agentId sent as %s is returned as an object, next to the agent',
    async (form) => {
      const { body: agent } = await api().call('POST', '/v1/agents', {
        body: { provider: 'gemini', name: 'Z' },
      });
      const agentId = form === 'string' ? agent.id : { id: agent.id };
      const { body } = await api().call('POST', '/v1/avatars', { body: { name: 'a', agentId } });
      expect(body).toMatchObject({ agentId: { id: agent.id }, agent });
    },
  );
  test('a data URL creates a custom face whose pictures a browser can load', async () => {
    const { status, body } = await api().call('POST', '/v1/avatars', { body: { name: 'Me', refImage: PNG } });
    expect(status).toBe(201);
    const thumbnail = new URL(body.thumbnailUrl);
    const picture = await api().call('GET', thumbnail.pathname + thumbnail.search, { key: null });
    expect(picture).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
    expectProblem(await api().call('GET', `${thumbnail.pathname}?signature=guessed`, { key: null }), 403);
  });
  test('an https picture is fetched', async () => {
    api().pictures.set('https://example.com/me.png', Buffer.from(PNG.split(',')[1]!, 'base64'));
    const body = { name: 'Me', identity: 'me', refImage: 'https://example.com/me.png' };
    expect(await api().call('POST', '/v1/avatars', { body })).toMatchObject({
      status: 201,
      body: { identity: 'me' },
    });
  });
  test.each<[string, (png: Buffer) => Buffer]>([
    ['a picture cut in the middle', (png) => png.subarray(0, 60)],
    [
      'a picture of gigapixels',
      (png) => {
        const huge = Buffer.from(png);
        huge.writeUInt32BE(60_000, 16);
        huge.writeUInt32BE(60_000, 20);
        return huge;
      },
    ],
    ['a picture of a few pixels', () => Buffer.from(TINY_PNG, 'base64')],
  ])('422 for %s, and nothing is kept', async (_what, spoil) => {
    const blobs = await api().countBlobs();
    const spoilt = spoil(Buffer.from(PNG.split(',')[1]!, 'base64')).toString('base64');
    const body = { name: 'Me', refImage: `data:image/png;base64,${spoilt}` };
    expectProblem(await api().call('POST', '/v1/avatars', { body }), 422, 'refImage');
    expect(await api().countBlobs()).toBe(blobs);
  });
  test('415 for data that is not a picture, 413 above 5 MiB, and nothing is stored', async () => {
    const blobs = await api().countBlobs();
    const faces = (await api().call('GET', '/v3/faces')).body.total;
    const text = `data:image/png;base64,${Buffer.from('<svg/>').toString('base64')}`;
    expectProblem(await api().call('POST', '/v1/avatars', { body: { refImage: text } }), 415);
    const head = Buffer.from(PNG.split(',')[1]!, 'base64');
    const large = Buffer.concat([head, Buffer.alloc(5 * 1024 * 1024)]).toString('base64');
    const answer = await api().call('POST', '/v1/avatars', {
      body: { refImage: `data:image/png;base64,${large}` },
    });
    expectProblem(answer, 413);
    expect(await api().countBlobs()).toBe(blobs);
    expect((await api().call('GET', '/v3/faces')).body.total).toBe(faces);
  });
});

test('GET /v1/avatars: a new organization has an avatar with an agent for every built-in face', async () => {
  const { key } = await api().createOrganization();
  const { body } = await api().call('GET', '/v1/avatars', { key });
  expect(body).toMatchObject({ skip: 0, take: 20, total: BUILT_IN_FACES.length });
  expect(body.avatars.map((avatar: { identity: string }) => avatar.identity)).toEqual(
    BUILT_IN_FACES.map((face) => face.identity),
  );
  for (const avatar of body.avatars) expect(avatar.agent).toMatchObject({ id: avatar.agentId.id });
});

test('PUT /v1/avatars/{id}: keeps the picture unless another is given, and accepts what was read', async () => {
  const { body: created } = await api().call('POST', '/v1/avatars', {
    body: { name: 'Me', refImage: PNG },
  });
  const { body } = await api().call('PUT', `/v1/avatars/${created.id}`, {
    body: { ...created, name: 'You' },
  });
  expect(body).toMatchObject({
    name: 'You',
    identity: created.identity,
    thumbnailUrl: created.thumbnailUrl,
  });
});
