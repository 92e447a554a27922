import type { DownlinkFormat } from '../rtp/downlink-header.ts';
import type { DownlinkTrack } from '../rtp/downlink-track.ts';
import type { LocalTransportParameters } from '../transport/peer-transport.ts';
import { dataSectionLines, extensionUri, joinLines, sessionLines, transportLines } from './sdp-lines.ts';
import { findRtx, type SdpSection, type SessionDescription } from './session-description.ts';
import { type OfferedCodec, offerCodec, offerCodecs } from './video-codecs.ts';

export interface SubscriberTrack {
  readonly trackSid: string;
  /** The first part of `msid`; tracks that share it play in sync. */
  readonly streamId: string;
  readonly downlink: DownlinkTrack;
  readonly stereo: boolean;
  /** Whether to offer redundant audio (RED). */
  readonly red: boolean;
  /** H264's profile as the publisher negotiated it. */
  readonly codecParameters: string;
}

interface Section {
  mid: string;
  kind: 'audio' | 'video';
  track: SubscriberTrack | undefined;
  /** A `retiring` section has been offered with port 0; its line may be reused after the answer. */
  stage: 'active' | 'inactive' | 'retiring' | 'retired';
}

const OPUS_TYPE = 111;
const RED_TYPE = 63;
const DATA_MID = '0';
const ABS_SEND_TIME_ID = 2;
const MAX_INACTIVE = 8;

/**
 * The media sections of one subscriber. A removed track leaves an inactive section behind. The oldest of these are
 * retired and their lines reused with a new mid, as JSEP (RFC 8829 §5.2.2) allows, so that the SDP of a long
 * conversation with many republished tracks does not grow endlessly.
 */
export class SubscriberOffer {
  readonly #sections: Section[] = [];
  #nextMid = 1;

  add(track: SubscriberTrack): void {
    const { kind } = track.downlink.uplink.description;
    const fresh: Section = { mid: String(this.#nextMid++), kind, track, stage: 'active' };
    const reusable = this.#sections.findIndex(
      (section) => section.stage === 'retired' && section.kind === kind,
    );
    if (reusable >= 0) this.#sections[reusable] = fresh;
    else this.#sections.push(fresh);
  }

  remove(trackSid: string): void {
    const section = this.#sections.find((candidate) => candidate.track?.trackSid === trackSid);
    if (section === undefined) return;
    section.track = undefined;
    section.stage = 'inactive';
    const inactive = this.#sections.filter((candidate) => candidate.stage === 'inactive');
    if (inactive.length > MAX_INACTIVE) inactive[0]!.stage = 'retiring';
  }

  get size(): number {
    return this.#sections.length;
  }

  /** Returns track sids by mid, which LiveKit's clients expect beside the SDP. */
  midToTrackSid(): Record<string, string> {
    const entries: Record<string, string> = {};
    for (const { mid, track } of this.#sections) if (track !== undefined) entries[mid] = track.trackSid;
    return entries;
  }

  build(sessionId: string, version: number, local: LocalTransportParameters): string {
    const transport = transportLines(local);
    const gone = (section: Section) => section.stage === 'retiring' || section.stage === 'retired';
    const mids = [
      DATA_MID,
      ...this.#sections.filter((section) => !gone(section)).map((section) => section.mid),
    ];
    return joinLines([
      ...sessionLines(sessionId, version, mids),
      // The data section comes first: it is never rejected, so it remains the BUNDLE tag.
      ...dataSectionLines(DATA_MID, transport),
      ...this.#sections.flatMap((section) => sectionLines(section, transport, gone(section))),
    ]);
  }

  /**
   * Starts the tracks that the answer accepted.
   * @returns the sids of the tracks that the client now receives, and of those that the answer rejected.
   */
  applyAnswer(answer: SessionDescription): { accepted: string[]; declined: string[] } {
    const accepted: string[] = [];
    const declined: string[] = [];
    for (const section of this.#sections) {
      if (section.stage === 'retiring') section.stage = 'retired';
      const { track } = section;
      const answered = answer.sections.find((candidate) => candidate.mid === section.mid);
      if (track === undefined || answered === undefined) continue;
      if (answered.rejected || answered.direction === 'inactive') {
        declined.push(track.trackSid);
        continue;
      }
      if (answered.direction !== 'recvonly' && answered.direction !== 'sendrecv') continue;
      const format = negotiated(track, answered);
      if (format === undefined) {
        declined.push(track.trackSid);
        continue;
      }
      track.downlink.start(format);
      accepted.push(track.trackSid);
    }
    return { accepted, declined };
  }
}

/** @returns undefined if the receiver does not support the track's codec. */
function negotiated(track: SubscriberTrack, answered: SdpSection): DownlinkFormat | undefined {
  const { codec } = track.downlink.uplink.description;
  const payloadType = codec === 'opus' ? OPUS_TYPE : offerCodec(codec, track.codecParameters).payloadType;
  if (!answered.codecs.some((format) => format.payloadType === payloadType)) return undefined;
  return {
    payloadType,
    redPayloadType: track.red ? answered.codecs.find(({ name }) => name === 'RED')?.payloadType : undefined,
    rtxPayloadType: findRtx(answered.codecs, payloadType)?.payloadType,
    absSendTime: answered.extensions.absSendTime ?? 0,
  };
}

function sectionLines(section: Section, transport: readonly string[], gone: boolean): string[] {
  const { track, kind, mid } = section;
  if (track === undefined) {
    const type = kind === 'audio' ? OPUS_TYPE : offerCodec('VP8', '').payloadType;
    const mapping = kind === 'audio' ? 'opus/48000/2' : 'VP8/90000';
    return [
      `m=${kind} ${gone ? 0 : 9} UDP/TLS/RTP/SAVPF ${type}`,
      ...(gone ? ['c=IN IP4 0.0.0.0'] : transport),
      `a=mid:${mid}`,
      'a=inactive',
      'a=rtcp-mux',
      `a=rtpmap:${type} ${mapping}`,
    ];
  }
  const { downlink } = track;
  const { codec } = downlink.uplink.description;
  const video = codec === 'opus' ? [] : offerCodecs(codec, track.codecParameters);
  const audio = track.red ? [RED_TYPE, OPUS_TYPE] : [OPUS_TYPE];
  const types =
    codec === 'opus'
      ? audio
      : video.flatMap(({ payloadType, rtxPayloadType }) => [payloadType, rtxPayloadType]);
  const head = [
    `m=${kind} 9 UDP/TLS/RTP/SAVPF ${types.join(' ')}`,
    ...transport,
    `a=mid:${mid}`,
    'a=sendonly',
    'a=rtcp-mux',
    'a=rtcp-rsize',
    `a=msid:${track.streamId} ${track.trackSid}`,
  ];
  const cname = `a=ssrc:${downlink.ssrc} cname:${track.streamId}`;
  if (codec === 'opus') {
    return [
      ...head,
      ...(track.red
        ? [`a=rtpmap:${RED_TYPE} red/48000/2`, `a=fmtp:${RED_TYPE} ${OPUS_TYPE}/${OPUS_TYPE}`]
        : []),
      `a=rtpmap:${OPUS_TYPE} opus/48000/2`,
      `a=fmtp:${OPUS_TYPE} minptime=10;useinbandfec=1${track.stereo ? ';stereo=1;sprop-stereo=1' : ''}`,
      `a=rtcp-fb:${OPUS_TYPE} nack`,
      cname,
    ];
  }
  return [
    ...head,
    ...video.flatMap(formatLines),
    `a=extmap:${ABS_SEND_TIME_ID} ${extensionUri.absSendTime}`,
    `a=ssrc-group:FID ${downlink.ssrc} ${downlink.rtxSsrc}`,
    cname,
    `a=ssrc:${downlink.rtxSsrc} cname:${track.streamId}`,
  ];
}

function formatLines({ name, payloadType, rtxPayloadType, parameters }: OfferedCodec): string[] {
  return [
    `a=rtpmap:${payloadType} ${name}/90000`,
    ...(parameters === '' ? [] : [`a=fmtp:${payloadType} ${parameters}`]),
    ...['goog-remb', 'ccm fir', 'nack', 'nack pli'].map((feedback) => `a=rtcp-fb:${payloadType} ${feedback}`),
    `a=rtpmap:${rtxPayloadType} rtx/90000`,
    `a=fmtp:${rtxPayloadType} apt=${payloadType}`,
  ];
}
