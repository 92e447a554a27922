import { expect, test } from 'vitest';
import { Av1Layers } from './av1-layers.ts';
import { DependencyReader } from './dependency-reader.ts';

/** Three sizes by three frame rates, L3T3_KEY, as libwebrtc wrote it. */
const STRUCTURE =
  '80081485214eaaaaa8000600004000100002aa80a8000600004000100002a000a800060000400016d549241b5524906d54923157e001974ca864330e222396eca8655304224390eca87753013f00b3027f016704ff02cf';
const key = (frame: number) => `c0${hex(frame)}${STRUCTURE}`;
const hex = (frame: number) => frame.toString(16).padStart(4, '0');
/** The descriptors of pictures as libwebrtc wrote them, one a spatial layer, with the temporal layers 0, 2 and 1. */
const keyPicture = (frame: number) => [key(frame), `c5${hex(frame + 1)}`, `ca${hex(frame + 2)}`];
const pictures = {
  t0: (frame: number) => [`c1${hex(frame)}`, `c6${hex(frame + 1)}`, `cb${hex(frame + 2)}`],
  t1: (frame: number) => [`c2${hex(frame)}`, `c7${hex(frame + 1)}`, `cc${hex(frame + 2)}`],
  firstT2: (frame: number) => [`c3${hex(frame)}`, `c8${hex(frame + 1)}`, `cd${hex(frame + 2)}`],
  secondT2: (frame: number) => [`c4${hex(frame)}`, `c9${hex(frame + 1)}`, `ce${hex(frame + 2)}`],
};

interface Sent {
  layer: number;
  marker: boolean;
  frame: number;
  active: number;
}

function stage() {
  const layers = new Av1Layers();
  const [reader, receiver] = [new DependencyReader(), new DependencyReader()];
  let timestamp = 0;
  /** Sends a picture. @returns what of it arrives, as the receiver reads it. */
  const show = (descriptors: readonly string[], spatial = 2, temporal = 2): Sent[] => {
    timestamp += 3000;
    return descriptors.flatMap((text, index) => {
      const bytes = Buffer.from(text, 'hex');
      const marker = index === descriptors.length - 1;
      const packet = { bytes, payload: bytes, payloadType: 45, ssrc: 1, sequence: 0, timestamp, marker };
      const chosen = layers.select(packet, { spatial, temporal }, reader.read(bytes));
      if (chosen === undefined) return [];
      const { frame, spatial: layer, active } = receiver.read(chosen.descriptor!)!;
      return [{ layer, marker: chosen.marker, frame, active }];
    });
  };
  return { layers, show, timestamp: () => timestamp };
}

const layersOf = (sent: readonly Sent[]) => sent.map(({ layer }) => layer);

test('a structure of libwebrtc is read: its targets, what a frame refers to, and what it is part of', () => {
  const reader = new DependencyReader();
  const first = reader.read(Buffer.from(key(1), 'hex'))!;
  expect(first.structure.targets.map(({ spatial, temporal }) => `${spatial}${temporal}`).join(' ')).toBe(
    '00 01 02 10 11 12 20 21 22',
  );
  expect([first.attached, first.first, first.last, first.active]).toEqual([true, true, true, 0b111111111]);
  expect(first.references).toEqual([]);
  const second = reader.read(Buffer.from('c50002', 'hex'))!;
  expect([second.spatial, second.temporal, second.frame, second.references]).toEqual([1, 0, 2, [1]]);
  expect(reader.read(Buffer.from('ff0003', 'hex'))).toBeUndefined();
  expect(reader.read(Buffer.from('c5', 'hex'))).toBeUndefined();
  expect(new DependencyReader().read(Buffer.from('c50002', 'hex'))).toBeUndefined();
});

test('a descriptor that is cut short is refused wherever it ends', () => {
  const whole = Buffer.from(key(1), 'hex');
  for (let length = 0; length < whole.length; length++)
    expect(new DependencyReader().read(whole.subarray(0, length)), String(length)).toBeUndefined();
});

test('of key pictures come the layers that the wanted one needs, of others that one alone, and each ends with a marker', () => {
  const { show, layers } = stage();
  expect(show(keyPicture(1)).map(({ layer, marker }) => [layer, marker])).toEqual([
    [0, false],
    [1, false],
    [2, true],
  ]);
  expect(show(pictures.firstT2(4)).map(({ layer, marker }) => [layer, marker])).toEqual([[2, true]]);
  expect(layers.spatial).toBe(2);
});

test('a smaller layer begins with the next key frame and the larger one goes on until then; its targets are told', () => {
  const { show, layers } = stage();
  show(keyPicture(1));
  show(pictures.t0(4));
  expect(layersOf(show(pictures.t0(7), 0))).toEqual([2]);
  expect(layers.wantsKeyframe).toBe(true);
  const begun = show(keyPicture(10), 0);
  expect(begun).toEqual([{ layer: 0, marker: true, frame: 10, active: 0b000000111 }]);
  expect(layers.wantsKeyframe).toBe(false);
  expect(layersOf(show(pictures.firstT2(13), 0))).toEqual([0]);
  expect(layersOf(show(pictures.t1(16), 1))).toEqual([0]);
  expect(layers.wantsKeyframe).toBe(true);
  expect(show(keyPicture(19), 1).map(({ layer, active }) => [layer, active])).toEqual([
    [0, 0b000111111],
    [1, 0b000111111],
  ]);
  expect(show(keyPicture(22)).at(-1)).toEqual({ layer: 2, marker: true, frame: 24, active: 0b111111111 });
});

test('a lower frame rate is had at once, a higher one from where frames refer to none that was left out', () => {
  const { show } = stage();
  show(keyPicture(1));
  expect(layersOf(show(pictures.firstT2(4), 2, 1))).toEqual([]);
  expect(layersOf(show(pictures.t1(7), 2, 1))).toEqual([2]);
  expect(layersOf(show(pictures.t0(10), 2, 0))).toEqual([2]);
  expect(layersOf(show(pictures.t1(13), 2, 0))).toEqual([]);
  // Refers to the frame of temporal layer 1 before it.
  expect(layersOf(show(pictures.secondT2(16), 2, 2))).toEqual([]);
  expect(show(pictures.t0(19), 2, 2).map(({ layer, active }) => [layer, active])).toEqual([[2, 0b111111111]]);
  expect(layersOf(show(pictures.firstT2(22), 2, 2))).toEqual([2]);
});

test('a smaller layer of which nothing was left out begins at once', () => {
  const { show } = stage();
  show(keyPicture(1));
  expect(layersOf(show(pictures.firstT2(4)))).toEqual([2]);
  expect(layersOf(show(pictures.t1(7), 0))).toEqual([0]);
});

test('a publisher that counts anew is followed', () => {
  const { show } = stage();
  show(keyPicture(20_000));
  expect(show(keyPicture(5)).map(({ frame }) => frame)).toEqual([20_003, 20_004, 20_005]);
  expect(show(pictures.t0(8)).map(({ frame }) => frame)).toEqual([20_008]);
});

test('after a pause frame numbers go on from the last that was sent', () => {
  const { show, layers } = stage();
  show(keyPicture(60_000));
  layers.switchTo();
  const [first, , third] = show(keyPicture(24_464));
  expect([first!.frame, third!.frame]).toEqual([60_003, 60_005]);
  expect(show(pictures.firstT2(24_467))[0]!.frame).toBe(60_008);
});

test('a frame whose structure was lost is not sent, and a key frame is wanted', () => {
  const { show, layers } = stage();
  show(keyPicture(1));
  expect(show(['ff0004'])).toEqual([]);
  expect(layers.wantsKeyframe).toBe(true);
});

test('without descriptors all is sent as it is', () => {
  const bytes = Buffer.alloc(20);
  const packet = { bytes, payload: bytes, payloadType: 45, ssrc: 1, sequence: 0, timestamp: 1, marker: true };
  expect(new Av1Layers().select(packet, { spatial: 0, temporal: 0 }, undefined)).toEqual({
    marker: true,
    descriptor: undefined,
  });
});
