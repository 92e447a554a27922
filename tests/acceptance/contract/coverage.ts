import { expect, test } from 'vitest';
import type { ContractRun } from './contract-run.ts';
import { unproven } from './sentences.ts';
import { type Fields, OPERATIONS, RESOURCES } from './specification.ts';

/** Returns the paths of all fields that a body may have, such as `avatar` and `avatar.identity`. */
function pathsOf(fields: Fields, prefix = ''): string[] {
  return Object.entries(fields).flatMap(([name, { type }]) => [
    prefix + name,
    ...(typeof type === 'object' && 'fields' in type ? pathsOf(type.fields, `${prefix}${name}.`) : []),
  ]);
}

/** Tests that nothing in the specification is left out. Must come last: it checks what other tests have recorded. */
export function coverageTests(run: () => ContractRun): void {
  test('every operation was called and answered with the success that is specified', () => {
    for (const { name, success } of OPERATIONS) {
      const statuses = [...(run().recorder.answered.get(name) ?? [])];
      expect(statuses, name).toEqual([success ?? expect.any(Number)]);
    }
  });

  test('every field that an operation takes was sent and accepted', () => {
    const missing = OPERATIONS.flatMap(({ name, body, query }) => {
      const sent = run().recorder.sent.get(name) ?? new Set();
      return pathsOf({ ...body, ...query })
        .filter((path) => !sent.has(path))
        .map((path) => `${name}: ${path}`);
    });
    expect(missing).toEqual([]);
  });

  test('every field of every resource and answer was seen in an answer', () => {
    const shapes: [string, Fields][] = [
      ...Object.entries(RESOURCES),
      ...OPERATIONS.flatMap(({ name, answer }): [string, Fields][] => (answer ? [[name, answer]] : [])),
    ];
    const missing = shapes.flatMap(([name, fields]) => {
      const seen = run().recorder.seen(fields);
      return Object.keys(fields)
        .filter((field) => !seen.has(field))
        .map((field) => `${name}.${field}`);
    });
    expect(missing).toEqual([]);
  });

  test('no answer contradicted the specification', () =>
    expect([...new Set(run().recorder.contradictions)]).toEqual([]));

  test('every sentence of the specification was proven', () => expect(unproven()).toEqual([]));
}
