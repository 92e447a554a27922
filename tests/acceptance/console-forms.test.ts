import { expect, test } from 'vitest';
import { readConsoleForms } from '../support/console-forms.ts';

const { BODIES, LAYOUTS, fieldsOf } = await readConsoleForms();

test.each(Object.entries(LAYOUTS))(
  'the form of %s has every field of the contract, or gives the reason for leaving it out',
  (form, { groups, switches = {}, lines = [], rows = {}, sentences = [], addresses = [], leftOut }) => {
    const fields = fieldsOf(BODIES[form]!);
    const named = Object.values(groups).flat(2);
    for (const [name, { kind }] of Object.entries(fields)) {
      if (name.includes('.')) continue;
      // Fields of a simple type appear automatically; others need a control and a place in the layout.
      const isShown = kind !== 'other' || named.includes(name);
      expect(isShown || name in leftOut, `${form}.${name}`).toBe(true);
    }
    for (const name of [
      ...named,
      ...Object.keys(leftOut),
      ...Object.keys({ ...switches, ...rows }),
      ...lines,
      ...sentences,
      ...addresses,
    ])
      expect(fields, `${form}.${name}`).toHaveProperty([name]);
    expect(named.filter((name) => name in leftOut)).toEqual([]);
    for (const reason of Object.values(leftOut)) expect(reason.length).toBeGreaterThan(10);
  },
);
