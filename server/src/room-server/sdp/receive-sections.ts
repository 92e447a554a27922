import type { LocalTransportParameters } from '../transport/peer-transport.ts';
import { mediaLines } from './media-lines.ts';
import { transportLines } from './sdp-lines.ts';
import {
  findRed,
  findRtx,
  type SdpCodec,
  type SdpSection,
  type SessionDescription,
} from './session-description.ts';
import type { SubscriberTrack } from './subscriber-offer.ts';
import { pickVideo } from './video-codecs.ts';

interface Place {
  readonly track: SubscriberTrack;
  mid: string | undefined;
  /** The client offered a section but supports no codec of this track. */
  undecodable: boolean;
}

/**
 * The sections of a shared connection in which the client offers to receive (`/rtc/v1`). The client makes the offers;
 * the answers assign tracks to its `recvonly` sections. A section that lost its track is answered `inactive` once
 * before it carries another, so that the client sees one track end and the other begin.
 */
export class ReceiveSections {
  /** How many sections the client has been asked to add so far. */
  requested = 0;
  readonly #places = new Map<string, Place>();
  readonly #placeByMid = new Map<string, Place>();
  /** The sections of the last offer that can receive, by mid. The next answer may use those that are `resting`. */
  readonly #sections = new Map<string, { kind: string; resting: boolean }>();

  add(track: SubscriberTrack): void {
    this.#places.set(track.trackSid, { track, mid: undefined, undecodable: false });
  }

  remove(trackSid: string): void {
    const mid = this.#places.get(trackSid)?.mid;
    if (mid !== undefined) this.#placeByMid.delete(mid);
    this.#places.delete(trackSid);
  }

  /** Whether a track or an ended section waits for the client's next offer. */
  get pending(): boolean {
    const waiting = [...this.#places.values()].some((place) => place.mid === undefined && !place.undecodable);
    return waiting || this.#abandoned().length > 0;
  }

  /** Returns the sids of the tracks whose codec the client does not support. */
  undecodable(): string[] {
    const refused = [...this.#places.values()].filter(({ undecodable }) => undecodable);
    return refused.map(({ track }) => track.trackSid);
  }

  /** Returns how many sections the client must add to its offer, and adds them to `requested`. */
  request(): { audios: number; videos: number } {
    const count = (kind: 'audio' | 'video') => {
      const waiting = [...this.#places.values()].filter(
        ({ track, mid, undecodable }) =>
          mid === undefined && !undecodable && track.downlink.uplink.description.kind === kind,
      );
      const free = [...this.#sections.values()].filter((section) => section.kind === kind && section.resting);
      return Math.max(0, waiting.length - free.length);
    };
    const [audios, videos] = [count('audio'), count('video')];
    this.requested += audios + videos;
    return { audios, videos };
  }

  /** Returns track sids by mid, which LiveKit's clients expect beside the SDP. */
  midToTrackSid(): Record<string, string> {
    return Object.fromEntries([...this.#placeByMid].map(([mid, { track }]) => [mid, track.trackSid]));
  }

  /** Assigns waiting tracks to the sections of an offer. @returns the sids of the tracks that it can receive. */
  assign(offer: SessionDescription): string[] {
    const abandoned = new Set(this.#abandoned());
    this.#sections.clear();
    const assigned: string[] = [];
    for (const section of offer.sections) {
      if (section.rejected || section.direction !== 'recvonly') continue;
      const taken = this.#placeByMid.get(section.mid);
      const entry = { kind: section.kind, resting: taken === undefined };
      this.#sections.set(section.mid, entry);
      if (taken !== undefined) assigned.push(taken.track.trackSid);
      if (taken !== undefined || abandoned.has(section.mid)) continue;
      for (const place of this.#places.values()) {
        if (place.mid !== undefined || place.track.downlink.uplink.description.kind !== section.kind)
          continue;
        if (chooseCodec(section, place.track) === undefined) {
          place.undecodable = true;
          continue;
        }
        place.mid = section.mid;
        this.#placeByMid.set(section.mid, place);
        entry.resting = false;
        assigned.push(place.track.trackSid);
        break;
      }
    }
    return assigned;
  }

  /** Returns the answer's lines for a section that carries a track; undefined if it carries none. */
  lines(section: SdpSection, local: LocalTransportParameters): string[] | undefined {
    const track = this.#trackAt(section.mid);
    const codec = track && chooseCodec(section, track);
    if (track === undefined || codec === undefined) return undefined;
    const { downlink, streamId } = track;
    const lines = mediaLines(section, codec, {
      direction: 'sendonly',
      transport: transportLines(local),
      red: redFor(section, codec, track),
      opusParameters: `minptime=10;useinbandfec=1${track.stereo ? ';stereo=1;sprop-stereo=1' : ''}`,
    });
    lines.push(`a=msid:${streamId} ${track.trackSid}`, `a=ssrc:${downlink.ssrc} cname:${streamId}`);
    if (findRtx(section.codecs, codec.payloadType) !== undefined)
      lines.push(
        `a=ssrc-group:FID ${downlink.ssrc} ${downlink.rtxSsrc}`,
        `a=ssrc:${downlink.rtxSsrc} cname:${streamId}`,
      );
    return lines;
  }

  start(offer: SessionDescription): void {
    for (const section of offer.sections) {
      const track = this.#trackAt(section.mid);
      const codec = track && chooseCodec(section, track);
      if (track === undefined || codec === undefined) continue;
      track.downlink.start({
        payloadType: codec.payloadType,
        redPayloadType: redFor(section, codec, track)?.payloadType,
        rtxPayloadType: findRtx(section.codecs, codec.payloadType)?.payloadType,
        absSendTime: section.kind === 'video' ? (section.extensions.absSendTime ?? 0) : 0,
      });
    }
  }

  /** Returns the sections that were answered with a track that no longer exists. */
  #abandoned(): string[] {
    return [...this.#sections]
      .filter(([mid, section]) => !section.resting && this.#trackAt(mid) === undefined)
      .map(([mid]) => mid);
  }

  #trackAt(mid: string): SubscriberTrack | undefined {
    return this.#placeByMid.get(mid)?.track;
  }
}

function redFor(section: SdpSection, codec: SdpCodec, { red }: SubscriberTrack): SdpCodec | undefined {
  return red && codec.name === 'OPUS' ? findRed(section.codecs, codec) : undefined;
}

function chooseCodec(section: SdpSection, track: SubscriberTrack): SdpCodec | undefined {
  const { codec } = track.downlink.uplink.description;
  if (codec === 'opus') return section.codecs.find(({ name }) => name === 'OPUS');
  return pickVideo(section, codec, track.codecParameters);
}
