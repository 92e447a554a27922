import { expect } from 'vitest';
import type { ContractRun } from './contract-run.ts';
import { LINES, specified } from './sentences.ts';

/**
 * Tests the conventions that apply to all operations. The recorder checks every response; these tests run after
 * all tests that send requests.
 */
export function conventionTests(run: () => ContractRun): void {
  specified(
    'Conventions: identifiers are strings. Timestamps are ISO 8601 date-time strings. Every resource returned to an organization carries `organizationId` (string).',
    () => {
      expect(run().recorder.contradictions).toEqual([]);
      expect(run().recorder.answered.size).toBeGreaterThan(0);
    },
  );

  specified(
    [
      'Resources carry an optional `client` string.',
      "Its purpose is to segment resources by the caller's own client.",
    ],
    async () => {
      const { visavis } = run();
      const lists = {
        '/v3/knowledge-bases': (client?: string) =>
          visavis.post('/v3/knowledge-bases', { body: { name: 'x', ...(client && { client }) } }),
        '/v3/voices': (client?: string) =>
          visavis.post('/v3/voices', { body: { ...(client && { client }) } }),
        '/v3/brains': (client?: string) =>
          visavis.post('/v3/brains', { body: { instructions: 'x', ...(client && { client }) } }),
        '/v1/agents': (client?: string) =>
          visavis.post('/v1/agents', { body: { provider: 'gemini', ...(client && { client }) } }),
        '/v1/avatars': (client?: string) =>
          visavis.post('/v1/avatars', { body: { identity: 'maya', ...(client && { client }) } }),
      } as const;
      for (const [path, create] of Object.entries(lists)) {
        const mine = await create('segment-a');
        expect(mine.client).toBe('segment-a');
        await create('segment-b');
        expect(await create()).not.toHaveProperty('client');
        const listed: unknown[] = [];
        const query = { client: 'segment-a' };
        for await (const item of visavis.list(path as keyof typeof lists, { query })) listed.push(item);
        expect(listed, path).toEqual([mine]);
      }
    },
  );

  specified(LINES.find((line) => line.startsWith('Every list response carries'))!, async () => {
    const names = {
      '/v3/knowledge-bases': 'items',
      '/v3/faces': 'faces',
      '/v3/conversations': 'conversations',
      '/v1/avatars': 'avatars',
    };
    for (const [path, name] of Object.entries(names)) {
      const { body } = await run().sendJson('GET', `${path}?take=1`);
      // `nextCursor` is an addition to the specification, present if there is a next page.
      delete body.nextCursor;
      expect(Object.keys(body).sort()).toEqual(['skip', 'take', 'total', name].sort());
      expect(body).toMatchObject({ skip: 0, take: 1, total: expect.any(Number) });
      expect(body[name]).toHaveLength(1);
    }
  });

  specified(
    [
      'All request and response bodies are JSON.',
      'The service is a platform for live, conversational avatars. An organization uses it to:',
      'Both prefixes are served side by side.',
    ],
    () => {
      // The recorder notes a response that is not JSON as a contradiction. Operations of both prefixes were called.
      const prefixes = [...run().recorder.answered.keys()];
      expect(prefixes).toEqual(expect.arrayContaining(['Create voice', 'Create agent']));
      expect(run().recorder.contradictions).toEqual([]);
    },
  );
}
