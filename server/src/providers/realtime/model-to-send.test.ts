import { describe, expect, it } from 'vitest';
import { modelToSend } from './model-to-send.ts';

const OFFER = {
  id: 'acme',
  foreignModels: /^other/,
  defaultModel: 'live-1',
  models: [
    { name: 'live-1', retiresAt: '2027-01-20', successor: 'live-2' },
    { name: 'live-2', retiresAt: '2028-01-20', successor: 'live-3' },
    { name: 'old', retiresAt: '2026-01-01' },
    { name: 'gone', successor: 'live-1' },
  ],
};
const at = (day: string) => Date.parse(`${day}T12:00:00Z`);

describe('the model that is named to a vendor', () => {
  it("is that of the request, else the operator's, else the default", () => {
    const now = at('2026-11-22');
    expect(modelToSend(OFFER, { requested: 'live-2', configured: 'mine' }, now)).toEqual({ model: 'live-2' });
    expect(modelToSend(OFFER, { configured: 'mine' }, now)).toEqual({ model: 'mine' });
    expect(modelToSend(OFFER, {}, now)).toEqual({ model: 'live-1' });
    expect(modelToSend(OFFER, { requested: 'models/local/whatever' }, now)).toEqual({
      model: 'local/whatever',
    });
    expect(() => modelToSend(OFFER, { requested: 'other-1' }, now)).toThrow(
      'the provider acme does not have the model other-1',
    );
  });

  it('is the successor from the day on which the vendor shuts a model down', () => {
    expect(modelToSend(OFFER, {}, at('2027-01-19'))).toEqual({ model: 'live-1' });
    expect(modelToSend(OFFER, {}, at('2027-01-20'))).toEqual({ model: 'live-2', replaces: 'live-1' });
    expect(modelToSend(OFFER, { requested: 'live-1' }, at('2029-01-01'))).toEqual({
      model: 'live-3',
      replaces: 'live-1',
    });
  });

  it('stays if the vendor names no successor, and never runs in a circle', () => {
    expect(modelToSend(OFFER, { requested: 'old' }, at('2029-01-01'))).toEqual({ model: 'old' });
    const models = [
      { name: 'a', retiresAt: '2020-01-01', successor: 'b' },
      { name: 'b', retiresAt: '2020-01-01', successor: 'a' },
    ];
    expect(() => modelToSend({ id: 'acme', models }, { requested: 'a' }, at('2026-01-01'))).toThrow('cycle');
  });
});
