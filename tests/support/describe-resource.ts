import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiHarness, startApi } from './api-harness.ts';
import { expectProblem } from './expect-problem.ts';

export interface ResourceOutcomes {
  /** Path of the resource, such as `/v3/voices`. */
  path: string;
  /** Name of the array in the list. */
  listName: string;
  prefix: string;
  /** Returns a body that creates a resource; called once for each. */
  body(api: ApiHarness, key: string): Promise<Record<string, unknown>>;
  /** Fields of the response to `body`, besides those of every resource. */
  shows: Record<string, unknown>;
  /** Rejected bodies, with the status and the path of the first fault. */
  invalid: [what: string, body: Record<string, unknown>, status: number, path: string][];
  update?: { method: 'PATCH' | 'PUT'; body: Record<string, unknown>; shows: Record<string, unknown> };
  /** Fields that only the response to `POST` has, such as a secret. */
  shownOnce?: string[];
  /** Fields that `PATCH` unsets with `null`. */
  unset?: string[];
  /** Texts that are always present: `PATCH` empties them with `null`. */
  emptied?: string[];
}

/** Declares tests of what all resources with a full life cycle have in common. Returns the API for further tests. */
export function describeResource(outcomes: ResourceOutcomes): () => ApiHarness {
  const { path, listName } = outcomes;
  let api: ApiHarness;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api?.close());

  async function create(options: { key?: string; client?: unknown } = {}) {
    const body = await outcomes.body(api, options.key ?? api.key);
    const sent = options.client === undefined ? body : { ...body, client: options.client };
    const answer = await api.call('POST', path, { body: sent, ...(options.key && { key: options.key }) });
    expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ id: expect.any(String) });
    return answer;
  }

  /** Removes the fields that only the response to `POST` has. */
  const afterwards = (body: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(body).filter(([name]) => !outcomes.shownOnce?.includes(name)));

  describe(`POST ${path}`, () => {
    test('201 answers the resource', async () => {
      const { status, body } = await create({ client: 'acme' });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        ...outcomes.shows,
        id: expect.stringMatching(new RegExp(`^${outcomes.prefix}_[0-9a-z]{26}$`)),
        organizationId: api.organizationId,
        client: 'acme',
      });
      expect(new Date(body.createdAt).toISOString()).toBe(body.createdAt);
      expect(body.updatedAt).toBe(body.createdAt);
    });
    test('what has no value is left out, and null may be sent for it', async () => {
      const { body } = await create({ client: null });
      expect(body).not.toHaveProperty('client');
      expect(Object.values(body)).not.toContain(null);
    });
    test.each(outcomes.invalid)('%s is refused', async (_what, body, status, faultPath) => {
      expectProblem(await api.call('POST', path, { body }), status, faultPath);
    });
    test('an unknown property is refused with the nearest name', async () => {
      const body = await outcomes.body(api, api.key);
      const answer = await api.call('POST', path, { body: { ...body, cleint: 'x' } });
      const problem = expectProblem(answer, 400, 'cleint');
      expect(problem.detail).toContain('did you mean `client`?');
    });
  });

  describe(`GET ${path}/{id}`, () => {
    test('200 answers what was created', async () => {
      const { body } = await create();
      expect(await api.call('GET', `${path}/${body.id}`)).toMatchObject({
        status: 200,
        body: afterwards(body),
      });
    });
    test('404 for one that never was', async () => {
      expectProblem(await api.call('GET', `${path}/${outcomes.prefix}_nothing`), 404);
    });
  });

  describe("another organization's", () => {
    test('404 for reading, changing and deleting; it is in no list', async () => {
      const other = await api.createOrganization();
      const { id } = (await create({ key: other.key })).body;
      expectProblem(await api.call('GET', `${path}/${id}`), 404);
      expectProblem(await api.call('DELETE', `${path}/${id}`), 404);
      if (outcomes.update) {
        const { method, body } = outcomes.update;
        expectProblem(await api.call(method, `${path}/${id}`, { body }), 404);
      }
      const list = await api.call('GET', `${path}?take=50`);
      expect(list.body[listName].map((row: { id: string }) => row.id)).not.toContain(id);
      expect((await api.call('GET', `${path}/${id}`, { key: other.key })).status).toBe(200);
    });
  });

  describe(`GET ${path}`, () => {
    test('pages, newest first, counting what the filter matches', async () => {
      const client = `pages-${outcomes.prefix}`;
      const ids: string[] = [];
      for (let i = 0; i < 3; i++) ids.unshift((await create({ client })).body.id);
      const first = await api.call('GET', `${path}?client=${client}&take=2`);
      expect(first).toMatchObject({ status: 200, body: { skip: 0, take: 2, total: 3 } });
      const second = await api.call('GET', `${path}?client=${client}&take=2&skip=2`);
      expect(second.body).toMatchObject({ skip: 2, take: 2, total: 3 });
      const listed = [...first.body[listName], ...second.body[listName]].map((row: { id: string }) => row.id);
      expect(listed).toEqual(ids);
      expect((await api.call('GET', `${path}?client=nobody`)).body).toMatchObject({
        total: 0,
        [listName]: [],
      });
      expect((await api.call('GET', path)).body).toMatchObject({ skip: 0, take: 20 });
    });
    test.each(['take=0', 'take=51', 'skip=-1', 'take=x', 'take=1.5'])('400 for %s', async (query) => {
      expectProblem(await api.call('GET', `${path}?${query}`), 400, `query.${query.split('=')[0]}`);
    });
  });

  if (outcomes.update) {
    const { method, body: change, shows } = outcomes.update;
    describe(`${method} ${path}/{id}`, () => {
      test('200 changes it; read-only fields sent back are ignored', async () => {
        const { body: before } = await create();
        const readOnly = { id: 'x', organizationId: 'y', createdAt: 'z', updatedAt: 0 };
        api.advance(1);
        const answer = await api.call(method, `${path}/${before.id}`, { body: { ...change, ...readOnly } });
        expect(answer).toMatchObject({
          status: 200,
          body: { ...shows, id: before.id, createdAt: before.createdAt },
        });
        expect(answer.body.updatedAt > before.updatedAt).toBe(true);
        expect((await api.call('GET', `${path}/${before.id}`)).body).toEqual(answer.body);
      });
      test('what was read can be sent back and changes nothing', async () => {
        const { id } = (await create({ client: 'acme' })).body;
        const { body: before } = await api.call('GET', `${path}/${id}`);
        const answer = await api.call(method, `${path}/${id}`, { body: before });
        expect({ ...answer.body, updatedAt: before.updatedAt }, JSON.stringify(answer.body)).toEqual(before);
      });
      test('404 for one that never was, 400 for an unknown property', async () => {
        expectProblem(await api.call(method, `${path}/${outcomes.prefix}_nothing`, { body: change }), 404);
        const { body: before } = await create();
        const answer = await api.call(method, `${path}/${before.id}`, { body: { ...change, nonsense: 1 } });
        expectProblem(answer, 400, 'nonsense');
      });
      if (method === 'PATCH') {
        test('what is left out stays, null unsets', async () => {
          const { body: before } = await create({ client: 'acme' });
          const untouched = await api.call(method, `${path}/${before.id}`, { body: {} });
          expect({ ...untouched.body, updatedAt: before.updatedAt }).toEqual(afterwards(before));
          for (const field of ['client', ...(outcomes.unset ?? [])]) {
            const answer = await api.call(method, `${path}/${before.id}`, { body: { [field]: null } });
            expect(answer.status).toBe(200);
            expect(answer.body).not.toHaveProperty(field);
          }
          for (const field of outcomes.emptied ?? []) {
            const answer = await api.call(method, `${path}/${before.id}`, { body: { [field]: null } });
            expect(answer).toMatchObject({ status: 200, body: { [field]: '' } });
          }
        });
      }
    });
  }

  describe(`DELETE ${path}/{id}`, () => {
    test('200 answers what was deleted, then it is gone', async () => {
      const { body } = await create();
      expect(await api.call('DELETE', `${path}/${body.id}`)).toMatchObject({
        status: 200,
        body: { id: body.id },
      });
      expectProblem(await api.call('GET', `${path}/${body.id}`), 404);
      expectProblem(await api.call('DELETE', `${path}/${body.id}`), 404);
    });
  });

  return () => api;
}
