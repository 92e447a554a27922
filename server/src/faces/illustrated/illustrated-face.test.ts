import { loadImage } from '@napi-rs/canvas';
import { describe, expect, it } from 'vitest';
import { describeFace } from '../conformance.ts';
import { renderStill } from '../render-still.ts';
import { startFaceRenderer } from '../start-face-renderer.ts';
import { ILLUSTRATED_IDENTITIES, isIllustratedIdentity } from './identities.ts';
import { LOOKS } from './looks/looks.ts';

describeFace({
  name: 'illustrated',
  start: () => startFaceRenderer(),
  identity: () => ({ kind: 'illustrated', identity: 'daniel' }),
  mouth: { left: 0.38, top: 0.58, right: 0.62, bottom: 0.78 },
  eyes: { left: 0.32, top: 0.38, right: 0.68, bottom: 0.5 },
});

describe('illustrated identities', () => {
  it('has a look for every identity of the list, and nothing else', () => {
    expect(Object.keys(LOOKS).sort()).toEqual(ILLUSTRATED_IDENTITIES.map(({ id }) => id).sort());
    expect(isIllustratedIdentity('maya')).toBe(true);
    expect(isIllustratedIdentity('toString')).toBe(false);
  });

  it('refuses an identity that does not exist', async () => {
    const renderer = startFaceRenderer();
    const opening = renderer.open(
      { kind: 'illustrated', identity: 'nobody' },
      { width: 64, height: 64, fps: 25, seed: 1 },
    );
    await expect(opening).rejects.toThrow(/no illustrated identity "nobody"/);
    await renderer.close();
  });

  it('draws a still of each identity at any size, each different', async () => {
    const stills = new Set<string>();
    for (const { id } of ILLUSTRATED_IDENTITIES) {
      const still = await renderStill({ kind: 'illustrated', identity: id }, { width: 161, height: 120 });
      const picture = await loadImage(Buffer.from(still));
      expect([picture.width, picture.height]).toEqual([161, 120]);
      stills.add(Buffer.from(still).toString('base64'));
    }
    expect(stills.size).toBe(ILLUSTRATED_IDENTITIES.length);
  });
});
