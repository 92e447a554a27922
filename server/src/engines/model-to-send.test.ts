import { describe, expect, it } from 'vitest';
import { modelToSend } from './model-to-send.ts';
import { voiceToSend } from './provider.ts';
import { PROVIDERS } from './providers.ts';

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
  it('is the one of the request, else the one of the operator, else the default', () => {
    const now = at('2026-11-22');
    expect(modelToSend(OFFER, { requested: 'live-2', configured: 'mine' }, now)).toEqual({ model: 'live-2' });
    expect(modelToSend(OFFER, { configured: 'mine' }, now)).toEqual({ model: 'mine' });
    expect(modelToSend(OFFER, {}, now)).toEqual({ model: 'live-1' });
    expect(modelToSend(OFFER, { requested: 'models/local/whatever' }, now)).toEqual({
      model: 'local/whatever',
    });
    expect(() => modelToSend(OFFER, { requested: 'other-1' }, now)).toThrow('not one of the provider acme');
  });

  it('is the successor from the day on which the vendor shuts a model down', () => {
    expect(modelToSend(OFFER, {}, at('2027-01-19'))).toEqual({ model: 'live-1' });
    expect(modelToSend(OFFER, {}, at('2027-01-20'))).toEqual({ model: 'live-2', replaces: 'live-1' });
    expect(modelToSend(OFFER, { requested: 'live-1' }, at('2029-01-01'))).toEqual({
      model: 'live-3',
      replaces: 'live-1',
    });
  });

  it('is the successor of a model that is gone, whatever the day', () => {
    const answer = modelToSend(OFFER, { requested: 'gone' }, at('2026-01-01'));
    expect(answer).toEqual({ model: 'live-1', replaces: 'gone' });
  });

  it('stays where the vendor names no successor, and never runs in a circle', () => {
    expect(modelToSend(OFFER, { requested: 'old' }, at('2029-01-01'))).toEqual({ model: 'old' });
    const models = [
      { name: 'a', retiresAt: '2020-01-01', successor: 'b' },
      { name: 'b', retiresAt: '2020-01-01', successor: 'a' },
    ];
    expect(() => modelToSend({ id: 'acme', models }, { requested: 'a' }, at('2026-01-01'))).toThrow('circle');
  });
});

describe.each(PROVIDERS)('the descriptor of $name', (provider) => {
  it('names settings of its own, an address, and defaults that it offers', async () => {
    const prefix = `${provider.id.toUpperCase()}_`;
    const { options = {}, ...names } = provider.settings;
    for (const name of [...Object.values(names), ...Object.values(options).map((option) => option.name)])
      expect(name.startsWith(prefix)).toBe(true);
    expect(provider.keySetting).toBe(provider.settings.apiKey);
    expect(new URL(provider.home).protocol).toBe('https:');
    expect(await provider.load()).toBeTypeOf('function');
    if (provider.capabilities.remoteAgent) return;
    expect(provider.voices).toContain(provider.defaultVoice);
    expect(voiceToSend(provider, { voice: 'a-voice-of-next-year' } as never)).toBe('a-voice-of-next-year');
    expect(voiceToSend(provider, {} as never)).toBe(provider.defaultVoice);
    expect(provider.models.map(({ name }) => name)).toContain(provider.defaultModel);
  });

  it('follows every model to one that the vendor keeps', () => {
    const days = provider.models.flatMap(({ retiresAt }) => retiresAt ?? []);
    for (const day of days) expect(day).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    for (const { name } of provider.models)
      expect(modelToSend(provider, { requested: name }, at('2040-01-01')).model).not.toBe('');
  });
});
