import { readFile, writeFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { useApi } from '../support/api-harness.ts';
import { type Example, storyPorts, tellExampleStory } from '../support/example-story.ts';
import { CATALOGUE } from '../support/inside.ts';
import { entryOf, startModelMirror } from '../support/model-mirror.ts';
import { makeTimeless } from '../support/timeless.ts';
import { useStarted } from '../support/use-service.ts';

const FILE = new URL('../../../server/openapi/examples.json', import.meta.url);

const mirror = useStarted(startModelMirror, (it) => it.close());
const api = useApi(() => {
  const catalogue = CATALOGUE.filter(({ name }) =>
    ['runtime', 'whisper-base', 'smollm2-135m'].includes(name),
  ).map((entry) =>
    entryOf(entry.name, { ...entry, files: entryOf(entry.name).files, needs: entry.needs.slice(0, 1) }),
  );
  return { webhooksToPrivate: true, models: { catalogue, mirror: mirror.url }, wrapPorts: storyPorts };
});
let examples: Map<string, Example>;
beforeAll(async () => {
  examples = await tellExampleStory(api, mirror);
});

test("the examples of the documentation match the service's answers", async () => {
  const told = makeTimeless(Object.fromEntries([...examples].toSorted(([a], [b]) => a.localeCompare(b))));
  if (process.env.VISAVIS_TEST_WRITE_EXAMPLES) await writeFile(FILE, `${JSON.stringify(told, null, 2)}\n`);
  expect(told, 'to accept a change: npm run examples').toEqual(JSON.parse(await readFile(FILE, 'utf8')));
});

test('every operation has an example in the OpenAPI document', async () => {
  const { paths } = (await api.call('GET', '/openapi.json', { key: null })).body;
  const operations = Object.values<Record<string, Operation>>(paths).flatMap((methods) =>
    Object.values(methods),
  );
  for (const { operationId, requestBody, responses } of operations) {
    expect(examples.has(operationId.replace(/V1$/, '')), operationId).toBe(true);
    const [, success] = Object.entries(responses).find(([code]) => code.startsWith('2'))!;
    for (const content of Object.values(success.content))
      expect(content, operationId).toHaveProperty('example');
    if (requestBody) {
      const shown = Object.values(requestBody.content).filter((content) => 'example' in content);
      expect(shown, operationId).toHaveLength(1);
    }
  }
});

interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, object> };
  responses: Record<string, { content: Record<string, object> }>;
}
