import {
  BackupCodecPolicy,
  SubscriptionError,
  SubscriptionPermissionUpdate,
  SubscriptionResponse,
} from '@livekit/protocol';
import { maySubscribe, type Participant } from './participant.ts';
import { hasBackup, type PublishedTrack } from './published-track.ts';

/** The audio and video tracks of a room, and who receives which of them. */
export class MediaTracks {
  readonly #participants: ReadonlyMap<string, Participant>;

  constructor(participants: ReadonlyMap<string, Participant>) {
    this.#participants = participants;
  }

  ownerOf(trackSid: string): Participant | undefined {
    return [...this.#participants.values()].find((owner) => owner.publisher.tracks.has(trackSid));
  }

  /** Subscribes a new participant to the existing tracks. The caller negotiates. */
  autoSubscribe(participant: Participant): void {
    if (!participant.traits.autoSubscribe) return;
    for (const owner of this.#participants.values()) {
      for (const track of owner.publisher.tracks.values()) this.#addSubscription(participant, owner, track);
    }
  }

  /** Subscribes the others to a new track. */
  publish(owner: Participant, track: PublishedTrack): void {
    for (const participant of this.#participants.values()) {
      if (!participant.traits.autoSubscribe) continue;
      if (this.#addSubscription(participant, owner, track)) participant.subscriber.negotiate();
    }
  }

  subscribe(participant: Participant, trackSid: string): void {
    const owner = this.ownerOf(trackSid);
    const track = owner?.publisher.tracks.get(trackSid);
    if (owner === undefined || track === undefined) return;
    if (this.#addSubscription(participant, owner, track)) participant.subscriber.negotiate();
  }

  unsubscribe(participant: Participant, trackSid: string): void {
    participant.subscriber.needsBackup.delete(trackSid);
    if (participant.subscriber.remove(trackSid)) participant.subscriber.negotiate();
  }

  /** Applies the changed permissions of a participant: which tracks it may receive. */
  refresh(participant: Participant): void {
    const { subscriber, permission, traits } = participant;
    if (!permission.canSubscribe) {
      for (const trackSid of subscriber.subscriptions.keys()) subscriber.remove(trackSid);
      subscriber.negotiate();
    } else if (traits.autoSubscribe) {
      for (const owner of this.#participants.values()) {
        for (const trackSid of owner.publisher.tracks.keys()) this.subscribe(participant, trackSid);
      }
    }
  }

  /** Applies the changed subscription permissions of `owner`: who may receive its tracks. */
  refreshSubscribers(owner: Participant): void {
    for (const participant of this.#participants.values()) {
      for (const trackSid of owner.publisher.tracks.keys()) {
        const allowed = maySubscribe(participant, owner, trackSid);
        if (allowed === participant.subscriber.subscriptions.has(trackSid)) continue;
        participant.send({
          case: 'subscriptionPermissionUpdate',
          value: new SubscriptionPermissionUpdate({ participantSid: owner.sid, trackSid, allowed }),
        });
        if (!allowed) this.unsubscribe(participant, trackSid);
        else if (participant.traits.autoSubscribe) this.subscribe(participant, trackSid);
      }
    }
  }

  /** Switches a participant that cannot decode a track to its second codec, or reports the error and unsubscribes. */
  handleUndecodable(participant: Participant, trackSid: string): void {
    if (this.#switchToBackup(participant, trackSid)) return;
    const value = new SubscriptionResponse({ trackSid, err: SubscriptionError.SE_CODEC_UNSUPPORTED });
    participant.send({ case: 'subscriptionResponse', value });
    this.unsubscribe(participant, trackSid);
  }

  /** Moves subscribers to the codec that they now receive, because a track has gained or lost its second one. */
  handleBackupChange(owner: Participant, track: PublishedTrack): void {
    track.regressed =
      track.backup !== undefined && track.info.backupCodecPolicy === BackupCodecPolicy.REGRESSION;
    for (const participant of this.#participants.values()) {
      const { subscriber } = participant;
      const subscription = subscriber.subscriptions.get(track.info.sid);
      const due = subscriber.takesBackup(track) ? track.backup : track;
      const follows = subscription !== undefined || subscriber.needsBackup.has(track.info.sid);
      if (!follows || subscription?.encoding === due) continue;
      subscriber.remove(track.info.sid);
      this.#addSubscription(participant, owner, track);
      subscriber.negotiate();
    }
  }

  /**
   * Makes a participant that cannot decode a track wait for the track's second codec, if its publisher can send one.
   * The publisher learns of it with the next update of wanted layers.
   */
  #switchToBackup(participant: Participant, trackSid: string): boolean {
    const { subscriber } = participant;
    const owner = this.ownerOf(trackSid);
    const track = owner?.publisher.tracks.get(trackSid);
    if (owner === undefined || track === undefined || !hasBackup(track)) return false;
    if (subscriber.needsBackup.has(trackSid)) return false;
    subscriber.needsBackup.add(trackSid);
    subscriber.remove(trackSid);
    this.#addSubscription(participant, owner, track);
    subscriber.negotiate();
    return true;
  }

  #addSubscription(participant: Participant, owner: Participant, track: PublishedTrack): boolean {
    if (participant === owner || participant.subscriber.subscriptions.has(track.info.sid)) return false;
    if (!maySubscribe(participant, owner, track.info.sid)) return false;
    const encoding = participant.subscriber.takesBackup(track) ? track.backup : track;
    if (encoding === undefined) return false;
    // `PA|stream` groups audio and video for lip sync; Firefox shows a track only once per stream.
    const stream = participant.traits.firefox ? track.info.sid : streamToken(track.info.stream);
    participant.subscriber.add(track, encoding, owner.sid, `${owner.sid}|${stream}`);
    return true;
  }
}

/** Converts a publisher's stream name to a form that is valid in the SDP of others (a token, RFC 8830). */
function streamToken(name: string): string {
  return name.replaceAll(/[^\w.-]/g, '_').slice(0, 32) || 'default';
}
