import assert from 'node:assert/strict';
import { callApi } from '../../support/hostile/call-api.ts';
import { defineScenario } from '../../support/hostile/scenario.ts';
import { TEST_API_KEY } from '../../support/service.ts';

const headers = { 'x-api-key': TEST_API_KEY };

/** Nested sections over ten items each, with the given number of levels. */
const nested = (levels: number) => `${'{{#items}}'.repeat(levels)}x${'{{/items}}'.repeat(levels)}`;

const TEMPLATES: Record<string, string> = {
  sections: nested(8),
  'more sections': nested(12),
  'sections in a row': '{{#a}}{{/a}}'.repeat(8_000),
  'inverted sections': '{{^a}}x{{/a}}'.repeat(7_000),
  partials: '{{> a}}'.repeat(10_000),
  delimiters: '{{=<% %>=}}<%={{ }}=%>'.repeat(4_000),
  'never closed': '{{'.repeat(50_000),
  'never closed, with spaces': `{{x${' '.repeat(99_990)}}`,
  braces: '{'.repeat(100_000),
  'a long name': `{{${'a.'.repeat(49_000)}a}}`,
};

export const scenario = defineScenario({
  title: 'a template whose cost grows with the data is refused, and what it comes to is bounded',
  memoryMiB: 300,
  async attack({ url }) {
    const refused: Record<string, number> = {};
    for (const [name, instructions] of Object.entries(TEMPLATES)) {
      const body = JSON.stringify({ instructions });
      refused[name] = (await callApi(url, 'POST', '/v3/brains', { headers, body })).status;
    }
    const start = async (instructions: string, templateVars: object) => {
      const body = JSON.stringify({
        name: 'A bomb',
        avatar: { identity: 'maya', name: 'Maya' },
        agent: { provider: 'gemini', instructions },
        consumerIdentity: { identity: 'ada' },
        templateVars,
      });
      return (await callApi(url, 'POST', '/v1/sessions', { headers, body })).status;
    };
    const items = Array.from({ length: 30 }, () => ({ items: [] }));
    return {
      ...refused,
      'in a session': await start(nested(8), { items }),
      'one long value, many times': await start('{{x}}'.repeat(500), { x: 'y'.repeat(900_000) }),
      'a value within bounds, many times': await start('{{x}}'.repeat(20_000), { x: 'y'.repeat(90_000) }),
      'many small objects': await start('{{x}}'.repeat(20_000), {
        x: Array.from({ length: 4_000 }, () => 1),
      }),
    };
  },
  check(statuses) {
    const wrong = Object.entries(statuses).filter(([, status]) => status !== 422);
    assert.deepEqual(wrong, []);
  },
});
