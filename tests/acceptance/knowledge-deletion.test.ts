/** Tests that deleted knowledge is gone for every reader at once, and its rows and files soon after, by jobs. */
import { expect, test } from 'vitest';
import { ADMIN_TOKEN, type ApiHarness, startApi, useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';

const api = useApi();
const QUESTION = 'When does the museum open?';
const TABLES = [
  'passages',
  'passage_embeddings',
  'knowledge_indexes',
  'knowledge_lexemes',
  'knowledge_words',
] as const;

/** An organization with what it does in this file. */
async function organization(of: ApiHarness, fields?: Record<string, unknown>) {
  const { id: organizationId, key } = await of.createOrganization(fields);
  const call = (method: string, path: string, body?: object) =>
    of.call(method, path, { key, ...(body && { body }) });
  return {
    organizationId,
    call,
    makeBase: async (): Promise<string> =>
      (await call('POST', '/v3/knowledge-bases', { name: 'Museum' })).body.id,
    /** Adds an indexed document of two passages, which begin with `beginning`. */
    add: async (kb: string, beginning: string) => {
      const path = `/v3/knowledge-bases/${kb}/documents`;
      const added = (await call('POST', path, { name: 'hours.txt', mimeType: 'text/plain' })).body;
      const { pathname, search } = new URL(added.uploadUrl);
      const headers = { 'content-type': 'text/plain' };
      const content = Buffer.alloc(60, 'x');
      const upload = () => of.call('PUT', pathname + search, { key: null, body: content, headers });
      const { status } = await upload();
      if (status !== 200) return { status, path: '', upload };
      await call('PATCH', `${path}/${added.document.id}/index`);
      const texts = [`${beginning} the museum opens at nine.`, `${beginning} it costs two euros.`];
      await of.index(
        kb,
        texts.map((text) => ({ text })),
      );
      const table = 'passage_embeddings (passage_id, knowledge_base_id, vector, model)';
      await of.database.pool.query(
        `insert into ${table} select id, $1, '\\x00', 'm' from passages where document_id = $2`,
        [kb, added.document.id],
      );
      return { status, path: `${path}/${added.document.id}`, upload };
    },
    /** Starts a conversation that answers from the knowledge base. */
    converse: async (kb: string) => {
      const [avatar] = (await call('GET', '/v1/avatars')).body.avatars;
      return call('POST', '/v1/sessions', {
        name: 'x',
        avatar: { id: avatar.id },
        knowledgeBase: { id: kb },
        consumerIdentity: { identity: 'u' },
      });
    },
    /** Returns the texts that the API finds. */
    found: async (kb: string): Promise<string[]> => {
      const query = `query=${encodeURIComponent(QUESTION)}`;
      const { passages } = (await call('GET', `/v3/knowledge-bases/${kb}/passages?${query}`)).body;
      return passages.map(({ text }: { text: string }) => text);
    },
  };
}

/** Returns how many rows of each table a knowledge base has. */
async function rowsOf(of: ApiHarness, kb: string): Promise<number[]> {
  const counts = TABLES.map(async (table) => {
    const text = `select count(*)::int as n from ${table} where knowledge_base_id = $1`;
    return (await of.database.pool.query<{ n: number }>(text, [kb])).rows[0]!.n;
  });
  return Promise.all(counts);
}
const NONE = TABLES.map(() => 0);

test('deleted documents and knowledge bases are gone for every reader at once, and their rows and files after the jobs', async () => {
  const { call, makeBase, add, converse, found } = await organization(api, { limits: { storedBytes: 150 } });
  const blobs = await api.countBlobs();
  const [kb, other] = [await makeBase(), await makeBase()];
  const first = await add(kb, 'On Mondays');
  await add(kb, 'On Sundays');
  expect(await add(other, 'Elsewhere')).toMatchObject({ status: 402 });
  const { id } = (await converse(kb)).body.session;
  const before = await rowsOf(api, kb);
  const ofSundays = ['On Sundays the museum opens at nine.'];
  expect(await found(kb)).toContain('On Mondays the museum opens at nine.');

  expect((await call('DELETE', first.path)).status).toBe(200);
  expect(await found(kb)).toEqual(ofSundays);
  expect(await api.ask(id, QUESTION)).toEqual(ofSundays);
  const embeddings = `/v3/knowledge-bases/${kb}/embeddings`;
  expect((await call('GET', embeddings)).body).toMatchObject({ passages: 2 });
  expect((await call('GET', `/v1/knowledge-bases/${kb}`)).body.documents).toHaveLength(1);
  for (const [method, path] of [
    ['GET', `${first.path}/passages`],
    ['PATCH', `${first.path}/index`],
    ['DELETE', first.path],
  ] as const)
    expectProblem(await call(method, path), 404);
  expectProblem(await first.upload(), 404);
  // Its bytes are free again.
  expect(await add(other, 'Elsewhere')).toMatchObject({ status: 200 });
  const elsewhere = await rowsOf(api, other);

  expect((await call('DELETE', `/v1/knowledge-bases/${kb}`)).status).toBe(200);
  expect(await api.ask(id, QUESTION)).toEqual([]);
  expectProblem(await call('GET', `/v3/knowledge-bases/${kb}`), 404);
  expectProblem(await call('GET', embeddings), 404);
  expectProblem(await converse(kb), 422);
  expect((await call('GET', '/v3/knowledge-bases')).body).toMatchObject({ total: 1, items: [{ id: other }] });
  expect((await call('POST', '/v3/knowledge-bases', { name: 'Museum' })).status).toBe(201);

  // No request has deleted any of them.
  expect(await rowsOf(api, kb)).toEqual(before);
  expect(await api.countBlobs()).toBe(blobs + 3);
  await api.startDeletions();
  await expect.poll(() => rowsOf(api, kb)).toEqual(NONE);
  await expect.poll(() => api.countBlobs()).toBe(blobs + 1);
  expect(await rowsOf(api, other)).toEqual(elsewhere);
  expect(await found(other)).toEqual(['Elsewhere the museum opens at nine.']);
});

test('once an organization is deleted, nothing is left of its knowledge, including what it had just deleted', async () => {
  // No jobs run here.
  const alone = await startApi({ ownDatabase: true });
  try {
    const { organizationId, call, makeBase, add } = await organization(alone);
    const [kept, deleted] = [await makeBase(), await makeBase()];
    const { path } = await add(kept, 'On Mondays');
    await add(kept, 'On Sundays');
    await add(deleted, 'Elsewhere');
    await call('DELETE', path);
    await call('DELETE', `/v3/knowledge-bases/${deleted}`);
    expect(await rowsOf(alone, deleted)).not.toEqual(NONE);
    const answer = await alone.call('DELETE', `/admin/organizations/${organizationId}`, {
      bearer: ADMIN_TOKEN,
    });
    expect(answer.status).toBe(200);
    for (const kb of [kept, deleted]) expect(await rowsOf(alone, kb)).toEqual(NONE);
    expect(await alone.countBlobs()).toBe(0);
  } finally {
    await alone.close();
  }
});
