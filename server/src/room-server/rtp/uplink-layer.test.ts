import { expect, test } from 'vitest';
import { UplinkLayer } from './uplink-layer.ts';

test('a publisher that skips nearly all its packets is asked for only a few of them', () => {
  const layer = new UplinkLayer({ ssrc: 1, spatial: 0, rid: undefined, clockRate: 90_000, nack: true });
  let asked = 0;
  for (let packet = 0; packet < 300; packet++) {
    layer.handlePacket((packet * 199) & 0xffff, 0, 100, packet);
    asked = Math.max(asked, layer.takeNacks(packet * 1_000).length);
  }
  expect(asked).toBeGreaterThan(100);
  expect(asked).toBeLessThan(1_300);
});
