import { RequestResponse_Reason, SignalRequest, UpdateSubscription } from '@livekit/protocol';
import { expect, test, vi } from 'vitest';
import { defaultLimits } from '../limits.ts';
import { handleSignal, type SignalContext } from './handle-signal.ts';

test('a track that one message names thousands of times is subscribed only once', () => {
  const subscribe = vi.fn();
  const trackSids = Array.from({ length: 20_000 }, () => 'TR_one');
  const value = new UpdateSubscription({ subscribe: true, trackSids });
  const context = {
    room: { mediaTracks: { subscribe }, updateWantedLayers: vi.fn() },
    participant: {},
    limits: { listBytes: 10 ** 6 },
  } as unknown as SignalContext;
  handleSignal(context, { case: 'subscription', value });
  expect(subscribe).toHaveBeenCalledOnce();
});

test("a list with more bytes than a room's tracks can need is refused", () => {
  const subscribe = vi.fn();
  const trackSids = Array.from({ length: 20_000 }, (_, track) => `TR_${track}`);
  const context = { room: { mediaTracks: { subscribe } }, limits: defaultLimits } as unknown as SignalContext;
  const handle = (request: SignalRequest) => () => handleSignal(context, request.message);
  for (const request of [
    SignalRequest.fromJson({ subscription: { trackSids, subscribe: true } }),
    SignalRequest.fromJson({ trackSetting: { trackSids } }),
    SignalRequest.fromJson({ subscriptionPermission: { trackPermissions: [{ trackSids }] } }),
  ])
    expect(handle(request)).toThrow('bytes');
  expect(subscribe).not.toHaveBeenCalled();
});

test.each([
  ['name', { name: 'ä'.repeat(200) }],
  ['metadata', { metadata: '語'.repeat(30_000) }],
  ['attributes', { attributes: { mood: '語'.repeat(30_000) } }],
])("a participant's own texts are limited in bytes: %s", (_, updateMetadata) => {
  const send = vi.fn();
  const describe = vi.fn();
  const participant = {
    permission: { canUpdateMetadata: true },
    description: { attributes: {} },
    send,
    describe,
  };
  const room = { broadcastParticipant: vi.fn() };
  const context = { room, participant, limits: defaultLimits } as unknown as SignalContext;
  handleSignal(context, SignalRequest.fromJson({ updateMetadata }).message);
  expect(send).toHaveBeenCalledWith({
    case: 'requestResponse',
    value: expect.objectContaining({ reason: RequestResponse_Reason.LIMIT_EXCEEDED }),
  });
  expect(describe).not.toHaveBeenCalled();
});
