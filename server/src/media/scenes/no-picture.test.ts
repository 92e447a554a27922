import { expect, test, vi } from 'vitest';
import { type Logger, silentLogger } from '../../lib/logger.ts';
import { TestStage } from '../testing/stage.ts';

type StageOptions = NonNullable<ConstructorParameters<typeof TestStage>[0]>;

test.each<[step: string, options: StageOptions]>([
  ['send the video to the consumer', {}],
  ['draw the first frame', { deps: { openFace: () => new Promise(() => undefined) } }],
  [
    'publish the tracks',
    { room: (room) => Object.assign(room, { publish: () => new Promise(() => undefined) }) },
  ],
])(
  'a consumer who reports a missing picture ends the conversation, and the log says whose picture and what it waited for; nobody else can: %s',
  async (step, options) => {
    const warn = vi.fn<Logger['warn']>();
    const stage = new TestStage({ ...options, deps: { ...options.deps, log: { ...silentLogger, warn } } });
    await stage.clock.advance(200);
    stage.room.join('user');
    await stage.clock.advance(1000);
    const sayFrom = (caller: string) => stage.room.services!.rpc['visavis.no_picture']!(caller, '');
    expect(sayFrom('somebody')).toBe('ignored');
    expect(sayFrom('user')).toBe('ok');
    await stage.clock.advance(1000);
    const detail = 'The client of the consumer reported that it received no video of the avatar.';
    expect(stage.ended).toMatchObject({ reason: 'avatar_error', detail });
    expect(warn.mock.calls[0]?.[0]).toEqual({ event: 'avatar.not_seen', participant: 'user', step });
  },
);
