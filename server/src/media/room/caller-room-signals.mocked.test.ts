import {
  ConnectionQualityUpdate,
  ICEServer,
  JoinResponse,
  LeaveRequest,
  LeaveRequest_Action,
  MediaSectionsRequirement,
  ParticipantInfo,
  ParticipantInfo_State,
  ParticipantUpdate,
  RegionInfo,
  RegionSettings,
  Room,
  RoomMovedResponse,
  RoomUpdate,
  SessionDescription,
  SignalResponse,
  SpeakersChanged,
  TrackInfo,
  TrackPublishedResponse,
  TrackSubscribed,
  TrackType,
  TrickleRequest,
} from '@livekit/protocol';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isPublicAddress } from '../../lib/public-fetch.ts';
import { CallerRoomSignals } from './caller-room-signals.ts';

/** The addresses that the name servers know; other names have none. */
const names = new Map<string, Promise<string[]>>();
// Reading the system's names takes real time, and another test with a fake clock covers it.
vi.mock('../../lib/system-names.js', () => ({
  namesOfHosts: () => Promise.resolve([]),
  searchDomains: () => Promise.resolve([]),
}));
vi.mock('node:dns/promises', async (original) => ({
  ...(await original<typeof import('node:dns/promises')>()),
  Resolver: class {
    resolve4 = async (name: string) => names.get(name) ?? [];
    resolve6 = async () => [];
    cancel = () => undefined;
  },
}));
afterEach(() => {
  names.clear();
  vi.useRealTimers();
});

const PUBLIC = '8.8.8.8';
/** All ways in which a candidate or a server may write a private address. */
const INSIDE =
  `127.0.0.1 10.1.2.3 169.254.169.254 172.16.0.1 192.168.0.1 100.64.0.1 0.0.0.0 ::1 fe80::1 fd00::1
  ::ffff:127.0.0.1 ::ffff:7f00:1 64:ff9b::7f00:1 2002:7f00:1::1 0177.0.0.1 0x7f.1 2130706433 127.1
  localhost inside.invalid`.split(/\s+/);

async function pass(message: SignalResponse['message']): Promise<SignalResponse['message'] | undefined> {
  const passed = await new CallerRoomSignals(isPublicAddress).pass(
    new SignalResponse({ message }).toBinary(),
  );
  return passed && SignalResponse.fromBinary(passed).message;
}

const room = new Room({ sid: 'RM_1', name: 'theirs' });
const participant = new ParticipantInfo({ sid: 'PA_own', identity: 'avatar', name: 'Maya' });
const joined = (over: Partial<JoinResponse> = {}) =>
  new JoinResponse({ room, participant, pingInterval: 5, pingTimeout: 15, ...over });
const join = async (over: Partial<JoinResponse> = {}) =>
  (await pass({ case: 'join', value: joined(over) }))?.value as JoinResponse;

const candidate = (address: string) => `candidate:1 1 udp 2130706431 ${address} 7882 typ host`;
const trickle = (text: string) =>
  pass({
    case: 'trickle',
    value: new TrickleRequest({ candidateInit: JSON.stringify({ candidate: text, sdpMid: '0' }) }),
  });

const HEAD = ['v=0', 'o=- 1 2 IN IP4 0.0.0.0', 's=-', 't=0 0'];
const DATA = ['m=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'c=IN IP4 0.0.0.0', 'a=mid:0'];
const describeAs = (type: 'offer' | 'answer', lines: string[]) =>
  pass({ case: type, value: new SessionDescription({ type, sdp: lines.join('\r\n') }) });
const linesOf = (message: SignalResponse['message'] | undefined) =>
  (message!.value as SessionDescription).sdp.split('\r\n').slice(0, -1);

describe('what the server of a caller may tell the client of the avatar', () => {
  test.each(INSIDE)('no candidate %s', async (address) => {
    expect(await trickle(candidate(address))).toBeUndefined();
    const lines = [...HEAD, ...DATA, `a=${candidate(address)}`, `a=${candidate(PUBLIC)}`];
    for (const type of ['offer', 'answer'] as const)
      expect(linesOf(await describeAs(type, lines))).toEqual([...HEAD, ...DATA, `a=${candidate(PUBLIC)}`]);
  });

  test('only public candidates, in the form that the client needs, up to a limit', async () => {
    const { value } = (await trickle(`${candidate(PUBLIC)} generation x`)) ?? {};
    expect(JSON.parse((value as TrickleRequest).candidateInit)).toEqual({
      candidate: candidate(PUBLIC),
      sdpMid: '0',
      sdpMLineIndex: 0,
    });
    const many = Array.from({ length: 200 }, (_, n) => `a=${candidate(PUBLIC).replace('7882', `${n + 1}`)}`);
    const answer = linesOf(await describeAs('answer', [...HEAD, ...DATA, ...many]));
    expect(answer.filter((line) => line.startsWith('a=candidate:'))).toHaveLength(64);
  });

  test('no other server to connect to, and TURN only at public addresses, with names resolved', async () => {
    const urls = (...list: string[]) => [new ICEServer({ urls: list, username: 'u', credential: 'c' })];
    for (const inside of INSIDE) {
      const host = inside.includes(':') ? `[${inside}]` : inside;
      const { alternativeUrl, iceServers } = await join({
        alternativeUrl: 'ws://127.0.0.1:1',
        iceServers: urls(
          `turn:${host}:3478?transport=udp`,
          `turns:${host}:443?transport=tcp`,
          `stun:${host}`,
        ),
      });
      expect({ alternativeUrl, iceServers }).toEqual({ alternativeUrl: '', iceServers: [] });
    }
    const outside = await join({
      iceServers: urls(
        `turn:${PUBLIC}:3478?transport=udp`,
        'turns:turn.example:443?transport=tcp',
        'turn:2130706433:1',
        `turn:${PUBLIC}:65536`,
      ),
    });
    expect(outside.iceServers).toMatchObject([
      { urls: [`turn:${PUBLIC}:3478?transport=udp`], username: 'u', credential: 'c' },
    ]);
    expect((await join({ iceServers: [new ICEServer({ urls: [`turn:${PUBLIC}`] })] })).iceServers).toEqual(
      [],
    );
    const regions = new RegionSettings({ regions: [new RegionInfo({ url: 'ws://127.0.0.1:1' })] });
    const action = LeaveRequest_Action.RECONNECT;
    const left = await pass({
      case: 'leave',
      value: new LeaveRequest({ regions, canReconnect: true, action }),
    });
    expect(left?.value).toMatchObject({ canReconnect: true, action });
    expect((left!.value as LeaveRequest).regions).toBeUndefined();
  });

  test('no server with a name that does not resolve in a second; STUN is not looked up', async () => {
    vi.useFakeTimers();
    names.set('slow.example', new Promise(() => undefined));
    names.set('quick.example', Promise.resolve([PUBLIC]));
    const server = (url: string) => new ICEServer({ urls: [url], username: 'u', credential: 'c' });
    const iceServers = ['turn:slow.example:3478', 'stun:slow.example:3478', 'turn:quick.example:3478'].map(
      server,
    );
    let passed: JoinResponse | undefined;
    void join({ iceServers }).then((message) => {
      passed = message;
    });
    await vi.advanceTimersByTimeAsync(900);
    expect(passed).toBeUndefined();
    await vi.advanceTimersByTimeAsync(200);
    expect(passed).toMatchObject({ iceServers: [{ urls: [`turn:${PUBLIC}:3478`] }] });
    expect((await join({ iceServers: [server('stun:slow.example:3478')] })).iceServers).toEqual([]);
  });
});

describe('messages that would crash the native client are removed', () => {
  test.each([
    [0, 0, 5, 15],
    [-1, -1, 5, 15],
    [2 ** 31 - 1, 2 ** 31 - 1, 30, 120],
    [20, 1, 20, 40],
  ])('pings each %i s with %i s of patience', async (pingInterval, pingTimeout, interval, timeout) => {
    expect(await join({ pingInterval, pingTimeout })).toMatchObject({
      pingInterval: interval,
      pingTimeout: timeout,
    });
  });

  test.each<[what: string, message: SignalResponse['message'], fault: string]>([
    [
      'a join message without a room',
      { case: 'join', value: new JoinResponse({ participant }) },
      'without a room',
    ],
    ['a join of nobody', { case: 'join', value: new JoinResponse({ room }) }, 'without a valid participant'],
    [
      'a join with an odd id',
      { case: 'join', value: joined({ participant: new ParticipantInfo({ sid: 'x', identity: 'avatar' }) }) },
      'without a valid participant',
    ],
    ['an answer of no type', { case: 'answer', value: new SessionDescription() }, 'has another type'],
    [
      'an offer that is an answer',
      { case: 'offer', value: new SessionDescription({ type: 'answer' }) },
      'type',
    ],
    [
      'no SDP',
      { case: 'answer', value: new SessionDescription({ type: 'answer', sdp: 'x' }) },
      'invalid session',
    ],
  ])('%s', (_, message, fault) => expect(pass(message)).rejects.toThrow(fault));

  test.each([
    ['m=audio 9 UDP/TLS/RTP/SAVPF'],
    ['m=audio 65536 UDP/TLS/RTP/SAVPF 111'],
    ['m=text 9 UDP/TLS/RTP/SAVPF 111'],
    ['m=application 9 UDP/TLS/RTP/SAVPF 111'],
  ])('a section %s', (line) =>
    expect(describeAs('answer', [...HEAD, line])).rejects.toThrow('invalid media section'),
  );

  test('a message of very many empty parts', async () => {
    const participants = Array.from({ length: 100_000 }, () => new ParticipantInfo());
    const update = { case: 'update' as const, value: new ParticipantUpdate({ participants }) };
    await expect(pass(update)).rejects.toThrow('more than 100000 items');
  });

  test('lines that do not parse, or that nobody needs, and pictures', async () => {
    const audio = 'm=audio 65535 UDP/TLS/RTP/SAVPF 111 0';
    const kept = [
      'a=rtpmap:111 opus/48000/2',
      'a=fmtp:111 minptime=10;useinbandfec=1',
      'a=msid:PA_1|user.{cam} TR_2',
      'a=sendonly',
      'a=rtcp-fb:111 nack',
      'a=ssrc:4294967295 cname:x',
    ];
    const odd = [
      'a=rtpmap:111 VP8/90000',
      'a=rtpmap:0 opus/48000',
      'a=fmtp:63 111/111',
      'a=rtcp-fb:x nack',
      'a=msid:x|TR_2 TR_2',
      'a=ssrc:4294967296 cname:x',
      'a=ssrc:1 msid:x y',
      'a=ssrc-group:FID 1 1',
      'a=fingerprint:md5 00',
      'a=candidate:1 1 udp x y z',
      'a=crypto:1 x',
      'b=AS:x',
      'z=x',
    ];
    const video = 'm=video 9 UDP/TLS/RTP/SAVPF 96';
    const written = kept.map((line) => (line.startsWith('a=rtcp-fb') ? `${line} ` : line));
    const lines = [...HEAD, 'a=extmap:1 urn:x', audio, ...written, ...odd, video, 'a=msid:PA_1|TR_3 TR_3'];
    expect(linesOf(await describeAs('offer', lines))).toEqual(
      [...HEAD, audio, 'c=IN IP4 0.0.0.0', ...kept].concat(video, 'c=IN IP4 0.0.0.0'),
    );
    const twice = [...HEAD, audio, 'a=msid:PA_1|TR_2 TR_2', audio, 'a=msid:PA_1|TR_2 TR_2'];
    await expect(describeAs('offer', twice)).rejects.toThrow('contains a track twice');
  });

  test.each<[what: string, message: SignalResponse['message']]>([
    ['an update of no room', { case: 'roomUpdate', value: new RoomUpdate() }],
    ['a move', { case: 'roomMoved', value: new RoomMovedResponse() }],
    ['speakers', { case: 'speakersChanged', value: new SpeakersChanged({ speakers: [{ sid: '' }] }) }],
    [
      'qualities',
      {
        case: 'connectionQuality',
        value: new ConnectionQualityUpdate({ updates: [{ participantSid: '' }] }),
      },
    ],
    ['an odd subscription', { case: 'trackSubscribed', value: new TrackSubscribed({ trackSid: '' }) }],
    ['a publication of nothing', { case: 'trackPublished', value: new TrackPublishedResponse({ cid: 'c' }) }],
    ['a candidate that is no JSON', { case: 'trickle', value: new TrickleRequest({ candidateInit: 'x' }) }],
    [
      'the end of candidates',
      { case: 'trickle', value: new TrickleRequest({ candidateInit: '{"candidate":""}' }) },
    ],
    ['a token with a line break', { case: 'refreshToken', value: 'a\nb' }],
    ['nothing', { case: undefined }],
  ])('%s is dropped', async (_, message) => {
    expect(await pass(message)).toBeUndefined();
  });

  test('sections of an offer without end', async () => {
    const value = new MediaSectionsRequirement({ numAudios: 2 ** 32 - 1, numVideos: 1 });
    expect((await pass({ case: 'mediaSectionsRequirement', value }))?.value).toMatchObject({
      numAudios: 16,
      numVideos: 1,
    });
  });

  test('what is no message', async () => {
    const signals = new CallerRoomSignals(isPublicAddress);
    await expect(signals.pass(Buffer.from('\xff\xff\xff', 'latin1'))).rejects.toThrow(
      'invalid LiveKit message',
    );
  });
});

describe('participants', () => {
  test('are known by valid ids, as what they are, with their sound', async () => {
    const others = [
      { sid: '', identity: 'nobody' },
      { sid: 'PA_a', identity: '' },
      { sid: 'PA_own', identity: 'another' },
      { sid: 'PA_b', identity: 'avatar' },
      {
        sid: 'PA_user',
        identity: 'user',
        state: 99 as ParticipantInfo_State,
        metadata: 'm'.repeat(1000),
        attributes: { a: 'b' },
        tracks: [
          new TrackInfo({ sid: 'TR_1', type: TrackType.AUDIO }),
          new TrackInfo({ sid: '', type: TrackType.AUDIO }),
          new TrackInfo({ sid: 'TR_2', type: TrackType.VIDEO }),
          new TrackInfo({ sid: 'TR_3', type: TrackType.DATA }),
        ],
      },
    ].map((info) => new ParticipantInfo(info));
    const { participant: own, otherParticipants } = await join({ otherParticipants: others });
    expect(own).toMatchObject({ sid: 'PA_own', identity: 'avatar', name: 'Maya' });
    expect(otherParticipants).toMatchObject([
      { sid: 'PA_user', state: ParticipantInfo_State.ACTIVE, metadata: '', tracks: [{ sid: 'TR_1' }] },
    ]);
    expect(otherParticipants[0]).toMatchObject({ attributes: {} });
  });

  test('that come without end are not told of', async () => {
    const signals = new CallerRoomSignals(isPublicAddress);
    const told = async (from: number) => {
      const participants = Array.from(
        { length: 6000 },
        (_, n) => new ParticipantInfo({ sid: `PA_${from + n}`, identity: `i${from + n}` }),
      );
      const value = new ParticipantUpdate({ participants });
      const passed = await signals.pass(
        new SignalResponse({ message: { case: 'update', value } }).toBinary(),
      );
      return (
        passed && (SignalResponse.fromBinary(passed).message.value as ParticipantUpdate).participants.length
      );
    };
    expect([await told(0), await told(6000), await told(12_000), await told(0)]).toEqual([
      6000,
      4000,
      undefined,
      6000,
    ]);
  });
});
