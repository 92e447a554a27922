import { UpdateSubscription } from '@livekit/protocol';
import { expect, test, vi } from 'vitest';
import { handleSignal, type SignalContext } from './handle-signal.ts';

test('a track that one message names thousands of times is subscribed once', () => {
  const subscribe = vi.fn();
  const trackSids = Array.from({ length: 20_000 }, () => 'TR_one');
  const value = new UpdateSubscription({ subscribe: true, trackSids });
  const context = { room: { subscribe }, participant: {}, limits: {} } as unknown as SignalContext;
  handleSignal(context, { case: 'subscription', value });
  expect(subscribe).toHaveBeenCalledOnce();
});
