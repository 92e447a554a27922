import { expect, test, vi } from 'vitest';
import { type Logger, silentLogger } from '../../lib/logger.ts';
import { TestStage } from '../testing/stage.ts';

test('a consumer who gets no picture and says so ends the conversation, and the log says whose; nobody else can', async () => {
  const warn = vi.fn<Logger['warn']>();
  const stage = new TestStage({ deps: { log: { ...silentLogger, warn } } });
  await stage.clock.advance(200);
  stage.room.join('user');
  await stage.clock.advance(1000);
  const sayFrom = (caller: string) => stage.room.services!.rpc['visavis.no_picture']!(caller, '');
  expect(sayFrom('somebody')).toBe('ignored');
  expect(sayFrom('user')).toBe('ok');
  await stage.clock.advance(1000);
  const detail = 'The consumer received no video of the avatar.';
  expect(stage.ended).toMatchObject({ reason: 'avatar_error', detail });
  expect(warn.mock.calls[0]?.[0]).toEqual({ event: 'avatar.not_seen', participant: 'user' });
});
