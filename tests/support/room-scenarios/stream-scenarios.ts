import assert from 'node:assert/strict';
import type { ByteStreamReader, TextStreamReader } from '@livekit/rtc-node';
import { inTime } from '../deadlines.ts';
import type { NodeClient } from '../node-client.ts';
import { until } from '../room-target.ts';
import type { RoomScenario, Stage } from './scenario.ts';

const TOPIC = 'stream';
const own = ({ room }: NodeClient) => room.localParticipant!;

/** Returns pseudo-random letters from a fixed seed, which compress to about 60 percent. */
function letters(length: number): string {
  const next = numbers(1);
  return Array.from({ length }, () => String.fromCharCode(97 + (next() % 26))).join('');
}

/** Returns a generator of pseudo-random 23-bit integers. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return state >>> 8;
  };
}

async function ends(stage: Stage): Promise<{ receiver: NodeClient; sender: NodeClient }> {
  const receiver = await stage.node('receiver');
  const sender = await stage.node('sender');
  await until('each other', () => [receiver, sender].every(({ room }) => room.remoteParticipants.size === 1));
  return { receiver, sender };
}

function nextText({ room }: NodeClient): Promise<TextStreamReader> {
  const next = new Promise<TextStreamReader>((resolve) =>
    room.registerTextStreamHandler(TOPIC, (reader, { identity }) => {
      assert.equal(identity, 'sender');
      resolve(reader);
    }),
  );
  return inTime('a text', next);
}

const nextBytes = ({ room }: NodeClient) =>
  inTime(
    'a byte stream',
    new Promise<ByteStreamReader>((resolve) => room.registerByteStreamHandler(TOPIC, resolve)),
  );

const readWhole = <T>(reader: { readAll(): Promise<T> }) => inTime('the end of a stream', reader.readAll());

function bytesArriveWhole(name: string, make: () => Uint8Array): RoomScenario {
  return {
    name: `${name} arrives whole`,
    async run(stage) {
      const { receiver, sender } = await ends(stage);
      const reader = nextBytes(receiver);
      const content = make();
      const writer = await own(sender).streamBytes({ topic: TOPIC, totalSize: content.length });
      assert.equal(writer.info.mimeType, 'application/octet-stream');
      for (let at = 0; at < content.length; at += 65_536)
        await writer.write(content.subarray(at, at + 65_536));
      await writer.close();
      assert.ok(Buffer.concat(await readWhole(await reader)).equals(content));
    },
  };
}

/**
 * The behaviours covered by LiveKit's tests of streams in its Node SDK, reimplemented. Omitted: the reader's methods
 * for data that has arrived, which do not depend on a server.
 */
export const streamScenarios: readonly RoomScenario[] = [
  {
    name: 'a short text arrives with its sender’s attributes',
    async run(stage) {
      const { receiver, sender } = await ends(stage);
      const reader = nextText(receiver);
      const info = await own(sender).sendText('some text', { topic: TOPIC });
      assert.deepEqual([info.totalSize, info.mimeType, info.topic], [9, 'text/plain', TOPIC]);
      assert.equal((await reader).info.streamId, info.streamId);
      assert.equal(await readWhole(await reader), 'some text');
    },
  },
  bytesArriveWhole('a short byte stream', () => new Uint8Array(16).fill(0xfa)),
  {
    name: 'a text of 50 KB, compressed if receivers support that, arrives whole',
    async run(stage) {
      const { receiver, sender } = await ends(stage);
      const reader = nextText(receiver);
      const text = letters(50_000);
      assert.equal((await own(sender).sendText(text, { topic: TOPIC })).totalSize, text.length);
      assert.equal(await readWhole(await reader), text);
    },
  },
  bytesArriveWhole('a byte stream of 1.8 MB that nothing can compress', () => {
    const next = numbers(7);
    return Uint8Array.from({ length: 1_800_000 }, () => next() & 255);
  }),
  bytesArriveWhole('a byte stream with a pattern', () =>
    Uint8Array.from({ length: 50_000 }, (_, at) => at % 251),
  ),
  {
    name: 'a text written in pieces keeps its multi-byte characters',
    async run(stage) {
      const { receiver, sender } = await ends(stage);
      const reader = nextText(receiver);
      const pieces = ['héllo wörld — ', '日本語のテキスト、', '🌍🚀 to the end'];
      const writer = await own(sender).streamText({ topic: TOPIC });
      for (const piece of pieces) await writer.write(piece);
      await writer.close();
      assert.equal(await readWhole(await reader), pieces.join(''));
    },
  },
  {
    name: 'a receiver that leaves while a text is being written delays nobody',
    async run(stage) {
      const { receiver, sender } = await ends(stage);
      const reader = nextText(receiver);
      const writer = await own(sender).streamText({ topic: TOPIC });
      await writer.write('the first part');
      await reader;
      await receiver.close();
      await writer.close();
      await until('the end', () => sender.events.includes('disconnected receiver'));
    },
  },
  {
    name: 'a reader that abandons a text still gets the next one',
    async run(stage) {
      const { receiver, sender } = await ends(stage);
      const read: string[] = [];
      receiver.room.registerTextStreamHandler(TOPIC, (reader) => {
        void (async () => {
          for await (const chunk of reader) {
            read.push(chunk.slice(0, 1));
            break;
          }
        })();
      });
      await own(sender).sendText(letters(50_000), { topic: TOPIC });
      await own(sender).sendText('next', { topic: TOPIC });
      await until('both', () => read.length === 2);
      assert.equal(read[1], 'n');
    },
  },
];
