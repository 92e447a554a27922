import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DownlinkTrack } from '../rtp/downlink-track.ts';
import { UplinkTrack } from '../rtp/uplink-track.ts';
import { type AnswerOptions, answerPublisher } from './publisher-answer.ts';
import { ReceiveSections } from './receive-sections.ts';
import { extensionUri } from './sdp-lines.ts';
import { parseSdp, type SessionDescription } from './session-description.ts';
import { SubscriberOffer } from './subscriber-offer.ts';
import { offerCodec } from './video-codecs.ts';

const local = {
  fragment: 'ours',
  password: 'ourpassword',
  fingerprint: 'sha-256 AA:BB',
  addresses: [
    { address: '192.0.2.7', port: 50_000, protocol: 'udp' as const },
    { address: '127.0.0.1', port: 50_000, protocol: 'tcp' as const },
  ],
};

const head = [
  'v=0',
  'o=- 1 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0 1 2',
  'a=fingerprint:sha-256 11:22',
  'a=ice-ufrag:theirs',
  'a=ice-pwd:theirpassword',
];

const offer = [
  ...head,
  'm=audio 9 UDP/TLS/RTP/SAVPF 63 111 0',
  'a=mid:0',
  'a=sendonly',
  'a=msid:- mic',
  'a=rtpmap:63 red/48000/2',
  'a=rtpmap:111 opus/48000/2',
  'a=fmtp:111 minptime=10;useinbandfec=1',
  'a=rtcp-fb:111 transport-cc ',
  'a=extmap:1 urn:ietf:params:rtp-hdrext:ssrc-audio-level',
  'a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid',
  'a=ssrc:1001 cname:x',
  'm=video 9 UDP/TLS/RTP/SAVPF 96 97 45 103 104',
  'a=mid:1',
  'a=sendonly',
  'a=msid:- cam',
  'a=rtpmap:96 VP8/90000',
  'a=rtcp-fb:96 nack',
  'a=rtcp-fb:96 nack pli',
  'a=rtcp-fb:96 goog-remb',
  'a=rtcp-fb:96 rrtr',
  'a=rtpmap:97 rtx/90000',
  'a=fmtp:97 apt=96',
  'a=rtpmap:45 AV1/90000',
  'a=rtpmap:103 H264/90000',
  'a=fmtp:103 level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f',
  'a=rtpmap:104 rtx/90000',
  'a=fmtp:104 apt=103',
  'a=extmap:4 urn:ietf:params:rtp-hdrext:sdes:mid',
  'a=extmap:10 urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id',
  'a=rid:q send',
  'a=rid:h send',
  'a=simulcast:send q;h',
  'm=application 9 UDP/DTLS/SCTP webrtc-datachannel',
  'a=mid:2',
  'a=sctp-port:5000',
].join('\r\n');

const answerTo = (
  sdp: string | SessionDescription,
  codec?: 'VP8' | 'H264',
  receiveLines: AnswerOptions['receiveLines'] = () => undefined,
) =>
  answerPublisher(typeof sdp === 'string' ? parseSdp(sdp) : sdp, {
    receiveLines,
    sessionId: '7',
    version: 1,
    local,
    preferredCodec: () => codec,
    audioOptions: () => ({ stereo: true, dtx: true, red: false }),
  });

describe("the answer to a publisher's offer", () => {
  test('lists the preferred codec first, then the others that are forwarded, with supported feedback, and nothing else', () => {
    const { sdp, published, extensions } = answerTo(offer);
    expect(sdp).toContain('m=audio 9 UDP/TLS/RTP/SAVPF 111\r\n');
    expect(sdp).toContain('m=video 9 UDP/TLS/RTP/SAVPF 96 97 103 104\r\n');
    expect(sdp).toContain('a=fmtp:111 minptime=10;useinbandfec=1;stereo=1;sprop-stereo=1;usedtx=1\r\n');
    expect(sdp).toContain('a=rtcp-fb:96 nack pli\r\n');
    expect(sdp).not.toMatch(/rrtr|red|AV1/);
    expect(sdp).toContain('a=simulcast:recv q;h\r\n');
    expect(sdp.split('a=setup:passive')).toHaveLength(4);
    expect(sdp.indexOf('a=ice-lite')).toBeLessThan(sdp.indexOf('m=audio'));
    expect(sdp).toContain('a=candidate:1 1 udp 2130706431 192.0.2.7 50000 typ host\r\n');
    expect(sdp).toMatch(/a=candidate:2 1 tcp 2122317567 127\.0\.0\.1 50000 typ host tcptype passive/);
    expect(extensions).toMatchObject({
      mid: 4,
      rid: 10,
      repairedRid: 0,
      transportSequence: 0,
      audioLevel: 1,
    });
    expect(published).toMatchObject([
      { kind: 'audio', mid: '0', trackId: 'mic', codec: 'opus', ssrcs: [{ ssrc: 1001 }], nack: false },
      {
        kind: 'video',
        mid: '1',
        trackId: 'cam',
        codec: 'VP8',
        rtxPayloadType: 97,
        rids: ['q', 'h'],
        nack: true,
      },
    ]);
  });

  test('a track of thousands of streams counts as three', () => {
    const many = Array.from({ length: 1_000 }, (_, index) => `a=ssrc:${2_000 + index} cname:x`).join('\r\n');
    const { published } = answerTo(offer.replace('a=ssrc:1001 cname:x', many));
    expect(published[0]?.ssrcs).toHaveLength(3);
  });

  test.each(['a=ssrc:99999999999 cname:x', 'a=ssrc:0 cname:x', 'a=ssrc:4294967296 cname:x'])(
    'a stream with a number that RTCP cannot represent is ignored: %s',
    (line) => {
      const { published } = answerTo(offer.replace('a=ssrc:1001 cname:x', line));
      expect(published[0]?.ssrcs).toEqual([]);
    },
  );

  test('a retransmission stream with such a number is ignored, too', () => {
    const lines = 'a=ssrc:7 cname:x\r\na=ssrc-group:FID 7 99999999999';
    const { published } = answerTo(offer.replace('a=ssrc:1001 cname:x', lines));
    expect(published[0]?.ssrcs).toEqual([{ ssrc: 7, rtxSsrc: undefined }]);
  });

  test("of H264's parameters, only the profile is passed on", () => {
    const parameters = 'x=written-by-another;packetization-mode=1;profile-level-id=640c1f';
    expect(offerCodec('H264', parameters).parameters).toBe(
      'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=640c1f',
    );
    expect(offerCodec('H264', 'profile-level-id=none')).toEqual(offerCodec('H264', ''));
  });

  test('selects the codec that the publisher named', () => {
    const { published, sdp } = answerTo(offer, 'H264');
    expect(published[1]).toMatchObject({ codec: 'H264', payloadType: 103, rtxPayloadType: 104 });
    expect(sdp).toContain('profile-level-id=42e01f');
  });

  test('selects VP8 for a camera that could send AV1 and VP8, and nothing for one that sends only AV1', () => {
    const codecs = (formats: string) => offer.replace('SAVPF 96 97 45 103 104', `SAVPF ${formats}`);
    expect(answerTo(codecs('45 96 97')).published[1]).toMatchObject({ codec: 'VP8', payloadType: 96 });
    const alone = codecs('45').replace(/a=rtpmap:(?:96|97|103|104) .*\r\n/g, '');
    expect(answerTo(alone).sdp).toContain('m=video 0 ');
  });

  test('a section that sends nothing is inactive, not rejected; an unknown codec is rejected', () => {
    const silent = answerTo(offer.replace('a=mid:0\r\na=sendonly', 'a=mid:0\r\na=recvonly'));
    expect(silent.sdp).toMatch(/m=audio 9 .*a=inactive.*m=video/s);
    expect(silent.published.map(({ mid }) => mid)).toEqual(['1']);
    const unknown = answerTo(offer.replace('111 opus', '111 speex'));
    expect(unknown.sdp).toContain('m=audio 0 ');
    expect(unknown.sdp).toContain('a=group:BUNDLE 1 2\r\n');
  });

  test('a section with port 0 is rejected, unless it is only offered as part of the bundle', () => {
    const camera = 'm=video 9 UDP/TLS/RTP/SAVPF 96 97 45 103 104';
    const withPort0 = offer.replace(camera, camera.replace(' 9 ', ' 0 '));
    expect(answerTo(withPort0).published.map(({ mid }) => mid)).toEqual(['0']);
    const firefox = answerTo(withPort0.replace('a=mid:1', 'a=bundle-only\r\na=mid:1'));
    expect(firefox.published.map(({ mid }) => mid)).toEqual(['0', '1']);
    expect(firefox.sdp).toContain('m=video 9 ');
    expect(firefox.sdp).toContain('a=group:BUNDLE 0 1 2\r\n');
  });
});

describe('an answer on a connection that the client also receives on', () => {
  /** The header extensions that Chromium offers in its first media sections. */
  const common = { absSendTime: 2, transportSequence: 3, mid: 4 };
  const ids = {
    audio: { ...common, audioLevel: 1 },
    video: { ...common, rid: 10, repairedRid: 11 },
  };
  const receiving = (kind: 'audio' | 'video', mid: number, codec: string) => [
    `m=${kind} 9 UDP/TLS/RTP/SAVPF 96`,
    `a=mid:${mid}`,
    'a=recvonly',
    `a=rtpmap:96 ${codec}`,
    ...Object.entries(ids[kind]).map(
      ([name, id]) => `a=extmap:${id} ${extensionUri[name as keyof typeof extensionUri]}`,
    ),
  ];
  const [audio, video] = [
    { description: { kind: 'audio', codec: 'opus' } },
    { description: { kind: 'video', codec: 'VP8' } },
  ].map((uplink, index) => ({
    trackSid: `TR_${index}`,
    streamId: 'PA_1|camera',
    stereo: false,
    red: false,
    codecParameters: '',
    downlink: { uplink, ssrc: 1, rtxSsrc: 2 } as DownlinkTrack,
  }));

  test('accepts all header extensions that a track may need, including later tracks and those that the client sends', () => {
    const sections = new ReceiveSections();
    for (const track of [audio!, video!]) sections.add(track);
    const lines = ['opus/48000/2', 'VP8/90000'].flatMap((codec, place) =>
      [0, 1].flatMap((more) => receiving(place === 0 ? 'audio' : 'video', 2 * place + more, codec)),
    );
    const offered = parseSdp([...head, ...lines].join('\r\n'));
    sections.assign(offered);
    const { sdp } = answerTo(offered, undefined, (section) => sections.lines(section, local));
    const answered = parseSdp(sdp).sections;
    expect(answered.map(({ direction }) => direction)).toEqual([
      'sendonly',
      'inactive',
      'sendonly',
      'inactive',
    ]);
    // As LiveKit answers; audio also has the transport sequence number, by which a sender learns of losses.
    const sound = { transportSequence: 3, mid: 4, audioLevel: 1 };
    expect(answered.map(({ extensions }) => extensions)).toEqual([sound, sound, ids.video, ids.video]);
  });
});

describe("a subscriber's sections", () => {
  const publishing = { mid: '0', cid: 'c', rids: [], nack: true, payloadType: 96, rtxPayloadType: 97 };
  const track = (trackSid: string) => {
    const uplink = new UplinkTrack(
      { ...publishing, kind: 'video', codec: 'VP8', clockRate: 90_000 },
      1,
      () => undefined,
    );
    const downlink = new DownlinkTrack(uplink, { sendRtp: () => undefined, sendRtcp: () => undefined });
    return { trackSid, streamId: 'PA_1|camera', stereo: false, red: false, codecParameters: '', downlink };
  };
  const acceptAll = (sections: SubscriberOffer) => {
    const built = sections.build('7', 1, local);
    return sections.applyAnswer(parseSdp(built.replaceAll('a=sendonly', 'a=recvonly'))).accepted;
  };

  test('the server waits for the handshake, as in an answer, because Pion waits for an ICE-lite peer that leaves the choice', () => {
    const sections = new SubscriberOffer();
    sections.add(track('TR_a'));
    const setup = sections.build('7', 1, local).match(/a=setup:.*/g);
    expect(setup).toEqual(['a=setup:passive', 'a=setup:passive']);
  });

  test('hundreds of republished tracks do not grow the session endlessly', () => {
    const sections = new SubscriberOffer();
    const mids = new Set<string>();
    for (let round = 0; round < 300; round++) {
      sections.add(track(`TR_${round}`));
      acceptAll(sections);
      for (const mid of Object.keys(sections.midToTrackSid())) {
        expect(mids.has(mid), 'a mid is never used twice').toBe(false);
        mids.add(mid);
      }
      sections.remove(`TR_${round}`);
      acceptAll(sections);
    }
    expect(parseSdp(sections.build('7', 1, local)).sections.length).toBeLessThan(15);
  });
});

describe('an offer of absurd length', () => {
  const section = 'm=audio 9 UDP/TLS/RTP/SAVPF 1';
  const described = (...lines: string[]) => parseSdp(['v=0', section, ...lines].join('\n'));
  const times = (count: number, line: (index: number) => string) =>
    Array.from({ length: count }, (_, index) => line(index));

  test("is not read if it has more bytes or sections than its sender's tracks need", () => {
    const long = times(9_000, () => 'a=x:yzyz');
    expect(() => described(...long)).toThrow('too long');
    expect(parseSdp(['v=0', section, ...long].join('\n'), 3).sections).toHaveLength(1);
    const sections = ['v=0', ...times(40, () => section)].join('\n');
    expect(() => parseSdp(sections)).toThrow('too many sections');
    expect(parseSdp(sections, 8).sections).toHaveLength(40);
  });

  test('adds only a few things per line, whatever its lines say', () => {
    const { sections, fingerprints } = described(
      ...times(500, (index) => `a=rtpmap:${'0'.repeat(index % 40)}${index % 200} x/1`),
      ...times(500, (index) => `a=rtcp-fb:* ${index % 2 === 0 ? 'nack' : `kind ${index}`}`),
      ...times(500, () => 'a=fingerprint:sha-256 AA'),
      ...times(500, (index) => `a=extmap:${index} urn:${index}`),
      ...times(500, (index) => `a=rid:${index} send`),
    );
    const { codecs, extensions, sendRids } = sections[0]!;
    const kept = [...codecs, ...codecs.flatMap(({ feedback }) => feedback), ...Object.keys(extensions)];
    expect([...kept, ...sendRids].length).toBeLessThan(500);
    expect(fingerprints).toHaveLength(1);
  });

  test('is refused for a mid that everybody would be sent with the track', () =>
    expect(() => described(`a=mid:${'x'.repeat(1_000)}`)).toThrow('mid'));
});

test('the parser throws nothing worse than an Error for any text', () => {
  const lines = offer.split('\r\n');
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...lines), fc.string())), (parts) => {
      try {
        answerTo(['v=0', ...parts].join('\r\n'));
      } catch (error) {
        expect((error as Error).message).toMatch(/session description/);
      }
    }),
  );
});
