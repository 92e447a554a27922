import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { EngineImage } from '../../engines/engine.ts';
import { FakeClock } from '../../lib/testing/fake-clock.ts';
import { PictureInbox } from './picture-inbox.ts';

const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 1, 2);
const PNG = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 3);

describe('PictureInbox', () => {
  let clock: FakeClock;
  let shown: EngineImage[];
  let refused: string[];
  let discarded: number;
  let inbox: PictureInbox;

  const open = (canSee = true) =>
    new PictureInbox({
      clock,
      show: canSee ? (image) => shown.push(image) : undefined,
      refuse: (reason) => refused.push(reason),
    });
  const stream = (chunks: AsyncIterable<Uint8Array>) => ({
    from: 'ada',
    streamId: 's',
    name: 'holiday.png',
    attributes: {},
    chunks,
    discard: async () => void discarded++,
  });
  async function* pieces(...all: Uint8Array[]) {
    yield* all;
  }
  async function* never(): AsyncGenerator<Uint8Array> {
    await new Promise(() => undefined);
    yield JPEG;
  }
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield JPEG;
    throw new Error('the sender has left');
  }

  beforeEach(() => {
    clock = new FakeClock();
    [shown, refused, discarded] = [[], [], 0];
    inbox = open();
  });
  afterEach(() => expect(shown.length + refused.length).toBeGreaterThan(0));

  test('shows a picture that arrived in pieces, with its own type', async () => {
    await inbox.receive(stream(pieces(JPEG.subarray(0, 2), JPEG.subarray(2))));
    await inbox.receive(stream(pieces(PNG)));
    expect(shown.map(({ mimeType, bytes }) => [mimeType, [...bytes]])).toEqual([
      ['image/jpeg', [...JPEG]],
      ['image/png', [...PNG]],
    ]);
    expect(refused).toEqual([]);
  });

  test('refuses data that is no picture, is too large, or is incomplete', async () => {
    await inbox.receive(stream(pieces(Buffer.from('<svg/>'))));
    await inbox.receive(stream(pieces(JPEG, new Uint8Array(2 * 2 ** 20))));
    await inbox.receive(stream(broken()));
    expect(refused).toEqual([
      'it is neither a JPEG nor a PNG file',
      'it is larger than 2 MiB',
      'its transfer was interrupted',
    ]);
    expect(shown).toEqual([]);
  });

  test('gives up a picture that stops arriving, and accepts no other meanwhile', async () => {
    const waiting = inbox.receive(stream(never()));
    await inbox.receive(stream(pieces(JPEG)));
    expect(refused).toEqual(['another picture is still being received']);
    await clock.advance(10_000);
    await waiting;
    expect(refused[1]).toBe('it was not received completely within 10 s');
    await inbox.receive(stream(pieces(JPEG)));
    expect(shown).toHaveLength(1);
  });

  test('shows at most fifty in a conversation', async () => {
    for (let count = 0; count < 51; count++) await inbox.receive(stream(pieces(PNG)));
    expect(shown).toHaveLength(50);
    expect(refused).toEqual(['the maximum of 50 pictures per conversation is reached']);
  });
});
