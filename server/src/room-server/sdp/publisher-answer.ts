import type { TrackCodec, VideoCodec } from '../rtp/keyframe.ts';
import { noExtensions, type UplinkExtensions } from '../rtp/uplink.ts';
import type { UplinkTrackDescription } from '../rtp/uplink-track.ts';
import type { LocalTransportParameters } from '../transport/peer-transport.ts';
import { answerLines, extensionsToAnswer } from './answer-lines.ts';
import { dataSectionLines, joinLines, sessionLines, transportLines } from './sdp-lines.ts';
import {
  findRed,
  findRtx,
  type SdpCodec,
  type SdpSection,
  type SessionDescription,
} from './session-description.ts';
import { forwardedVideoCodecs, pickVideoFormat } from './video-codecs.ts';

/** A media section in which the publisher sends. */
export interface PublishedSection extends Omit<UplinkTrackDescription, 'cid'> {
  readonly trackId: string;
  /** The offered format parameters, which hold H264's profile. */
  readonly parameters: string;
  readonly ssrcs: readonly { readonly ssrc: number; readonly rtxSsrc: number | undefined }[];
}

export interface AudioOptions {
  readonly stereo: boolean;
  readonly dtx: boolean;
  /** Redundant audio (RED). */
  readonly red: boolean;
}

export interface PublisherAnswer {
  readonly sdp: string;
  readonly published: readonly PublishedSection[];
  readonly extensions: UplinkExtensions;
}

export interface AnswerOptions {
  readonly sessionId: string;
  readonly version: number;
  readonly local: LocalTransportParameters;
  /** The codec that the publisher named for a track, if any. */
  readonly preferredCodec: (trackId: string) => TrackCodec | undefined;
  readonly audioOptions: (trackId: string) => AudioOptions;
  /** Returns the lines of a section in which the client receives; undefined if it receives nothing there. */
  readonly receiveLines?: (section: SdpSection) => string[] | undefined;
}

/**
 * Answers a publisher's offer. Each section in which it sends lists first the codec that it is to send, then the others
 * that could be forwarded, because a Pion client offers later tracks only in codecs that an answer has named before.
 * The other sections are `inactive`: no known section is rejected, so that the first one can remain the BUNDLE tag
 * whatever becomes of it.
 */
export function answerPublisher(offer: SessionDescription, options: AnswerOptions): PublisherAnswer {
  const extensions = noExtensions();
  const published: PublishedSection[] = [];
  const bundled: string[] = [];
  const transport = transportLines(options.local);
  const body: string[] = [];
  for (const section of offer.sections) {
    if (section.rejected) {
      body.push(...rejectedLines(section));
      continue;
    }
    if (section.kind === 'application') {
      bundled.push(section.mid);
      body.push(...dataSectionLines(section.mid, transport));
      continue;
    }
    const receive = section.direction === 'recvonly' ? options.receiveLines?.(section) : undefined;
    if (receive !== undefined) {
      bundled.push(section.mid);
      body.push(...receive);
      continue;
    }
    const codec = chooseCodec(section, options.preferredCodec(section.trackId));
    if (codec === undefined) {
      body.push(...rejectedLines(section));
      continue;
    }
    bundled.push(section.mid);
    const receiving = section.direction === 'sendrecv' || section.direction === 'sendonly';
    body.push(...publishedLines(section, codec, receiving, transport, options));
    if (!receiving) continue;
    Object.assign(extensions, extensionsToAnswer(section));
    published.push(describe(section, codec, options));
  }
  const head = sessionLines(options.sessionId, options.version, bundled);
  return { sdp: joinLines([...head, ...body]), published, extensions };
}

function chooseCodec(section: SdpSection, preferred: TrackCodec | undefined): SdpCodec | undefined {
  if (section.kind === 'audio') return section.codecs.find((codec) => codec.name === 'OPUS');
  if (section.kind !== 'video') return undefined;
  // A client that names no codec lists the one that it will send first (LiveKit's Go SDK).
  const names = [preferred, ...section.codecs.map(({ name }) => name)];
  const known = names.filter((name): name is VideoCodec =>
    forwardedVideoCodecs.some((codec) => codec === name),
  );
  for (const name of new Set(known)) {
    const format = pickVideoFormat(section, name);
    if (format !== undefined) return format;
  }
  return undefined;
}

function describe(section: SdpSection, codec: SdpCodec, options: AnswerOptions): PublishedSection {
  return {
    kind: section.kind as 'audio' | 'video',
    mid: section.mid,
    trackId: section.trackId,
    codec: codec.name === 'OPUS' ? 'opus' : (codec.name as TrackCodec),
    payloadType: codec.payloadType,
    rtxPayloadType: findRtx(section.codecs, codec.payloadType)?.payloadType,
    redPayloadType: redOf(section, codec, options)?.payloadType,
    clockRate: codec.clockRate,
    parameters: codec.parameters,
    rids: section.sendRids,
    ssrcs: section.sendRids.length > 0 ? [] : section.streams,
    nack: codec.feedback.includes('nack'),
  };
}

function redOf(section: SdpSection, codec: SdpCodec, { audioOptions }: AnswerOptions): SdpCodec | undefined {
  return codec.name === 'OPUS' && audioOptions(section.trackId).red
    ? findRed(section.codecs, codec)
    : undefined;
}

function publishedLines(
  section: SdpSection,
  codec: SdpCodec,
  receiving: boolean,
  transport: readonly string[],
  options: AnswerOptions,
): string[] {
  const lines = answerLines(section, codec, {
    direction: receiving ? 'recvonly' : 'inactive',
    transport,
    red: redOf(section, codec, options),
    opusParameters: opusParameters(options.audioOptions(section.trackId)),
  });
  if (receiving && section.sendRids.length > 0) {
    lines.push(...section.sendRids.map((rid) => `a=rid:${rid} recv`));
    lines.push(`a=simulcast:recv ${section.sendRids.join(';')}`);
  }
  return lines;
}

function opusParameters(audio: AudioOptions): string {
  const stereo = audio.stereo ? ';stereo=1;sprop-stereo=1' : '';
  return `minptime=10;useinbandfec=1${stereo}${audio.dtx ? ';usedtx=1' : ''}`;
}

function rejectedLines(section: SdpSection): string[] {
  return [
    `m=${section.kind} 0 ${section.protocol} ${section.formats.join(' ')}`,
    'c=IN IP4 0.0.0.0',
    `a=mid:${section.mid}`,
    'a=inactive',
  ];
}
