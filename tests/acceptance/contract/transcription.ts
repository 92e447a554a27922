import { expect, test } from 'vitest';
import { cells, LINES, proveRows, tableBelow } from './sentences.ts';
import {
  type Field,
  type Fields,
  type FieldType,
  OPERATIONS,
  PROVIDERS,
  REQUEST_MODELS,
  RESOURCES,
  RESPONSE_MODELS,
  RESPONSE_VOICES,
  type ResourceName,
  VOICE_NAMES,
} from './specification.ts';

/** Whether the specification's words for a type mean this type. */
function isCalled(type: FieldType, words: string): boolean {
  if (typeof type === 'string') {
    if (type === 'url') return words === 'string (URL)';
    if (type === 'object') return /^object( \(free-form\))?$/.test(words);
    return new RegExp(`^${type}\\b|in requests, ${type} in responses`).test(words);
  }
  if ('enum' in type) return words.startsWith('enum');
  if ('resource' in type) return words === type.resource;
  if ('arrayOf' in type) return words === `array of ${type.arrayOf}`;
  return words.startsWith('object');
}

/** Returns the field names of a row, which may have several, such as `startedAt, endedAt`. */
const namesIn = (row: string) => cells(row)[0]!.split(', ');

function expectTable(rows: readonly string[], fields: Fields, requiredColumn?: number): void {
  expect(rows.flatMap(namesIn)).toEqual(Object.keys(fields));
  for (const row of rows) {
    for (const name of namesIn(row)) {
      const field = fields[name] as Field;
      expect(isCalled(field.type, cells(row)[1]!), `${row} and ${JSON.stringify(field)}`).toBe(true);
      if (requiredColumn !== undefined)
        expect(field.required ?? false, row).toBe(/^(yes|required)/.test(cells(row)[requiredColumn]!));
    }
  }
  proveRows(rows);
}

const TABLES: Partial<Record<ResourceName, { heading: string; required?: number }>> = {
  HealthResponse: { heading: '### HealthResponse', required: 2 },
  KnowledgeBase: { heading: '### KnowledgeBase' },
  KnowledgeBaseDocument: { heading: '### KnowledgeBaseDocument' },
  Voice: { heading: '### Voice' },
  Brain: { heading: '### Brain' },
  Face: { heading: '### Face' },
  Conversation: { heading: '### Conversation' },
  Avatar: { heading: '### Avatar (v1)', required: 2 },
  Agent: { heading: '### Agent (v1)', required: 2 },
  Session: { heading: '### Session (v1)' },
};

const quoted = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, name]) => name!);
const bodyOf = (name: string) => OPERATIONS.find((operation) => operation.name === name)!.body!;

/** Tests that the data matches the document: its tables row by row, its sentences name by name. */
export function transcriptionTests(): void {
  test.each(Object.entries(TABLES))('the table of %s is transcribed', (name, { heading, required }) => {
    expectTable(tableBelow(heading), RESOURCES[name as ResourceName], required);
  });

  test('the table of operations is transcribed', () => {
    const rows = tableBelow('All paths are relative');
    const transcribed = OPERATIONS.map(({ name, method, path, auth, success }) => [
      name,
      `${method} \`${path}\``,
      auth,
      success ? String(success) : '-',
    ]);
    expect(transcribed).toEqual(rows.map(cells));
    proveRows(rows);
  });

  test.each(['Start session', 'Start session with a pass'])('the table of %s is transcribed', (name) => {
    const rows = tableBelow(`**${name}.**`);
    expectTable(rows, bodyOf(name), 2);
    for (const row of rows) {
      const [field, , , notes] = cells(row) as [string, string, string, string];
      const { type } = bodyOf(name)[field]!;
      if (typeof type === 'object' && 'fields' in type)
        expect(Object.keys(type.fields), row).toEqual(expect.arrayContaining(quoted(notes)));
    }
  });

  test('every other name in a payload shape is transcribed, and no name is invented', () => {
    const shapes = LINES.filter((line) => /^\*\*.+\.\*\*/.test(line));
    for (const { name, body, query, answer } of OPERATIONS) {
      const shape = shapes.find((line) => line.startsWith(`**${name}.**`));
      // The specification gives no response shape for the usage operation.
      if (!shape) {
        expect({ name, answer }).toEqual({ name: 'Per-user billing cycle usage', answer: undefined });
        continue;
      }
      const [asked = '', answered = ''] = shape.split('Response:');
      const sent = quoted(asked).filter((each) => each !== 'id');
      const taken = Object.keys({ ...body, ...query });
      // If a table follows, or "the Agent request fields" replace a list, other tests compare those fields.
      if (/Body: `|Query/.test(asked)) expect(taken, name).toEqual(sent);
      else expect(taken, name).toEqual(expect.arrayContaining(sent));
      expect(Object.keys(answer!), name).toEqual(expect.arrayContaining(quoted(answered)));
    }
  });

  test('the enums are transcribed', () => {
    const line = LINES.find((each) => each.startsWith('Voice names (enum, exact): '))!;
    expect(line.slice(line.indexOf(': ') + 2, -1).split(', ')).toEqual([...VOICE_NAMES]);
    const notes = (name: string) =>
      tableBelow('### Agent (v1)')
        .map(cells)
        .find(([each]) => each === name)![2]!;
    const values = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map(([, value]) => value);
    expect(values(notes('provider'))).toEqual([...PROVIDERS]);
    expect(values(notes('model'))).toEqual([...REQUEST_MODELS, ...RESPONSE_MODELS]);
    expect(notes('voice').split('response also: ')[1]!.split(', ')).toEqual([...RESPONSE_VOICES]);
  });

  test('a request for an agent has the fields of its table that are not of answers alone', () => {
    const ofAnswers = ['id', 'organizationId', 'createdAt', 'updatedAt'];
    const ofRequests = Object.keys(RESOURCES.Agent).filter((name) => !ofAnswers.includes(name));
    expect(Object.keys(bodyOf('Create agent'))).toEqual(ofRequests);
    const row = tableBelow('### Agent (v1)').find((each) => each.startsWith('| client |'))!;
    expect(cells(row)[1]).toBe('object in requests, string in responses');
    expect(bodyOf('Create agent').client!.type).toBe('object');
    const inSession = bodyOf('Start session').agent!.type as { fields: Fields };
    expect(Object.keys(inSession.fields)).toEqual([...ofRequests, 'id']);
  });
}
