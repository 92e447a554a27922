import { describe, expect, test } from 'vitest';
import { BUILT_IN_FACES, PNG } from '../support/api-harness.ts';
import { describeResource } from '../support/describe-resource.ts';
import { expectProblem } from '../support/expect-problem.ts';
import { sceneDataUrl, wallDataUrl } from '../support/portrait-png.ts';

/** An impossible face: the eyes in one corner, the mouth in another. */
const SCATTERED = {
  leftEye: [0.1, 0.1],
  rightEye: [0.16, 0.1],
  mouthLeft: [0.95, 0.95],
  mouthRight: [0.99, 0.95],
  mouthCenter: [0.97, 0.95],
  chin: [0.97, 0.99],
};

const api = describeResource({
  path: '/v3/faces',
  listName: 'faces',
  prefix: 'face',
  body: async () => ({ refImage: PNG, identity: 'me', description: 'Myself.', rig: { chin: [0.5, 0.9] } }),
  shows: {
    identity: 'me',
    builtIn: false,
    description: 'Myself.',
    rig: { chin: [0.5, 0.9] },
    thumbnailUrl: expect.stringMatching(/^http.*\/images\/faces\//),
    referenceImgUrl: expect.stringMatching(/^http.*\/images\/faces\//),
  },
  invalid: [
    ['neither identity nor picture', {}, 422, 'identity'],
    ['an unknown face', { identity: 'nobody' }, 422, 'identity'],
    ['a rig outside the picture', { refImage: PNG, rig: { chin: [0.5, 2] } }, 400, 'rig.chin.1'],
    ['a rig that makes no face', { refImage: PNG, rig: SCATTERED }, 422, 'rig'],
    ['a rig for a built-in face', { identity: 'mira', client: 'r', rig: { chin: [0.5, 0.9] } }, 422, 'rig'],
  ],
  update: { method: 'PATCH', body: { description: 'Me.' }, shows: { description: 'Me.', identity: 'me' } },
  unset: ['description', 'rig'],
});

describe('POST /v3/faces', () => {
  test('409 for the same built-in face and client twice, but not for another client', async () => {
    const create = (body: object) => api().call('POST', '/v3/faces', { body });
    expectProblem(await create({ identity: 'mira' }), 409);
    expect((await create({ identity: 'mira', client: 'one' })).status).toBe(201);
    expectProblem(await create({ identity: 'mira', client: 'one' }), 409);
    expect((await create({ identity: 'mira', client: 'two' })).status).toBe(201);
  });
  test('a custom face without a picture gets a 409 that names the face, only for its own organization', async () => {
    const mine = (await api().call('POST', '/v3/faces', { body: { identity: 'otto', refImage: PNG } })).body;
    const again = await api().call('POST', '/v3/faces', { body: { identity: 'otto' } });
    expectProblem(again, 409);
    expect(again.body.detail).toContain(mine.id);
    const { key } = await api().createOrganization();
    const stranger = await api().call('POST', '/v3/faces', { body: { identity: 'otto' }, key });
    expectProblem(stranger, 422, 'identity');
  });
  test('of two simultaneous requests, one succeeds', async () => {
    const body = { identity: 'jonas', client: 'race' };
    const answers = await Promise.all([1, 2, 3].map(() => api().call('POST', '/v3/faces', { body })));
    expect(answers.map((answer) => answer.status).sort((a, b) => a - b)).toEqual([201, 409, 409]);
  });
});

test('a rig that cannot form a face is refused wherever it is given, and nothing is stored', async () => {
  const { body: face } = await api().call('POST', '/v3/faces', { body: { refImage: PNG } });
  const blobs = await api().countBlobs();
  const oneEye = { leftEyeOuter: [0.4, 0.2], rightEyeOuter: [0.4, 0.2] };
  for (const rig of [SCATTERED, oneEye]) {
    const body = { refImage: PNG, rig };
    expectProblem(await api().call('PATCH', `/v3/faces/${face.id}`, { body: { rig } }), 422, 'rig');
    expectProblem(await api().call('POST', '/v1/avatars', { body }), 422, 'rig');
    for (const text of [undefined, 'Hello.'])
      expectProblem(await api().call('POST', '/v3/faces/preview', { body: { ...body, text } }), 422, 'rig');
  }
  expect((await api().call('GET', `/v3/faces/${face.id}`)).body).not.toHaveProperty('rig');
  expect(await api().countBlobs()).toBe(blobs);
  const rig = { mouthCenter: [0.5, 0.62] };
  expect((await api().call('PATCH', `/v3/faces/${face.id}`, { body: { rig } })).body.rig).toEqual(rig);
  await api().call('DELETE', `/v3/faces/${face.id}`);
});

test('the gallery has every built-in face', async () => {
  const { key } = await api().createOrganization();
  const { body } = await api().call('GET', '/v3/faces', { key });
  expect(body.faces).toMatchObject(
    BUILT_IN_FACES.map(({ identity, description }) => ({ identity, description, builtIn: true })),
  );
});

test('the reference picture of a custom face is the uploaded picture, byte for byte; deleting the face deletes it', async () => {
  const { body: face } = await api().call('POST', '/v3/faces', { body: { refImage: PNG } });
  const address = new URL(face.referenceImgUrl);
  const load = () => api().call('GET', address.pathname + address.search, { key: null });
  const picture = await load();
  expect(picture.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
  expect(picture.headers['content-length']).toBe(String(Buffer.from(PNG.split(',')[1]!, 'base64').length));
  const again = await api().call('GET', address.pathname + address.search, {
    key: null,
    headers: { 'if-none-match': String(picture.headers.etag) },
  });
  expect(again.status).toBe(304);
  // The picture, its thumbnail, and the detected face.
  const blobs = await api().countBlobs();
  await api().call('DELETE', `/v3/faces/${face.id}`);
  expect(await api().countBlobs()).toBe(blobs - 3);
  expectProblem(await load(), 404);
});

test('a face that an avatar uses cannot be deleted', async () => {
  const { body: avatar } = await api().call('POST', '/v1/avatars', {
    body: { identity: 'own', refImage: PNG },
  });
  const { body } = await api().call('GET', '/v3/faces?take=50');
  const face = body.faces.find((one: { identity: string }) => one.identity === 'own');
  expectProblem(await api().call('DELETE', `/v3/faces/${face.id}`), 409);
  await api().call('DELETE', `/v1/avatars/${avatar.id}`);
  expect((await api().call('DELETE', `/v3/faces/${face.id}`)).status).toBe(200);
});

describe('POST /v3/faces/preview', () => {
  const preview = (body: object) => api().call('POST', '/v3/faces/preview', { body });
  const refImage = PNG;

  test('returns the points of the face in a picture, and stores nothing', async () => {
    const before = (await api().call('GET', '/v3/faces')).body.total;
    const { status, body } = await preview({ refImage });
    expect(status).toBe(201);
    expect(Object.keys(body)).toEqual(['rig', 'faces']);
    // Their real positions in the portrait.
    for (const [name, x, y] of [
      ['leftEye', 0.42, 0.42],
      ['rightEye', 0.58, 0.42],
      ['mouthCenter', 0.5, 0.6],
    ] as const) {
      expect(Math.hypot(body.rig[name][0] - x, body.rig[name][1] - y), name).toBeLessThan(0.03);
    }
    expect((await api().call('GET', '/v3/faces')).body.total).toBe(before);
  });
  test('with a text, returns its sound and as many pictures as the sound lasts', async () => {
    const { body } = await preview({ refImage, text: 'Hello.', voice: 'Kore' });
    const { clip } = body;
    expect(clip).toMatchObject({ text: 'Hello.', mimeType: 'audio/wav', pictureType: 'image/jpeg' });
    expect(Buffer.from(clip.audio, 'base64').toString('latin1', 0, 4)).toBe('RIFF');
    // Half a second of sound, and a quarter of a second in which the mouth closes.
    expect(clip.count).toBe(Math.ceil(0.75 * clip.rate));
    expect(Buffer.from(clip.pictures, 'base64').subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]));
  });
  test('uses the points that are given as part of the rig', async () => {
    const rig = { leftEye: [0.4, 0.4], rightEye: [0.6, 0.4] };
    expect((await preview({ refImage, rig })).body.rig).toMatchObject(rig);
  });
  test('says if a picture has no face', async () => {
    const { body } = await preview({ refImage: wallDataUrl() });
    expect(body).toEqual({
      rig: {},
      faces: [],
      notice: expect.stringMatching(/^No face seen from the front/),
    });
  });
  test('shows the larger of two people, or the other one if its eyes are given', async () => {
    const refImage = sceneDataUrl(800, 400, [
      [40, 160, 220],
      [420, 20, 340],
    ]);
    const { body } = await preview({ refImage });
    const [larger, smaller] = body.faces;
    expect(body.faces.map((face: { isShown: boolean }) => face.isShown)).toEqual([true, false]);
    expect(larger.left).toBeGreaterThan(0.5);
    expect(smaller.left + smaller.width).toBeLessThan(0.35);
    expect(body.rig.mouthCenter[0]).toBeGreaterThan(0.5);
    const other = (await preview({ refImage, rig: smaller.eyes })).body;
    expect(other.faces.map((face: { isShown: boolean }) => face.isShown)).toEqual([false, true]);
    expect(other.rig.mouthCenter[0]).toBeLessThan(0.35);
    // The rig is stored with the face.
    const { body: face } = await api().call('POST', '/v3/faces', { body: { refImage, rig: smaller.eyes } });
    expect(face.rig).toEqual(smaller.eyes);
    await api().call('DELETE', `/v3/faces/${face.id}`);
  });
  test('marks a face that is too small, with a notice that says what to do', async () => {
    const { status, body } = await preview({ refImage: sceneDataUrl(1600, 900, [[500, 300, 90]]) });
    expect(status).toBe(201);
    expect(body).toMatchObject({ rig: {}, faces: [{ problem: 'small', isShown: true }] });
    expect(body.notice).toMatch(/too small: the picture sways, .* Use a larger picture/);
    const [{ left, width }] = body.faces;
    expect(Math.abs((left + width / 2) * 1600 - 545)).toBeLessThan(15);
  });
  test('keeps a landscape as a face that only sways, and says so', async () => {
    const refImage = sceneDataUrl(1200, 800, []);
    const { body } = await preview({ refImage });
    expect(body).toEqual({
      rig: {},
      faces: [],
      notice: expect.stringMatching(/^No face .* the picture sways/),
    });
    const { status, body: face } = await api().call('POST', '/v3/faces', { body: { refImage } });
    expect(status).toBe(201);
    await api().call('DELETE', `/v3/faces/${face.id}`);
  });
  test('moves a line to where one of its points was pulled, and leaves the other lines in place', async () => {
    const found = (await preview({ refImage })).body.rig;
    const [x, y] = found.lips5;
    const pulled = (await preview({ refImage, rig: { lips5: [x, y - 0.01] } })).body.rig;
    expect(pulled.lips5).toEqual([x, expect.closeTo(y - 0.01, 3)]);
    expect(pulled.lips4[1]).toBeLessThan(found.lips4[1]);
    for (const name of ['outline18', 'leftLids4', 'innerLips15'])
      expect(Math.abs(pulled[name][1] - found[name][1]), name).toBeLessThan(0.002);
  });
  test('makes the previews of one organization one by one, without making another organization wait for all of them', async () => {
    const other = await api().createOrganization();
    const answered: string[] = [];
    const order = (who: string, key: string | undefined) =>
      api()
        .call('POST', '/v3/faces/preview', { ...(key && { key }), body: { refImage, text: 'Hello there.' } })
        .then(({ status }) => answered.push(`${status} ${who}`));
    await Promise.all([
      ...['first', 'second', 'third'].map((who) => order(who, undefined)),
      order('other', other.key),
    ]);
    expect(answered.indexOf('201 other')).toBeLessThan(2);
    expect(answered.filter((it) => it !== '201 other')).toEqual(['201 first', '201 second', '201 third']);
  });
  test('refuses unusable input, naming its field', async () => {
    expectProblem(await preview({}), 400, 'refImage');
    expectProblem(await preview({ refImage: 'data:image/png;base64,AAAA' }), 415);
    expectProblem(await preview({ refImage, rig: { nose: [0.5, 0.5] } }), 422, 'rig');
    const swapped = { leftEye: [0.6, 0.4], rightEye: [0.4, 0.4] };
    expectProblem(await preview({ refImage, rig: swapped }), 422, 'rig');
    expectProblem(await preview({ refImage, text: 'A'.repeat(121) }), 400, 'text');
    expectProblem(await preview({ refImage, voice: 'Elvis' }), 400, 'voice');
  });
});
