import { decodeJwt } from 'jose';
import { expect, test } from 'vitest';
import { createRoomTokens } from './room-tokens.ts';

test.each(['avatar', 'consumer', 'remote_agent'] as const)(
  'the token of %s opens its room, and makes nobody a worker for the rooms of others',
  async (role) => {
    const tokens = createRoomTokens({
      apiKey: 'key',
      apiSecret: 'a-secret-of-32-characters-at-least',
      workerUrl: 'ws://x',
    });
    const claims = decodeJwt<{ video: object }>(
      await tokens.mint({ role, room: 'museum', identity: 'ada', ttlSeconds: 60 }),
    );
    expect(claims.video).toEqual({
      room: 'museum',
      roomJoin: true,
      canPublish: true,
      canSubscribe: true,
      canPublishData: true,
      canUpdateOwnMetadata: true,
    });
  },
);
