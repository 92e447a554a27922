import { expect, test } from 'vitest';
import { Vp9Layers } from './vp9-layers.ts';

interface Part {
  spatial: number;
  temporal?: number;
  key?: boolean;
  up?: boolean;
  /** Whether the packet begins and ends a frame of its layer. */
  begins?: boolean;
  ends?: boolean;
}

/** A payload as libwebrtc writes it: 15 bits of picture id, layers, flexible mode. */
function payload({ spatial, temporal = 0, key = false, up = false, begins = true, ends = true }: Part) {
  const flags = 0xb0 | (key ? 0 : 0x40) | (begins ? 0x08 : 0) | (ends ? 0x04 : 0);
  return Buffer.from([flags, 0x86, 0x30, (temporal << 5) | (up ? 0x10 : 0) | (spatial << 1), 1, 2]);
}

function stage() {
  const layers = new Vp9Layers();
  const send = (timestamp: number, part: Part, marker: boolean, spatial: number, temporal: number) => {
    const bytes = payload(part);
    const packet = { bytes, payload: bytes, payloadType: 98, ssrc: 1, sequence: 0, timestamp, marker };
    return layers.select(packet, { spatial, temporal });
  };
  let timestamp = 0;
  /** Sends a picture of three layers. @returns those that arrive, with `!` after a marked one. */
  const show = (part: Omit<Part, 'spatial'>, spatial = 2, temporal = 2) => {
    timestamp += 3000;
    return [0, 1, 2].flatMap((layer) => {
      const chosen = send(timestamp, { ...part, spatial: layer }, layer === 2, spatial, temporal);
      return chosen === undefined ? [] : [`${layer}${chosen.marker ? '!' : ''}`];
    });
  };
  return { layers, send, show };
}

test('layers above the wanted one are left out at once, and the last of a picture is marked', () => {
  const { show, layers } = stage();
  expect(show({ key: true })).toEqual(['0', '1', '2!']);
  expect(show({})).toEqual(['0', '1', '2!']);
  expect(show({}, 1)).toEqual(['0', '1!']);
  expect(show({}, 0)).toEqual(['0!']);
  expect([layers.spatial, layers.wantsKeyframe]).toEqual([0, false]);
});

test('a larger layer is waited for until a key frame, which is wanted', () => {
  const { show, layers } = stage();
  show({ key: true }, 0);
  expect(layers.wantsKeyframe).toBe(false);
  expect(show({}, 2)).toEqual(['0!']);
  expect(layers.wantsKeyframe).toBe(true);
  expect(show({ key: true }, 2)).toEqual(['0', '1', '2!']);
  expect([layers.spatial, layers.wantsKeyframe]).toEqual([2, false]);
});

test('a wanted layer that nobody sends is no reason to ask for key frames', () => {
  const { send, layers } = stage();
  send(3000, { spatial: 0, key: true }, true, 2, 2);
  expect(send(6000, { spatial: 0 }, true, 2, 2)).toEqual({ marker: true, descriptor: undefined });
  expect(layers.wantsKeyframe).toBe(false);
});

test('a lower frame rate is had at once, a higher one where the publisher says that it can begin', () => {
  const { show } = stage();
  show({ key: true });
  expect(show({ temporal: 2 }, 2, 1)).toEqual([]);
  expect(show({ temporal: 1 }, 2, 1)).toHaveLength(3);
  expect(show({ temporal: 2 }, 2, 2)).toEqual([]);
  expect(show({ temporal: 2, up: true }, 2, 2)).toHaveLength(3);
});

test('within a picture nothing changes, and a late packet finds what was chosen for its picture', () => {
  const { send } = stage();
  send(3000, { spatial: 0, key: true }, false, 2, 2);
  expect(send(3000, { spatial: 1, key: true, ends: false }, false, 0, 2)).toBeDefined();
  expect(send(6000, { spatial: 0 }, false, 0, 2)?.marker).toBe(true);
  expect(send(6000, { spatial: 1 }, true, 0, 2)).toBeUndefined();
  expect(send(3000, { spatial: 1, key: true, begins: false }, false, 0, 2)).toBeDefined();
  expect(send(3000, { spatial: 2, key: true }, true, 0, 2)?.marker).toBe(true);
});
