import { DomainError } from '@visavis/server/dist/domain/errors.js';
import { createClientTokens } from '@visavis/server/dist/domain/organizations/client-tokens.js';
import type { FuzzTarget } from '../fuzz-target.ts';

const tokens = createClientTokens(new Uint8Array(32), () => new Date(1_700_000_000_000));
const mint = async (more: object) => (await tokens.mint('org_1', { user: 'uma', ...more })).token;

export const target: FuzzTarget = {
  about: "client tokens that a visitor's page sends (JWT)",
  covers: ['/organizations/client-tokens.js', '/jose/dist/'],
  seeds: [await mint({}), await mint({ client: 'c', character: 'char_1' }), await mint({ embed: 'emb_1' })],
  tokens: '. eyJhbGciOiJub25lIn0 e30 .. = bnVsbA',
  declares: [DomainError],
  read: (input) => tokens.verify(input.toString()),
};
