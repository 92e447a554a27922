import { expect, test } from 'vitest';
import { DownlinkTrack } from '../rtp/downlink-track.ts';
import type { TrackCodec } from '../rtp/keyframe.ts';
import { UplinkTrack } from '../rtp/uplink-track.ts';
import { answerPublisher } from './publisher-answer.ts';
import { ReceiveSections } from './receive-sections.ts';
import { parseSdp } from './session-description.ts';

const local = { fragment: 'ours', password: 'ourpassword', fingerprint: 'sha-256 AA:BB', addresses: [] };

function track(trackSid: string, codec: TrackCodec = 'VP8') {
  const audio = codec === 'opus';
  const uplink = new UplinkTrack(
    {
      kind: audio ? 'audio' : 'video',
      mid: '0',
      cid: trackSid,
      codec,
      payloadType: 96,
      rtxPayloadType: undefined,
      clockRate: audio ? 48_000 : 90_000,
      rids: [],
      nack: true,
    },
    1,
    () => undefined,
  );
  const downlink = new DownlinkTrack(uplink, { sendRtp: () => undefined, sendRtcp: () => undefined });
  const codecParameters = codec === 'H264' ? 'packetization-mode=1;profile-level-id=42e01f' : '';
  return { trackSid, streamId: 'PA_1|s', downlink, stereo: false, red: false, codecParameters };
}

const section = (kind: 'audio' | 'video', mid: number, direction = 'recvonly', h264 = true) =>
  kind === 'audio'
    ? [
        'm=audio 9 UDP/TLS/RTP/SAVPF 111',
        `a=mid:${mid}`,
        `a=${direction}`,
        'a=rtpmap:111 opus/48000/2',
        'a=rtcp-fb:111 transport-cc',
        'a=rtcp-fb:111 nack',
      ]
    : [
        'm=video 9 UDP/TLS/RTP/SAVPF 45 46 39 40 109',
        `a=mid:${mid}`,
        `a=${direction}`,
        'a=rtpmap:45 VP8/90000',
        'a=rtcp-fb:45 goog-remb',
        'a=rtcp-fb:45 transport-cc',
        'a=rtcp-fb:45 nack pli',
        'a=rtpmap:46 rtx/90000',
        'a=fmtp:46 apt=45',
        ...(h264
          ? [
              'a=rtpmap:39 H264/90000',
              'a=fmtp:39 packetization-mode=0;profile-level-id=42e01f',
              'a=rtpmap:40 H264/90000',
              'a=fmtp:40 packetization-mode=1;profile-level-id=4d001f',
              'a=rtpmap:109 H264/90000',
              'a=fmtp:109 packetization-mode=1;profile-level-id=42e01f',
            ]
          : []),
        'a=extmap:7 http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time',
        'a=extmap:3 http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01',
      ];

function negotiate(sections: ReceiveSections, ...media: string[][]) {
  const offer = parseSdp(['v=0', ...media.flat()].join('\r\n'));
  const received = sections.assign(offer);
  const { sdp } = answerPublisher(offer, {
    sessionId: '1',
    version: 1,
    local,
    preferredCodec: () => undefined,
    audioWish: () => ({ stereo: false, dtx: false, red: false }),
    receiveLines: (entry) => sections.lines(entry, local),
  });
  sections.start(offer);
  return { received, sdp, answer: parseSdp(sdp) };
}

test('tracks go to sections of their kind, in the numbers that the client offered', () => {
  const sections = new ReceiveSections();
  const [sound, picture] = [track('TR_A', 'opus'), track('TR_V')];
  sections.add(picture);
  sections.add(sound);
  expect(sections.pending).toBe(true);
  expect(sections.missing()).toEqual({ audios: 1, videos: 1 });
  const { received, sdp, answer } = negotiate(
    sections,
    section('audio', 0, 'sendonly'),
    section('audio', 1),
    section('audio', 2),
    section('video', 3),
  );
  expect(received).toEqual(['TR_A', 'TR_V']);
  expect(sections.midToTrackSid()).toEqual({ 1: 'TR_A', 3: 'TR_V' });
  expect(answer.sections.map(({ direction }) => direction)).toEqual([
    'recvonly',
    'sendonly',
    'inactive',
    'sendonly',
  ]);
  const video = answer.sections[3]!;
  expect(video.formats).toEqual(['45', '46', '109']);
  expect(video.ssrcs).toEqual([picture.downlink.ssrc]);
  expect(video.rtxBySsrc.get(picture.downlink.ssrc)).toBe(picture.downlink.rtxSsrc);
  // Feedback over the whole transport is for what the client sends; without it, REMB.
  expect(video.codecs[0]!.feedback).toEqual(['goog-remb', 'nack pli']);
  expect([...video.extensions.values()]).toEqual([7]);
  expect(sdp).toContain('a=msid:PA_1|s TR_V');
  expect([sound, picture].every(({ downlink }) => downlink.started)).toBe(true);
  expect(sections.pending).toBe(false);
});

test('a section rests for one answer before it carries another track', () => {
  const sections = new ReceiveSections();
  sections.add(track('TR_1'));
  negotiate(sections, section('video', 0));
  sections.remove('TR_1');
  expect(sections.pending).toBe(true);
  sections.add(track('TR_2'));
  const resting = negotiate(sections, section('video', 0));
  expect(resting.received).toEqual([]);
  expect(resting.answer.sections[0]!.direction).toBe('inactive');
  expect(sections.pending).toBe(true);
  expect(sections.missing()).toEqual({ audios: 0, videos: 0 });
  expect(negotiate(sections, section('video', 0)).received).toEqual(['TR_2']);
  expect(sections.pending).toBe(false);
});

test('a client is asked for the sections that it lacks', () => {
  const sections = new ReceiveSections();
  for (const sid of ['TR_1', 'TR_2', 'TR_3']) sections.add(track(sid));
  expect(negotiate(sections, section('video', 0)).received).toEqual(['TR_1']);
  expect(sections.missing()).toEqual({ audios: 0, videos: 2 });
  const all = negotiate(sections, section('video', 0), section('video', 1), section('video', 2));
  expect(all.received).toEqual(['TR_1', 'TR_2', 'TR_3']);
});

test('H264 takes the offered profile; a client without the codec is not asked for ever', () => {
  const sections = new ReceiveSections();
  sections.add(track('TR_H', 'H264'));
  expect(negotiate(sections, section('video', 0)).answer.sections[0]!.formats).toEqual(['109', '45', '46']);
  const other = new ReceiveSections();
  other.add(track('TR_H', 'H264'));
  expect(negotiate(other, section('video', 0, 'recvonly', false)).received).toEqual([]);
  expect(other.pending).toBe(false);
});
