import { EventEmitter } from 'node:events';
import { TrackInfo, UpdateTrackSettings, VideoLayer, VideoQuality } from '@livekit/protocol';
import { expect, test } from 'vitest';
import { UplinkTrack } from '../rtp/uplink-track.ts';
import type { PeerTransport } from '../transport/peer-transport.ts';
import { OfferingSubscriber } from './offering-subscriber.ts';

const layers = [VideoQuality.LOW, VideoQuality.MEDIUM, VideoQuality.HIGH].map(
  (quality) => new VideoLayer({ quality, width: 320 * 2 ** quality, height: 180 * 2 ** quality }),
);

function stage(adaptiveStream: boolean) {
  const channels = { declare: () => undefined };
  const transport = Object.assign(new EventEmitter(), { channels, close: () => undefined });
  const traits = { packetTrailers: false, adaptiveStream };
  const subscriber = new OfferingSubscriber(transport as unknown as PeerTransport, '1', traits);
  const description = { kind: 'video', mid: '0', cid: 'c', codec: 'VP8', clockRate: 90_000 } as const;
  const uplink = new UplinkTrack(
    { ...description, payloadType: 96, rtxPayloadType: undefined, rids: ['q', 'h', 'f'], nack: true },
    1,
    () => undefined,
  );
  const info = new TrackInfo({ sid: 'TR_1', layers });
  const encoding = { cid: 'c', mid: '0', uplink, codecParameters: '' };
  const published = { ...encoding, info, backup: undefined, regressed: false };
  const add = () => subscriber.add(published, published, 'PA_1', 'PA_1|c');
  const wanted = () => subscriber.subscriptions.get('TR_1')!.downlink.wantedSpatial;
  return { subscriber, add, wanted };
}

test('the layer to begin with follows what the client has said of itself and of the track', () => {
  const plain = stage(false);
  plain.add();
  expect(plain.wanted()).toBe(2);
  const adaptive = stage(true);
  adaptive.add();
  expect(adaptive.wanted()).toBe(0);
  const told = stage(true);
  told.subscriber.setWish('TR_1', new UpdateTrackSettings({ width: 600, height: 300 }));
  told.add();
  expect(told.wanted()).toBe(1);
  told.subscriber.setWish('TR_1', new UpdateTrackSettings({ quality: VideoQuality.HIGH, disabled: true }));
  expect(told.wanted()).toBe(-1);
});
