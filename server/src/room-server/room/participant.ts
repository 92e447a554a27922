import {
  ClientInfo_Capability,
  type DataTrackInfo,
  type DisconnectReason,
  ParticipantInfo,
  ParticipantInfo_Kind,
  ParticipantInfo_State,
  type ParticipantPermission,
  type SignalResponse,
  type SubscriptionPermission,
} from '@livekit/protocol';
import type { VideoGrant } from 'livekit-server-sdk';
import { createSid } from '../sids.ts';
import type { Claims } from '../tokens.ts';
import type { Conduct } from './conduct.ts';
import { OpenStreams } from './open-streams.ts';
import { permissionOf } from './permissions.ts';
import type { Publisher } from './publisher.ts';
import type { Subscriber } from './subscriber.ts';

/** The connection for messages to a participant's client; replaced when the client resumes on another socket. */
export interface SignalSink {
  send(message: SignalResponse['message']): void;
  close(): void;
}

export interface ClientTraits {
  readonly autoSubscribe: boolean;
  /** Whether it receives data tracks without a request. */
  readonly autoSubscribeData: boolean;
  /** Whether it reports the displayed size of each video. Until it does, the smallest layer is sent. */
  readonly adaptiveStream: boolean;
  readonly clientProtocol: number;
  readonly capabilities: readonly ClientInfo_Capability[];
  readonly firefox: boolean;
}

/** Not announced to others, so that they send streams uncompressed: compressed ones are dropped (`packetFault`). */
const DECOMPRESSION = ClientInfo_Capability.CAP_COMPRESSION_DEFLATE_RAW;

const kinds = new Map([
  ['agent', ParticipantInfo_Kind.AGENT],
  ['ingress', ParticipantInfo_Kind.INGRESS],
  ['egress', ParticipantInfo_Kind.EGRESS],
  ['sip', ParticipantInfo_Kind.SIP],
]);

export interface ParticipantDescription {
  readonly name: string;
  readonly metadata: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** The state of a participant. Once joined, it is removed at the deadline unless its media is connected by then. */
type Presence =
  | { readonly state: ParticipantInfo_State.JOINING | ParticipantInfo_State.ACTIVE }
  | { readonly state: ParticipantInfo_State.JOINED; readonly deadline: NodeJS.Timeout }
  | { readonly state: ParticipantInfo_State.DISCONNECTED; readonly reason: DisconnectReason };

/** Runs work for each participant; a failure in one affects no other. */
export type ForEach = (work: (participant: Participant) => void) => void;

/** One member of a room: who it is, what it may do, and its two connections. */
export class Participant {
  readonly sid = createSid('PA_');
  readonly identity: string;
  readonly kind: ParticipantInfo_Kind;
  readonly traits: ClientTraits;
  readonly publisher: Publisher;
  readonly subscriber: Subscriber;
  readonly joinedAt = Date.now();
  /** The name, metadata and attributes that others see. */
  description: ParticipantDescription;
  /** The grant of its token; `permission` overrides it. */
  readonly grant: VideoGrant;
  /** Called when its token must be renewed with other contents. */
  handleClaimsChange: () => void = () => undefined;
  /** Who may subscribe to the tracks of this participant; undefined means everyone. */
  subscriptionPermission: SubscriptionPermission | undefined;
  /** The sequence number of the last reliable packet forwarded; a client that resumes repeats the later ones. */
  lastReliableSequence = 0;
  readonly streams = new OpenStreams();
  readonly conduct: Conduct;
  /** Its data tracks, by the handles that it chose. */
  readonly dataTracks = new Map<number, DataTrackInfo>();
  readonly announcement = new ParticipantAnnouncement();
  #presence: Presence = { state: ParticipantInfo_State.JOINING };
  #currentPermission: ParticipantPermission;
  #socket: SignalSink | undefined;

  constructor(
    identity: string,
    claims: Claims,
    traits: ClientTraits,
    connections: { publisher: Publisher; subscriber: Subscriber },
    conduct: Conduct,
  ) {
    this.conduct = conduct;
    this.identity = identity;
    this.traits = traits;
    const { name, metadata, attributes } = claims;
    this.description = { name: name ?? '', metadata: metadata ?? '', attributes: { ...attributes } };
    this.grant = claims.video ?? {};
    this.#currentPermission = permissionOf(this.grant);
    this.kind = kinds.get(claims.kind ?? '') ?? ParticipantInfo_Kind.STANDARD;
    this.publisher = connections.publisher;
    this.subscriber = connections.subscriber;
  }

  get permission(): ParticipantPermission {
    return this.#currentPermission;
  }

  set permission(permission: ParticipantPermission) {
    this.#currentPermission = permission;
    this.handleClaimsChange();
  }

  get signalling(): SignalSink | undefined {
    return this.#socket;
  }

  get state(): ParticipantInfo_State {
    return this.#presence.state;
  }

  get active(): boolean {
    return this.state === ParticipantInfo_State.ACTIVE;
  }

  get closed(): boolean {
    return this.state === ParticipantInfo_State.DISCONNECTED;
  }

  get disconnectReason(): DisconnectReason | undefined {
    return 'reason' in this.#presence ? this.#presence.reason : undefined;
  }

  /** Whether one of its media connections is closed for good. */
  get mediaClosed(): boolean {
    return [this.publisher, this.subscriber].some(({ transport }) => transport.state === 'closed');
  }

  /** Changes its name, metadata and attributes. Empty strings change nothing. */
  updateDescription({ name, metadata, attributes }: ParticipantDescription): void {
    const before = this.description;
    this.description = {
      name: name || before.name,
      metadata: metadata || before.metadata,
      attributes: mergeAttributes(before.attributes, attributes),
    };
    this.handleClaimsChange();
  }

  /** @param handleLate is called if its media is not connected in time */
  markJoined(joinTimeoutMs: number, handleLate: () => void): void {
    this.#setPresence({
      state: ParticipantInfo_State.JOINED,
      deadline: setTimeout(handleLate, joinTimeoutMs).unref(),
    });
  }

  markActive(): void {
    this.#setPresence({ state: ParticipantInfo_State.ACTIVE });
  }

  attach(socket: SignalSink): void {
    const previous = this.#socket;
    this.#socket = socket;
    previous?.close();
  }

  /** @returns false if the participant has already moved to another socket. */
  detach(socket: SignalSink): boolean {
    if (this.#socket !== socket) return false;
    this.#socket = undefined;
    return true;
  }

  send(message: SignalResponse['message']): void {
    this.#socket?.send(message);
  }

  /** Handles an RTP packet, unless they arrive too fast: each is forwarded to up to a hundred subscribers. */
  handleRtp(packet: Buffer): void {
    if (this.conduct.mediaPackets.pass()) this.publisher.uplink.handleRtp(packet);
    else this.conduct.addFault('too many media packets per second');
  }

  info(): ParticipantInfo {
    const { sid, identity, state, kind, disconnectReason, traits } = this;
    return this.announcement.write(
      { sid, identity, state, kind },
      {
        ...this.description,
        tracks: [...this.publisher.tracks.values()].map((track) => track.info),
        dataTracks: [...this.dataTracks.values()],
        joinedAt: BigInt(Math.floor(this.joinedAt / 1000)),
        joinedAtMs: BigInt(this.joinedAt),
        clientProtocol: traits.clientProtocol,
        capabilities: traits.capabilities.filter((capability) => capability !== DECOMPRESSION),
        permission: this.permission,
        ...(disconnectReason !== undefined && { disconnectReason }),
      },
    );
  }

  close(reason: DisconnectReason): void {
    this.#setPresence({ state: ParticipantInfo_State.DISCONNECTED, reason });
    this.publisher.close();
    this.subscriber.close();
    this.handleClaimsChange = () => undefined;
    this.#socket?.close();
    this.#socket = undefined;
  }

  #setPresence(presence: Presence): void {
    if ('deadline' in this.#presence) clearTimeout(this.#presence.deadline);
    this.#presence = presence;
  }
}

/** Whether `participant` may receive a track of `owner`, according to its token and to what the owner permits. */
export function maySubscribe(participant: Participant, owner: Participant, trackSid: string): boolean {
  if (participant === owner || !participant.permission.canSubscribe) return false;
  const permission = owner.subscriptionPermission;
  if (permission === undefined || permission.allParticipants) return true;
  return permission.trackPermissions.some(
    (entry) =>
      (entry.participantIdentity === participant.identity || entry.participantSid === participant.sid) &&
      (entry.allTracks || entry.trackSids.includes(trackSid)),
  );
}

/** Merges attributes. An empty value removes an attribute. */
export function mergeAttributes(
  current: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...current, ...changes }).filter(([, value]) => value !== ''));
}

type Fields = ConstructorParameters<typeof ParticipantInfo>[0];

/** Writes the entry of a participant that the members of a room receive. */
class ParticipantAnnouncement {
  #version = 0;
  #published = false;
  #detailsHidden = false;

  /** Must be called before each update that is sent to others: clients drop updates that are not newer. */
  bumpVersion(): void {
    this.#version++;
  }

  /** From now on others receive only its identity and state: one of its own fields may be what cannot be written. */
  hideDetails(): void {
    this.#detailsHidden = true;
  }

  /** @param who its identity and state: all that others receive once details are hidden */
  write(who: Fields, details: Fields): ParticipantInfo {
    if (details?.tracks?.length || details?.dataTracks?.length) this.#published = true;
    const version = this.#version;
    if (this.#detailsHidden) return new ParticipantInfo({ ...who, version });
    return new ParticipantInfo({ ...who, ...details, version, isPublisher: this.#published });
  }
}
