import type { LocalTransportParameters } from '../transport/peer-transport.ts';
import { answerLines } from './answer-lines.ts';
import { transportLines } from './sdp-lines.ts';
import {
  findRed,
  findRtx,
  type SdpCodec,
  type SdpSection,
  type SessionDescription,
} from './session-description.ts';
import type { SubscriberTrack } from './subscriber-offer.ts';
import { pickVideoFormat } from './video-codecs.ts';

/** A track, and the section in which the client receives it, once there is one. */
interface Assignment {
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
  /** How many sections have been requested from the client so far. */
  requested = 0;
  readonly #assignments = new Map<string, Assignment>();
  readonly #assignmentByMid = new Map<string, Assignment>();
  /** The client's receiving sections in the last offer, by mid. The next answer may use the free ones. */
  readonly #sections = new Map<string, { kind: string; isFree: boolean }>();

  add(track: SubscriberTrack): void {
    this.#assignments.set(track.trackSid, { track, mid: undefined, undecodable: false });
  }

  remove(trackSid: string): void {
    const mid = this.#assignments.get(trackSid)?.mid;
    if (mid !== undefined) this.#assignmentByMid.delete(mid);
    this.#assignments.delete(trackSid);
  }

  /** Whether a track or an ended section waits for the client's next offer. */
  get pending(): boolean {
    const waiting = [...this.#assignments.values()].some(
      (assignment) => assignment.mid === undefined && !assignment.undecodable,
    );
    return waiting || this.#orphanedMids().length > 0;
  }

  /** Returns the sids of the tracks whose codec the client does not support. */
  undecodable(): string[] {
    const refused = [...this.#assignments.values()].filter(({ undecodable }) => undecodable);
    return refused.map(({ track }) => track.trackSid);
  }

  /** Returns how many sections the client must add to its offer, and adds them to `requested`. */
  request(): { audios: number; videos: number } {
    const count = (kind: 'audio' | 'video') => {
      const waiting = [...this.#assignments.values()].filter(
        ({ track, mid, undecodable }) =>
          mid === undefined && !undecodable && track.downlink.uplink.description.kind === kind,
      );
      const free = [...this.#sections.values()].filter((section) => section.kind === kind && section.isFree);
      return Math.max(0, waiting.length - free.length);
    };
    const [audios, videos] = [count('audio'), count('video')];
    this.requested += audios + videos;
    return { audios, videos };
  }

  /** Returns track sids by mid, which LiveKit's clients expect beside the SDP. */
  midToTrackSid(): Record<string, string> {
    return Object.fromEntries([...this.#assignmentByMid].map(([mid, { track }]) => [mid, track.trackSid]));
  }

  /** Assigns waiting tracks to the sections of an offer. @returns the sids of the tracks that it can receive. */
  assign(offer: SessionDescription): string[] {
    const orphaned = new Set(this.#orphanedMids());
    this.#sections.clear();
    const assigned: string[] = [];
    for (const section of offer.sections) {
      if (section.rejected || section.direction !== 'recvonly') continue;
      const taken = this.#assignmentByMid.get(section.mid);
      const entry = { kind: section.kind, isFree: taken === undefined };
      this.#sections.set(section.mid, entry);
      if (taken !== undefined) assigned.push(taken.track.trackSid);
      if (taken !== undefined || orphaned.has(section.mid)) continue;
      for (const assignment of this.#assignments.values()) {
        if (
          assignment.mid !== undefined ||
          assignment.track.downlink.uplink.description.kind !== section.kind
        )
          continue;
        if (chooseCodec(section, assignment.track) === undefined) {
          assignment.undecodable = true;
          continue;
        }
        assignment.mid = section.mid;
        this.#assignmentByMid.set(section.mid, assignment);
        entry.isFree = false;
        assigned.push(assignment.track.trackSid);
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
    const lines = answerLines(section, codec, {
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

  /** Returns the mids of sections that were answered with a track that no longer exists. */
  #orphanedMids(): string[] {
    return [...this.#sections]
      .filter(([mid, section]) => !section.isFree && this.#trackAt(mid) === undefined)
      .map(([mid]) => mid);
  }

  #trackAt(mid: string): SubscriberTrack | undefined {
    return this.#assignmentByMid.get(mid)?.track;
  }
}

function redFor(section: SdpSection, codec: SdpCodec, { red }: SubscriberTrack): SdpCodec | undefined {
  return red && codec.name === 'OPUS' ? findRed(section.codecs, codec) : undefined;
}

function chooseCodec(section: SdpSection, track: SubscriberTrack): SdpCodec | undefined {
  const { codec } = track.downlink.uplink.description;
  if (codec === 'opus') return section.codecs.find(({ name }) => name === 'OPUS');
  return pickVideoFormat(section, codec, track.codecParameters);
}
