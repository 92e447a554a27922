import {
  DataTrackInfo,
  DataTrackSubscriberHandles,
  DataTrackSubscriberHandles_PublishedDataTrack,
  type PublishDataTrackRequest,
  PublishDataTrackResponse,
  RequestResponse_Reason,
  UnpublishDataTrackResponse,
  type UpdateDataSubscription,
} from '@livekit/protocol';
import type { RoomServerLimits } from '../limits.ts';
import { createSid } from '../sids.ts';
import { maySubscribe, type Participant } from './participant.ts';
import { channelLabel } from './subscriber.ts';

const MAX_HANDLE = 0xffff;
/** The header has twelve bytes, with the handle at offset 2 (livekit-server, pkg/rtc/datatrack/packet.go). */
const HEADER_BYTES = 12;
const HANDLE_OFFSET = 2;

interface DataTrack {
  readonly owner: Participant;
  readonly info: DataTrackInfo;
  /** The handle under which each receiver gets this track. */
  readonly handles: Map<Participant, number>;
}

/** Why a data track is not published. */
export interface DataTrackRefusal {
  readonly reason: RequestResponse_Reason;
  readonly message: string;
}

/** The data tracks of a room: unreliable packet streams to which receivers subscribe individually. */
export class DataTracks {
  readonly #bySid = new Map<string, DataTrack>();
  readonly #nextHandle = new WeakMap<Participant, number>();
  readonly #participants: ReadonlyMap<string, Participant>;
  readonly #limits: RoomServerLimits;

  constructor(participants: ReadonlyMap<string, Participant>, limits: RoomServerLimits) {
    this.#participants = participants;
    this.#limits = limits;
  }

  /**
   * Publishes a data track of `owner`. The caller must then broadcast the owner and call `autoSubscribeAll`.
   * @returns why the track is refused, or undefined.
   */
  publish(owner: Participant, request: PublishDataTrackRequest): DataTrackRefusal | undefined {
    const refusal = this.#refusalOf(owner, request);
    if (refusal !== undefined) return refusal;
    const { pubHandle, name, encryption, frameEncoding, schema } = request;
    const sid = createSid('DTR_');
    const info = new DataTrackInfo({ pubHandle, sid, name, encryption, frameEncoding, schema });
    this.#bySid.set(sid, { owner, info, handles: new Map() });
    owner.dataTracks.set(pubHandle, info);
    owner.send({ case: 'publishDataTrackResponse', value: new PublishDataTrackResponse({ info }) });
    return undefined;
  }

  /** @returns false if there is no such track. */
  unpublish(owner: Participant, pubHandle: number): boolean {
    const info = owner.dataTracks.get(pubHandle);
    if (info === undefined) return false;
    this.#withdraw(owner, pubHandle);
    owner.send({ case: 'unpublishDataTrackResponse', value: new UnpublishDataTrackResponse({ info }) });
    return true;
  }

  /** Subscribes a participant to the tracks that it receives without a request, as far as it is permitted. */
  autoSubscribe(receiver: Participant): void {
    if (!receiver.traits.autoSubscribeData) return;
    const added = [...this.#bySid.keys()].filter((sid) => this.#subscribe(receiver, sid));
    if (added.length > 0) this.sendHandles(receiver);
  }

  autoSubscribeAll(): void {
    for (const receiver of this.#participants.values()) this.autoSubscribe(receiver);
  }

  update(receiver: Participant, { updates }: UpdateDataSubscription): void {
    for (const { trackSid, subscribe } of updates) {
      if (subscribe) this.#subscribe(receiver, trackSid);
      else this.#bySid.get(trackSid)?.handles.delete(receiver);
    }
    this.sendHandles(receiver);
  }

  /** Removes subscriptions that are no longer allowed. */
  refresh(): void {
    for (const { owner, info, handles } of this.#bySid.values()) {
      for (const receiver of handles.keys()) {
        if (maySubscribe(receiver, owner, info.sid)) continue;
        handles.delete(receiver);
        this.sendHandles(receiver);
      }
    }
    for (const participant of this.#participants.values()) {
      if (participant.permission.canPublishData) continue;
      for (const handle of participant.dataTracks.keys()) this.unpublish(participant, handle);
    }
  }

  remove(participant: Participant): void {
    for (const handle of participant.dataTracks.keys()) this.#withdraw(participant, handle);
    for (const { handles } of this.#bySid.values()) handles.delete(participant);
  }

  /** Sends a client the handles of all tracks that it receives. The list is always complete. */
  sendHandles(receiver: Participant): void {
    const subHandles: Record<number, DataTrackSubscriberHandles_PublishedDataTrack> = {};
    for (const { owner, info, handles } of this.#bySid.values()) {
      const handle = handles.get(receiver);
      if (handle === undefined) continue;
      subHandles[handle] = new DataTrackSubscriberHandles_PublishedDataTrack({
        publisherIdentity: owner.identity,
        publisherSid: owner.sid,
        trackSid: info.sid,
      });
    }
    const value = new DataTrackSubscriberHandles({ subHandles });
    receiver.send({ case: 'dataTrackSubscriberHandles', value });
  }

  /** Forwards a publisher's packet, with each receiver's own handle. */
  relay(owner: Participant, packet: Buffer): void {
    if (packet.length < HEADER_BYTES || packet.length > this.#limits.dataPacketBytes) return;
    if (!owner.permission.canPublishData) return;
    const sid = owner.dataTracks.get(packet.readUInt16BE(HANDLE_OFFSET))?.sid;
    for (const [receiver, handle] of this.#bySid.get(sid ?? '')?.handles ?? []) {
      const { channels } = receiver.subscriber.transport;
      if (channels.queuedBytes > this.#limits.lossyBacklogBytes) continue;
      const copy = Buffer.from(packet);
      copy.writeUInt16BE(handle, HANDLE_OFFSET);
      channels.send(channelLabel.dataTrack, copy);
    }
  }

  #refusalOf(owner: Participant, request: PublishDataTrackRequest): DataTrackRefusal | undefined {
    const { pubHandle, name } = request;
    const known = [...owner.dataTracks.values()];
    const refusal = (reason: RequestResponse_Reason, message: string) => ({ reason, message });
    if (!owner.permission.canPublishData)
      return refusal(RequestResponse_Reason.NOT_ALLOWED, 'the token does not allow publishing data');
    if (
      known.length >= this.#limits.tracksPerParticipant ||
      request.toBinary().length > this.#limits.trackBytes
    )
      return refusal(
        RequestResponse_Reason.LIMIT_EXCEEDED,
        'too many data tracks, or the description of this one is too long',
      );
    if (pubHandle === 0 || pubHandle > MAX_HANDLE)
      return refusal(RequestResponse_Reason.INVALID_HANDLE, `the handle must be from 1 to ${MAX_HANDLE}`);
    if (name === '' || Buffer.byteLength(name) > this.#limits.nameBytes)
      return refusal(
        RequestResponse_Reason.INVALID_NAME,
        `the name must have 1 to ${this.#limits.nameBytes} bytes`,
      );
    if (known.some((info) => info.pubHandle === pubHandle))
      return refusal(RequestResponse_Reason.DUPLICATE_HANDLE, 'a data track with this handle already exists');
    if (known.some((info) => info.name === name))
      return refusal(RequestResponse_Reason.DUPLICATE_NAME, 'a data track with this name already exists');
    return undefined;
  }

  #withdraw(owner: Participant, pubHandle: number): void {
    const sid = owner.dataTracks.get(pubHandle)?.sid ?? '';
    const receivers = [...(this.#bySid.get(sid)?.handles.keys() ?? [])];
    owner.dataTracks.delete(pubHandle);
    this.#bySid.delete(sid);
    for (const receiver of receivers) this.sendHandles(receiver);
  }

  #subscribe(receiver: Participant, trackSid: string): boolean {
    const track = this.#bySid.get(trackSid);
    if (track === undefined || track.handles.has(receiver)) return false;
    if (!maySubscribe(receiver, track.owner, trackSid)) return false;
    const handle = (this.#nextHandle.get(receiver) ?? 0) + 1;
    this.#nextHandle.set(receiver, handle % MAX_HANDLE);
    track.handles.set(receiver, handle);
    return true;
  }
}
