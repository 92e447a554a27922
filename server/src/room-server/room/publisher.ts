import { EventEmitter } from 'node:events';
import {
  type AddTrackRequest,
  BackupCodecPolicy,
  Encryption_Type,
  SimulcastCodecInfo,
  TrackInfo,
  TrackSource,
  TrackType,
} from '@livekit/protocol';
import type { TrackCodec, VideoCodec } from '../rtp/keyframe.ts';
import { Uplink } from '../rtp/uplink.ts';
import { answerPublisher, type PublishedSection } from '../sdp/publisher-answer.ts';
import type { ReceiveSections } from '../sdp/receive-sections.ts';
import { parseSdp } from '../sdp/session-description.ts';
import { forwardedVideoCodecs } from '../sdp/video-codecs.ts';
import { createSid, type SidPrefix } from '../sids.ts';
import type { WeriftTransport } from '../transport/werift-transport.ts';
import type { Encoding, PublishedTrack } from './published-track.ts';

export interface PublisherEvents {
  published: [track: PublishedTrack];
  unpublished: [track: PublishedTrack];
  /** A track's second codec was added or removed: see `track.backup`. */
  backup: [track: PublishedTrack];
  /** An RTP packet, for `uplink`. */
  rtp: [packet: Buffer];
  data: [label: string, message: Buffer];
  /** An offer was answered. The client receives these tracks. */
  answered: [receivedTrackSids: readonly string[]];
}

/** Sections of ended tracks stay in a client's offers, each of which is read in full. Beyond this it must reconnect. */
const MAX_ANNOUNCED = 512;

/** The connection on which a participant sends: its announced tracks, and their media. */
export class Publisher extends EventEmitter<PublisherEvents> {
  readonly uplink: Uplink;
  readonly tracks = new Map<string, PublishedTrack>();
  readonly transport: WeriftTransport;
  readonly #sessionId: string;
  /** Announced tracks whose media has not been negotiated yet, by client id. */
  readonly #pending = new Map<string, TrackInfo>();
  /** Announced second codecs of existing tracks, by client id. */
  readonly #pendingBackups = new Map<string, { track: PublishedTrack; codec: VideoCodec }>();
  readonly #maxTracks: number;
  readonly #receiveSections: ReceiveSections | undefined;
  /** The number of tracks and second codecs so far: the sections of ended ones stay in a client's offers. */
  #announced = 0;
  #answerVersion = 0;
  #remoteFragment = '';

  /** @param receiveSections if the client also receives on this connection */
  constructor(
    transport: WeriftTransport,
    sessionId: string,
    maxTracks: number,
    receiveSections?: ReceiveSections,
  ) {
    super();
    this.transport = transport;
    this.#sessionId = sessionId;
    this.#maxTracks = maxTracks;
    this.#receiveSections = receiveSections;
    this.uplink = new Uplink((packet) => transport.sendRtcp(packet), transport.guard);
    transport.on('rtp', (packet) => this.emit('rtp', packet));
    transport.on('rtcp', (compound) => this.uplink.handleRtcp(compound));
    transport.channels.on('message', (label, message) => this.emit('data', label, message));
  }

  /**
   * Announces a track that the client is going to send, or the second codec of one that it sends.
   * @returns undefined if it has too many already.
   */
  announce(request: AddTrackRequest): TrackInfo | undefined {
    const track = this.tracks.get(request.sid);
    if (track !== undefined) return this.#announceBackup(track, request);
    const known = this.#pending.get(request.cid) ?? this.#findByCid(request.cid)?.info;
    if (known !== undefined) return known;
    if (this.#pending.size + this.tracks.size >= this.#maxTracks) return undefined;
    this.#announced++;
    const info = createTrackInfo(request);
    this.#pending.set(request.cid, info);
    return info;
  }

  findInfo(trackSid: string): TrackInfo | undefined {
    const track = this.tracks.get(trackSid);
    return track?.info ?? [...this.#pending.values()].find((info) => info.sid === trackSid);
  }

  /**
   * @param sendAnswer called with the answer, before it takes effect
   * @throws Error if the offer cannot be read.
   */
  answer(
    sdp: string,
    sendAnswer: (answer: { sdp: string; midToTrackId: Record<string, string> }) => void,
  ): void {
    const receiveSections = this.#receiveSections;
    const announced = Math.min(this.#announced, MAX_ANNOUNCED);
    const requested = Math.min(receiveSections?.requested ?? 0, MAX_ANNOUNCED);
    const offer = parseSdp(sdp, announced + requested);
    const { iceFragment, fingerprints } = offer;
    if (this.#remoteFragment !== '' && iceFragment !== this.#remoteFragment) this.transport.restartIce();
    this.#remoteFragment = iceFragment;
    this.transport.setRemoteFingerprints(fingerprints);
    const received = receiveSections?.assign(offer) ?? [];
    const local = this.transport.local();
    const answer = answerPublisher(offer, {
      sessionId: this.#sessionId,
      version: ++this.#answerVersion,
      local,
      preferredCodec: (trackId) => this.#preferredCodec(trackId),
      audioOptions: (trackId) => {
        const info = this.#infoOf(trackId);
        const red = info !== undefined && !info.disableRed;
        return { stereo: info?.stereo ?? false, dtx: info !== undefined && !info.disableDtx, red };
      },
      receiveLines: (section) => receiveSections?.lines(section, local),
    });
    Object.assign(this.uplink.extensions, answer.extensions);
    sendAnswer({ sdp: answer.sdp, midToTrackId: receiveSections?.midToTrackSid() ?? {} });
    receiveSections?.start(offer);
    this.#reconcile(answer.published);
    this.emit('answered', received);
  }

  /** Unpublishes the tracks for which `unwanted` returns true, including announced ones. */
  unpublishWhere(unwanted: (info: TrackInfo) => boolean): void {
    for (const [cid, info] of this.#pending) if (unwanted(info)) this.#pending.delete(cid);
    for (const { info } of this.tracks.values()) if (unwanted(info)) this.#unpublish(info.sid);
  }

  close(): void {
    this.uplink.close();
    this.transport.close('the participant left');
    this.removeAllListeners();
  }

  #announceBackup(track: PublishedTrack, request: AddTrackRequest): TrackInfo | undefined {
    const codec = videoCodecOf(request.simulcastCodecs[0]?.codec ?? '');
    const info = track.info.codecs.slice(1).find(({ mimeType }) => videoCodecOf(mimeType) === codec);
    if (codec === undefined || info === undefined || track.backup !== undefined) return undefined;
    this.#announced++;
    info.cid = request.cid;
    info.layers = request.layers;
    for (const [cid, pending] of this.#pendingBackups)
      if (pending.track === track) this.#pendingBackups.delete(cid);
    this.#pendingBackups.set(request.cid, { track, codec });
    return track.info;
  }

  #unpublish(trackSid: string): void {
    const track = this.tracks.get(trackSid);
    if (track === undefined) return;
    this.tracks.delete(trackSid);
    for (const [cid, pending] of this.#pendingBackups)
      if (pending.track === track) this.#pendingBackups.delete(cid);
    this.uplink.removeTrack(track.uplink);
    if (track.backup !== undefined) this.uplink.removeTrack(track.backup.uplink);
    this.emit('unpublished', track);
  }

  #findByCid(cid: string): PublishedTrack | undefined {
    return [...this.tracks.values()].find((track) => track.cid === cid || track.backup?.cid === cid);
  }

  #preferredCodec(cid: string): TrackCodec | undefined {
    const pending = this.#pendingBackups.get(cid)?.codec;
    const track = this.#findByCid(cid);
    if (track?.backup?.cid === cid) return track.backup.uplink.description.codec;
    return pending ?? videoCodecOf(this.#infoOf(cid)?.mimeType ?? '');
  }

  #infoOf(cid: string): TrackInfo | undefined {
    return this.#pending.get(cid) ?? this.#findByCid(cid)?.info;
  }

  #reconcile(sections: readonly PublishedSection[]): void {
    const sent = ({ mid, uplink }: Encoding) => {
      const section = sections.find((candidate) => candidate.mid === mid);
      return section !== undefined && (section.trackId === '' || section.trackId === uplink.description.cid);
    };
    for (const track of this.tracks.values()) {
      if (!sent(track)) this.#unpublish(track.info.sid);
      else if (track.backup !== undefined && !sent(track.backup)) {
        this.uplink.removeTrack(track.backup.uplink);
        track.backup = undefined;
        this.emit('backup', track);
      }
    }
    const known = [...this.tracks.values()].flatMap((track) => [track.mid, track.backup?.mid]);
    for (const section of sections) {
      if (known.includes(section.mid)) continue;
      const backup = this.#pendingBackups.get(section.trackId);
      if (backup === undefined) this.#publish(section);
      else if (section.kind === 'video') this.#publishBackup(backup.track, section);
    }
  }

  #publish(section: PublishedSection): void {
    // Some browsers put another track id into the SDP than the page sees; the track is then found by its kind.
    const type = section.kind === 'audio' ? TrackType.AUDIO : TrackType.VIDEO;
    const cid = this.#pending.has(section.trackId)
      ? section.trackId
      : [...this.#pending].find(([, info]) => info.type === type)?.[0];
    const info = this.#pending.get(cid ?? '');
    // Native clients end their process if a track is announced as one kind and sent as another.
    if (cid === undefined || info?.type !== type) return;
    this.#pending.delete(cid);
    info.mid = section.mid;
    info.mimeType = `${section.kind}/${section.codec}`;
    const [first, ...others] = info.codecs;
    first!.mimeType = info.mimeType;
    first!.mid = section.mid;
    info.codecs = [first!, ...others.filter(({ mimeType }) => mimeType !== info.mimeType)];
    info.simulcast = section.rids.length > 1;
    const track = { ...this.#receive(section, cid), info, backup: undefined, regressed: false };
    this.tracks.set(info.sid, track);
    this.emit('published', track);
  }

  #publishBackup(track: PublishedTrack, section: PublishedSection): void {
    this.#pendingBackups.delete(section.trackId);
    const codec = track.info.codecs.find(({ cid }) => cid === section.trackId);
    if (codec !== undefined) codec.mid = section.mid;
    track.backup = this.#receive(section, section.trackId);
    this.emit('backup', track);
  }

  #receive(section: PublishedSection, cid: string): Encoding {
    const uplink = this.uplink.addTrack({ ...section, cid: section.trackId });
    for (const { ssrc, rtxSsrc } of section.ssrcs) this.uplink.announce(uplink, ssrc, rtxSsrc);
    const codecParameters = section.codec === 'H264' ? section.parameters : '';
    return { cid, mid: section.mid, uplink, codecParameters };
  }
}

/** @param name with or without the kind: browsers send `h264`, LiveKit's Go SDK sends `video/H264` */
function videoCodecOf(name: string): VideoCodec | undefined {
  const last = name.split('/').at(-1)?.toUpperCase();
  return forwardedVideoCodecs.find((codec) => codec === last);
}

/** Returns the name of the requested video codec if rooms do not support it, otherwise an empty string. */
export function unsupportedCodec({ type, simulcastCodecs }: AddTrackRequest): string {
  const named = simulcastCodecs[0]?.codec ?? '';
  return type === TrackType.VIDEO && videoCodecOf(named) === undefined ? named : '';
}

function createTrackInfo(request: AddTrackRequest): TrackInfo {
  const video = request.type === TrackType.VIDEO;
  const named = request.simulcastCodecs[0]?.codec ?? '';
  // A client sends the codec of the answer, even if it named another. If it named none, its offer determines the codec.
  const mimeType = !video ? 'audio/opus' : named === '' ? '' : `video/${videoCodecOf(named) ?? 'VP8'}`;
  const codec = new SimulcastCodecInfo({ mimeType, cid: request.cid, layers: request.layers });
  // The client sends the second codec once it learns that a subscriber wants it.
  const second = video && named !== '' ? videoCodecOf(request.simulcastCodecs[1]?.codec ?? '') : undefined;
  const backup =
    second === undefined || `video/${second}` === mimeType
      ? []
      : [new SimulcastCodecInfo({ mimeType: `video/${second}` })];
  return new TrackInfo({
    sid: createSid(sidPrefix(video, request.source)),
    type: request.type,
    name: request.name,
    muted: request.muted,
    width: request.width,
    height: request.height,
    simulcast: request.layers.length > 1,
    disableDtx: request.disableDtx,
    source: request.source,
    layers: request.layers,
    mimeType,
    stereo: request.stereo,
    // RED needs to parse frames, which is impossible if they are encrypted end to end.
    disableRed: video || request.disableRed || request.encryption !== Encryption_Type.NONE,
    encryption: request.encryption,
    packetTrailerFeatures: [...new Set(request.packetTrailerFeatures)],
    stream: request.stream,
    audioFeatures: request.audioFeatures,
    codecs: [codec, ...backup],
    // A client that merely prefers a single codec for all sends both: switching everyone to the second would interrupt
    // the video of subscribers that do not need it.
    backupCodecPolicy: request.backupCodecPolicy || BackupCodecPolicy.SIMULCAST,
  });
}

function sidPrefix(video: boolean, source: TrackSource): SidPrefix {
  if (video) return source === TrackSource.SCREEN_SHARE ? 'TR_VS' : 'TR_VC';
  return source === TrackSource.SCREEN_SHARE_AUDIO ? 'TR_AS' : 'TR_AM';
}
