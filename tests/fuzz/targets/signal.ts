import { SignalRequest } from '@livekit/protocol';
import { type FuzzTarget, packetsOf, sequenceOf } from '../fuzz-target.ts';
import { openRoom } from '../open-room.ts';

const bytesOf = (json: object) => SignalRequest.fromJsonString(JSON.stringify(json)).toBinary();
const sdp =
  'v=0\r\no=- 1 2 IN IP4 0\r\ns=-\r\nt=0 0\r\na=fingerprint:sha-256 11:22\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=mid:0\r\na=sendonly\r\na=msid:- mic\r\na=rtpmap:111 opus/48000/2\r\na=ssrc:1 cname:x\r\n';
const OFFER = bytesOf({ offer: { type: 'offer', sdp } });
const TRACK = bytesOf({ addTrack: { cid: 'mic', name: 'mic', source: 2, layers: [{ width: 1 }] } });
const MESSAGES = [
  { subscription: { trackSids: ['TR_1'], subscribe: true } },
  { trackSetting: { trackSids: ['TR_1'], width: 640, fps: 30 } },
  { subscriptionPermission: { trackPermissions: [{ participantSid: 'PA_1', allTracks: true }] } },
  { updateMetadata: { metadata: 'm', attributes: { a: 'b' } } },
  { syncState: { trackSidsDisabled: ['TR_1'] } },
  { simulate: { speakerUpdate: 1 } },
  { publishDataTrackRequest: { pubHandle: 1, name: 'd' } },
  { updateDataSubscription: { updates: [{ trackSid: 'DTR_1', subscribe: true }] } },
].map(bytesOf);
const ENUMERATIONS = [
  { pingReq: { timestamp: '1' } },
  { addTrack: { cid: 'a', type: 1, source: 2, audioFeatures: [1], encryption: 2, backupCodecPolicy: 1 } },
  { publishDataTrackRequest: { pubHandle: 2, name: 'j', encryption: 1 } },
  { updateAudioTrack: { trackSid: 'TR_1', features: [1] } },
].map(bytesOf);

export const target: FuzzTarget = {
  about: 'requests of a client on its signalling connection, and what another of its room hears of them',
  covers: ['/room-server/signal/', '/room-server/room/', '/room-server/sdp/'],
  seeds: [
    sequenceOf(TRACK, OFFER),
    sequenceOf(...MESSAGES),
    sequenceOf(TRACK, OFFER, ...ENUMERATIONS),
    sequenceOf(OFFER, TRACK, ...MESSAGES.slice(3)),
  ],
  // Each input makes four connections: their code is compiled late, and caches fill up only after hundreds of inputs.
  mayKeep: 512 * 1024,
  tokens: 'TR_1 a=recvonly \r\nm=video',
  read(input) {
    const room = openRoom();
    room.join('other');
    const client = room.join('client');
    for (const packet of packetsOf(input)) client.emit('message', packet);
    return room.finish();
  },
};
