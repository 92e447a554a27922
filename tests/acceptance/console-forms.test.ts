import { expect, test } from 'vitest';
import { readConsoleForms } from '../support/console-forms.ts';

const { BODIES, LAYOUTS, fieldsOf } = await readConsoleForms();

test.each(Object.entries(LAYOUTS))(
  'the form of %s has every field of the contract, or gives the reason for leaving it out',
  (form, { groups, switches = {}, lines = [], rows = {}, sentences = [], addresses = [], omitted }) => {
    const fields = fieldsOf(BODIES[form]!);
    const named = Object.values(groups).flat(2);
    for (const [name, { kind }] of Object.entries(fields)) {
      if (name.includes('.')) continue;
      // Fields of a simple type appear automatically; others need a control and a place in the layout.
      const isShown = kind !== 'other' || named.includes(name);
      expect(isShown || name in omitted, `${form}.${name}`).toBe(true);
    }
    for (const name of [
      ...named,
      ...Object.keys(omitted),
      ...Object.keys({ ...switches, ...rows }),
      ...lines,
      ...sentences,
      ...addresses,
    ])
      expect(fields, `${form}.${name}`).toHaveProperty([name]);
    expect(named.filter((name) => name in omitted)).toEqual([]);
    for (const reason of Object.values(omitted)) expect(reason.length).toBeGreaterThan(10);
  },
);
