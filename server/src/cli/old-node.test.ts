import { expect, it } from 'vitest';
import { describeOldNode } from './old-node.ts';

it.each(['20.19.0', '20.20.2', '21.7.3'])(
  'Node %s has reached its end of life, and the line says what to use',
  (version) => {
    expect(describeOldNode(version)).toMatch(
      new RegExp(`^Node ${version} has reached its end of life.*use Node 24\\.$`),
    );
  },
);

it.each(['22.12.0', '24.21.0', '26.0.0'])('nothing is said about Node %s', (version) =>
  expect(describeOldNode(version)).toBeUndefined(),
);
