import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { JoinRequest, WrappedJoinRequest, WrappedJoinRequest_Compression } from '@livekit/protocol';
import { WebSocket } from 'ws';
import {
  converse,
  type JoinableConversation,
  startBoth,
  TENANTS_ENV,
  type TwoConversations,
} from '../../support/hostile/conversations.ts';
import { defineScenario } from '../../support/hostile/scenario.ts';

const ATTEMPTS_AT_ONCE = 40;
const QUESTIONS = 2;

/** Builds a request of less than a kilobyte that unpacks to 120,000 track descriptions. */
function unpackingRequest(): string {
  const { no } = JoinRequest.fields.list().find(({ localName }) => localName === 'addTrackRequests')!;
  const parts = Buffer.alloc(240_000, Buffer.from([(no << 3) | 2, 0]));
  const request = new WrappedJoinRequest({
    compression: WrappedJoinRequest_Compression.GZIP,
    joinRequest: gzipSync(parts),
  });
  return Buffer.from(request.toBinary()).toString('base64url');
}

/** Tries to join. Resolves with the HTTP status, which is 101 if the join was accepted. */
function join({ serverUrl, token }: JoinableConversation, request: string): Promise<number> {
  const socket = new WebSocket(
    `${serverUrl.replace('http', 'ws')}/rtc/v1?access_token=${token}&join_request=${request}`,
  );
  return new Promise((resolve) => {
    socket.on('error', () => resolve(0));
    socket.once('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode));
    socket.once('open', () => {
      resolve(101);
      socket.terminate();
    });
  });
}

export const scenario = defineScenario<TwoConversations, { answers: number; statuses: number[] }>({
  title:
    'during a flood of joins that unpack to large messages, the conversation of another tenant continues',
  env: TENANTS_ENV,
  memoryMiB: 400,
  openAfter: 40,
  prepare: startBoth,
  async attack({ given }) {
    let isOver = false;
    const request = unpackingRequest();
    const statuses = new Set<number>();
    const flood = async () => {
      while (!isOver) statuses.add(await join(given.mine, request));
    };
    const floods = Array.from({ length: ATTEMPTS_AT_ONCE }, flood);
    const answers = await converse(given.other, QUESTIONS);
    isOver = true;
    await Promise.all(floods);
    return { answers, statuses: [...statuses] };
  },
  check({ answers, statuses }) {
    assert.equal(answers, QUESTIONS, 'the other conversation stopped');
    assert.ok(!statuses.includes(101), 'a join that unpacks to much was accepted');
    assert.ok(statuses.includes(400), `no join was refused for what it holds: ${statuses.join(', ')}`);
  },
});
