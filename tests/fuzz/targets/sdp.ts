import { answerPublisher } from '@visavis/server/dist/room-server/sdp/publisher-answer.js';
import { parseSdp } from '@visavis/server/dist/room-server/sdp/session-description.js';
import type { FuzzTarget } from '../fuzz-target.ts';

const HEAD = 'v=0 o=-_1_2_IN_IP4_127.0.0.1 s=- t=0_0 a=group:BUNDLE_0_1_2 a=ice-ufrag:theirs';
const AUDIO =
  'm=audio_9_UDP/TLS/RTP/SAVPF_63_111 a=mid:0 a=sendonly a=msid:-_mic a=rtpmap:63_red/48000/2 a=fmtp:63_111/111 a=rtpmap:111_opus/48000/2 a=rtcp-fb:111_transport-cc a=extmap:4_urn:ietf:params:rtp-hdrext:sdes:mid a=ssrc:1001_cname:x';
const VIDEO =
  'm=video_0_UDP/TLS/RTP/SAVPF_96_97_45_103_98 a=bundle-only a=mid:1 a=rtpmap:96_VP8/90000 a=rtcp-fb:*_nack a=rtpmap:97_rtx/90000 a=fmtp:97_apt=96 a=rtpmap:45_AV1/90000 a=rtpmap:98_VP9/90000 a=fmtp:98_profile-id=0 a=rtpmap:103_H264/90000 a=fmtp:103_packetization-mode=1;profile-level-id=42e01f a=ssrc-group:FID_2001_2002 a=ssrc:2001_msid:-_cam a=rid:q_send';
const DATA = 'm=application_9_UDP/DTLS/SCTP_webrtc-datachannel a=mid:2 a=fingerprint:sha-256_11:22';
/** Joins words into lines; `_` stands for a space. */
const sdp = (...words: string[]) => words.join(' ').replaceAll(' ', '\r\n').replaceAll('_', ' ');
const local = { fragment: 'ours', password: 'ourpassword', fingerprint: 'sha-256 AA:BB', addresses: [] };

export const target: FuzzTarget = {
  about: 'offers and answers of clients (SDP), and what they are answered with',
  covers: ['/room-server/sdp/'],
  seeds: [sdp(HEAD), sdp(HEAD, AUDIO, DATA), sdp(HEAD, AUDIO, VIDEO, DATA)],
  tokens: '\r\na=recvonly\r\n \r\na=inactive\r\n \r\nm=video \r\nm=audio a=rtpmap: a=fmtp: / ; = *',
  declares: [Error],
  read: (input) =>
    answerPublisher(parseSdp(input.toString()), {
      sessionId: '1',
      version: 1,
      local,
      preferredCodec: (trackId) => (trackId === 'cam' ? 'H264' : undefined),
      audioOptions: () => ({ stereo: true, dtx: true, red: true }),
    }),
};
