import { EventEmitter } from 'node:events';
import {
  type DataPacket,
  type DataPacket_Kind,
  DisconnectReason,
  LeaveRequest,
  LeaveRequest_Action,
  MediaSectionsRequirement,
  type ParticipantPermission,
  ParticipantUpdate,
  Room as RoomInfo,
  RoomUpdate,
  SessionDescription,
  TrackSubscribed,
  TrackUnpublishedResponse,
} from '@livekit/protocol';
import { RecentMap } from '../../lib/recent-map.ts';
import type { RoomServerLimits } from '../limits.ts';
import type { Log } from '../log.ts';
import { enabledCodecs } from '../sdp/video-codecs.ts';
import { createSid } from '../sids.ts';
import { Conduct } from './conduct.ts';
import { endStreams, relayFromParticipant, relayPacket } from './data-relay.ts';
import { DataTracks } from './data-tracks.ts';
import { MediaTracks } from './media-tracks.ts';
import type { Participant } from './participant.ts';
import { mayPublish } from './permissions.ts';
import type { PublishedTrack } from './published-track.ts';
import { RoomMonitor } from './room-monitor.ts';
import { defaultSettings, type RoomSettings } from './room-settings.ts';
import { channelLabel } from './subscriber.ts';

export interface RoomEvents {
  /** The media of a participant is connected. */
  joined: [participant: Participant];
  /** A participant has published its first track. */
  publishes: [participant: Participant];
  /** A participant has left; only emitted for those that had joined. */
  left: [participant: Participant];
  finished: [];
}

/** The maximum number of people whose conduct is remembered. */
const MAX_CONDUCTS = 1_000;
/** A stream of which nothing arrives for this long counts as abandoned. Models may think for minutes within one. */
const STREAM_SILENCE_MS = 5 * 60_000;

/** Exceptions in our own code while serving a participant, since the thread started; part of its statistics. */
export const workFaults = { count: 0 };

/** A room: its participants, and what they publish. */
export class Room extends EventEmitter<RoomEvents> {
  readonly sid = createSid('RM_');
  readonly name: string;
  readonly createdAt = Date.now();
  readonly participants = new Map<string, Participant>();
  readonly settings: RoomSettings;
  readonly #limits: RoomServerLimits;
  readonly #conducts: RecentMap<string, Conduct>;
  readonly mediaTracks = new MediaTracks(this.participants);
  readonly dataTracks: DataTracks;
  readonly #monitor: RoomMonitor;
  #expiry: NodeJS.Timeout | undefined;
  #finished = false;

  constructor(name: string, limits: RoomServerLimits, log: Log, settings: Partial<RoomSettings> = {}) {
    super();
    this.name = name;
    this.#limits = limits;
    this.#conducts = new RecentMap(MAX_CONDUCTS, (identity) => new Conduct(limits, name, identity, log));
    this.settings = { ...defaultSettings, ...settings };
    this.dataTracks = new DataTracks(this.participants, limits);
    this.#monitor = new RoomMonitor(this.participants, () => this.info(), {
      attempt: (participant, work) => this.attempt(participant, work),
      endSilentStreams: (participant) => endStreams(this, participant, STREAM_SILENCE_MS, limits),
      evictUnresponsive: (participant) => {
        const { unacknowledgedMs } = participant.subscriber.transport.channels;
        if (unacknowledgedMs > limits.unacknowledgedMs)
          this.evict(participant, 'it does not acknowledge data', DisconnectReason.CONNECTION_TIMEOUT);
      },
    });
    this.#expireAfter(this.settings.emptyTimeout);
  }

  get full(): boolean {
    const own = this.settings.maxParticipants;
    const maxParticipants =
      own > 0 ? Math.min(own, this.#limits.participantsPerRoom) : this.#limits.participantsPerRoom;
    return this.participants.size >= maxParticipants;
  }

  info(): RoomInfo {
    const { emptyTimeout, departureTimeout, maxParticipants, metadata } = this.settings;
    const members = [...this.participants.values()].filter((participant) => !participant.permission.hidden);
    return new RoomInfo({
      sid: this.sid,
      name: this.name,
      emptyTimeout,
      departureTimeout,
      maxParticipants,
      metadata,
      creationTime: BigInt(Math.floor(this.createdAt / 1000)),
      creationTimeMs: BigInt(this.createdAt),
      enabledCodecs: enabledCodecs(),
      numParticipants: members.length,
      numPublishers: members.filter((participant) => participant.publisher.tracks.size > 0).length,
    });
  }

  /** Returns a person's conduct, across all its connections to this room. */
  conductOf(identity: string): Conduct {
    return this.#conducts.get(identity);
  }

  /** Restarts the timeout for the first participant, because the settings have changed. */
  restartExpiry(): void {
    if (this.participants.size === 0) this.#expireAfter(this.settings.emptyTimeout);
  }

  /** Adds a participant. The caller sends the join response, then calls `autoSubscribe`. */
  admit(participant: Participant): void {
    clearTimeout(this.#expiry);
    this.participants.set(participant.identity, participant);
    participant.markJoined(this.#limits.joinTimeoutMs, () =>
      this.attempt(participant, () => this.remove(participant, DisconnectReason.JOIN_FAILURE)),
    );
    const { publisher, subscriber } = participant;
    publisher.on('published', (track) => this.#handlePublished(participant, track));
    publisher.on('unpublished', (track) => this.#handleUnpublished(participant, track));
    publisher.on('backup', (track) => this.#handleBackup(participant, track));
    publisher.on('rtp', (packet) => participant.handleRtp(packet));
    publisher.on('data', (label, message) => {
      if (label === channelLabel.dataTrack) this.dataTracks.relay(participant, message);
      else relayFromParticipant(this, participant, label, message, this.#limits);
    });
    subscriber.on('offer', ({ sdp, id, midToTrackId }) => {
      const value = new SessionDescription({ type: 'offer', sdp, id, midToTrackId });
      participant.send({ case: 'offer', value });
    });
    subscriber.on('sectionsRequired', ({ audios, videos }) => {
      const value = new MediaSectionsRequirement({ numAudios: audios, numVideos: videos });
      participant.send({ case: 'mediaSectionsRequirement', value });
    });
    subscriber.on('subscribed', (trackSid) => {
      const value = new TrackSubscribed({ trackSid });
      this.mediaTracks.ownerOf(trackSid)?.send({ case: 'trackSubscribed', value });
      // At once, because it may be unsubscribed before the next regular update.
      this.updateWantedLayers();
    });
    subscriber.on('undecodable', (trackSid) => this.mediaTracks.handleUndecodable(participant, trackSid));
    subscriber.transport.on('connected', () => this.#activate(participant));
    for (const { transport } of [publisher, subscriber]) {
      transport.on('fault', (error) => this.#handleFault(participant, error));
      const removeIfUnreachable = () => {
        if (participant.signalling === undefined)
          this.remove(participant, DisconnectReason.CONNECTION_TIMEOUT);
      };
      transport.on('silent', (silent) => silent && removeIfUnreachable());
      transport.on('closed', removeIfUnreachable);
    }
  }

  /** Subscribes a new participant to the existing tracks, and makes the first offer. */
  autoSubscribe(participant: Participant): void {
    this.mediaTracks.autoSubscribe(participant);
    this.dataTracks.autoSubscribe(participant);
    participant.subscriber.negotiate();
    this.updateWantedLayers();
  }

  /** Must be called when a participant wants other tracks, or other layers of them, than before. */
  updateWantedLayers(): void {
    this.#monitor.updateWantedLayers();
  }

  /** Disconnects a participant: sends its client a leave request, removes it, and notifies the others. */
  remove(participant: Participant, reason: DisconnectReason, action = LeaveRequest_Action.DISCONNECT): void {
    if (participant.closed) return;
    const wasActive = participant.active;
    if (this.participants.get(participant.identity) === participant)
      this.participants.delete(participant.identity);
    if (reason !== DisconnectReason.CLIENT_INITIATED) {
      const canReconnect = action !== LeaveRequest_Action.DISCONNECT;
      participant.send({ case: 'leave', value: new LeaveRequest({ reason, action, canReconnect }) });
    }
    const trackSids = [...participant.publisher.tracks.keys()];
    participant.close(reason);
    for (const trackSid of trackSids) this.#unsubscribeAll(trackSid);
    this.dataTracks.remove(participant);
    endStreams(this, participant, 0, this.#limits);
    this.attempt(participant, () => this.broadcastParticipant(participant));
    if (wasActive) this.emit('left', participant);
    if (this.participants.size === 0) this.#expireAfter(this.settings.departureTimeout);
  }

  /** Removes a participant that violates a limit, and logs why. */
  evict(participant: Participant, fault: string, reason = DisconnectReason.PARTICIPANT_REMOVED): void {
    participant.conduct.addRemoval(fault);
    this.remove(participant, reason);
  }

  /**
   * Runs a participant's part of a timer, an event or a scheduled task. If it throws, only that participant is removed.
   */
  attempt(participant: Participant, work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#handleFault(participant, error);
    }
  }

  finish(reason: DisconnectReason): void {
    if (this.#finished) return;
    for (const participant of this.participants.values()) this.remove(participant, reason);
    this.#finished = true;
    this.#monitor.close();
    clearTimeout(this.#expiry);
    this.emit('finished');
    this.removeAllListeners();
  }

  /** @throws Error if the participant's info cannot be serialized. */
  broadcastParticipant(participant: Participant): void {
    participant.announcement.bumpVersion();
    const info = participant.info();
    // Serialize before anything is sent: a failure then affects the participant whose change caused it, and no other.
    info.toBinary();
    const value = new ParticipantUpdate({ participants: [info] });
    for (const other of this.participants.values()) {
      if (other === participant || !participant.permission.hidden) other.send({ case: 'update', value });
    }
  }

  updateMetadata(metadata: string): void {
    this.settings.metadata = metadata;
    const value = new RoomUpdate({ room: this.info() });
    for (const participant of this.participants.values()) participant.send({ case: 'roomUpdate', value });
  }

  /** Changes the permissions of a participant, and ends what is no longer permitted. */
  updatePermission(participant: Participant, permission: ParticipantPermission): void {
    participant.permission = permission;
    participant.publisher.unpublishWhere(({ source }) => !mayPublish(permission, source));
    this.mediaTracks.refresh(participant);
    this.dataTracks.refresh();
    this.dataTracks.autoSubscribe(participant);
    this.broadcastParticipant(participant);
  }

  /** Applies the changed subscription permissions of `owner`: who may receive its tracks. */
  refreshSubscribers(owner: Participant): void {
    this.dataTracks.refresh();
    this.mediaTracks.refreshSubscribers(owner);
  }

  /** Sends a data packet that originates from the server's own API. */
  sendData(kind: DataPacket_Kind, packet: DataPacket): void {
    relayPacket(this, kind, packet, this.#limits);
  }

  #handleFault(participant: Participant, error: unknown): void {
    workFaults.count++;
    participant.conduct.addRemoval(`processing its messages failed: ${String(error).slice(0, 200)}`);
    participant.announcement.hideDetails();
    if (participant.closed) this.broadcastParticipant(participant);
    else this.remove(participant, DisconnectReason.STATE_MISMATCH, LeaveRequest_Action.RECONNECT);
  }

  #activate(participant: Participant): void {
    if (participant.closed || participant.active) return;
    participant.markActive();
    this.broadcastParticipant(participant);
    this.emit('joined', participant);
  }

  #handlePublished(owner: Participant, track: PublishedTrack): void {
    this.broadcastParticipant(owner);
    if (owner.publisher.tracks.size === 1) this.emit('publishes', owner);
    this.mediaTracks.publish(owner, track);
  }

  #handleUnpublished(owner: Participant, track: PublishedTrack): void {
    const trackSid = track.info.sid;
    this.#unsubscribeAll(trackSid);
    owner.send({ case: 'trackUnpublished', value: new TrackUnpublishedResponse({ trackSid }) });
    this.broadcastParticipant(owner);
  }

  #handleBackup(owner: Participant, track: PublishedTrack): void {
    this.broadcastParticipant(owner);
    this.mediaTracks.handleBackupChange(owner, track);
  }

  #unsubscribeAll(trackSid: string): void {
    for (const participant of this.participants.values())
      this.attempt(participant, () => this.mediaTracks.unsubscribe(participant, trackSid));
  }

  #expireAfter(seconds: number): void {
    clearTimeout(this.#expiry);
    this.#expiry = setTimeout(() => {
      if (this.participants.size === 0) this.finish(DisconnectReason.ROOM_CLOSED);
    }, seconds * 1000);
  }
}
