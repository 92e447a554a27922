import { expect, it } from 'vitest';
import { describeOldNode } from './old-node.ts';

it.each(['20.19.0', '20.20.2', '21.7.3'])(
  'Node %s is past its end, and the line says what to use',
  (version) => {
    expect(describeOldNode(version)).toMatch(new RegExp(`^Node ${version} is past its end.*use Node 24\\.$`));
  },
);

it.each(['22.12.0', '24.21.0', '26.0.0'])('nothing is said about Node %s', (version) =>
  expect(describeOldNode(version)).toBeUndefined(),
);
