import {
  type ClientInfo_Capability,
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
import { RateGate } from '../../lib/rate-gate.ts';
import { createSid } from '../sids.ts';
import type { Claims } from '../tokens.ts';
import { permissionOf } from './permissions.ts';
import type { Publisher } from './publisher.ts';
import type { Subscriber } from './subscriber.ts';

/** The connection for messages to a participant's client; replaced when it resumes on another socket. */
export interface SignalSink {
  send(message: SignalResponse['message']): void;
  close(): void;
}

export interface ClientTraits {
  readonly autoSubscribe: boolean;
  /** Whether it receives data tracks without a request. */
  readonly autoSubscribeData: boolean;
  /** It reports for each video how large it is shown: until it does, the smallest layer is sent. */
  readonly adaptiveStream: boolean;
  readonly clientProtocol: number;
  readonly capabilities: readonly ClientInfo_Capability[];
  readonly firefox: boolean;
}

const kinds: Record<string, ParticipantInfo_Kind> = {
  standard: ParticipantInfo_Kind.STANDARD,
  agent: ParticipantInfo_Kind.AGENT,
  ingress: ParticipantInfo_Kind.INGRESS,
  egress: ParticipantInfo_Kind.EGRESS,
  sip: ParticipantInfo_Kind.SIP,
};

export interface ParticipantDescription {
  readonly name: string;
  readonly metadata: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** One member of a room: who it is, what it may do, and its two connections. */
export class Participant {
  readonly sid = createSid('PA_');
  readonly identity: string;
  readonly kind: ParticipantInfo_Kind;
  readonly traits: ClientTraits;
  readonly publisher: Publisher;
  readonly subscriber: Subscriber;
  readonly joinedAt = Date.now();
  state = ParticipantInfo_State.JOINING;
  name: string;
  metadata: string;
  attributes: Record<string, string>;
  /** What its token granted; `permission` overrules it. */
  readonly grant: VideoGrant;
  /** Called when its token must be renewed with other contents. */
  handleClaimsChange: () => void = () => undefined;
  /** Who may subscribe to the tracks of this participant; undefined: everyone. */
  subscriptionPermission: SubscriptionPermission | undefined;
  disconnectReason: DisconnectReason | undefined;
  closed = false;
  /** Sequence of the last reliable packet that was passed on; a client repeats the later ones when it resumes. */
  lastReliableSequence = 0;
  readonly dataGate: RateGate;
  /** Its data tracks, by the handle that it gave them. */
  readonly dataTracks = new Map<number, DataTrackInfo>();
  /** Ends a join whose media does not come up. */
  joinDeadline: NodeJS.Timeout | undefined;
  #currentPermission: ParticipantPermission;
  #socket: SignalSink | undefined;
  #version = 0;
  #published = false;

  constructor(
    identity: string,
    claims: Claims,
    traits: ClientTraits,
    connections: { publisher: Publisher; subscriber: Subscriber },
    dataPacketsPerSecond: number,
  ) {
    this.dataGate = new RateGate(dataPacketsPerSecond);
    this.identity = identity;
    this.traits = traits;
    this.name = claims.name ?? '';
    this.metadata = claims.metadata ?? '';
    this.attributes = { ...claims.attributes };
    this.grant = claims.video ?? {};
    this.#currentPermission = permissionOf(this.grant);
    this.kind = kinds[claims.kind ?? 'standard'] ?? ParticipantInfo_Kind.STANDARD;
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

  get active(): boolean {
    return this.state === ParticipantInfo_State.ACTIVE;
  }

  /** Whether a connection for media is over for good. */
  get mediaClosed(): boolean {
    return [this.publisher, this.subscriber].some(({ transport }) => transport.state === 'closed');
  }

  /** Changes its name, metadata and attributes, which others see. Empty texts change nothing. */
  describe({ name, metadata, attributes }: ParticipantDescription): void {
    if (metadata !== '') this.metadata = metadata;
    if (name !== '') this.name = name;
    this.attributes = mergeAttributes(this.attributes, attributes);
    this.handleClaimsChange();
  }

  attach(socket: SignalSink): void {
    const previous = this.#socket;
    this.#socket = socket;
    previous?.close();
  }

  /** @returns false when the participant has moved to another socket already. */
  detach(socket: SignalSink): boolean {
    if (this.#socket !== socket) return false;
    this.#socket = undefined;
    return true;
  }

  send(message: SignalResponse['message']): void {
    this.#socket?.send(message);
  }

  /** To be called before each update that is sent to others: clients drop updates that are not newer. */
  touch(): void {
    this.#version++;
  }

  info(): ParticipantInfo {
    if (this.publisher.tracks.size > 0 || this.dataTracks.size > 0) this.#published = true;
    return new ParticipantInfo({
      sid: this.sid,
      identity: this.identity,
      name: this.name,
      metadata: this.metadata,
      attributes: this.attributes,
      state: this.state,
      tracks: [...this.publisher.tracks.values()].map((track) => track.info),
      dataTracks: [...this.dataTracks.values()],
      joinedAt: BigInt(Math.floor(this.joinedAt / 1000)),
      joinedAtMs: BigInt(this.joinedAt),
      version: this.#version,
      isPublisher: this.#published,
      kind: this.kind,
      clientProtocol: this.traits.clientProtocol,
      capabilities: [...this.traits.capabilities],
      permission: this.permission,
      ...(this.disconnectReason === undefined ? {} : { disconnectReason: this.disconnectReason }),
    });
  }

  close(reason: DisconnectReason): void {
    this.closed = true;
    clearTimeout(this.joinDeadline);
    this.disconnectReason = reason;
    this.state = ParticipantInfo_State.DISCONNECTED;
    this.publisher.close();
    this.subscriber.close();
    this.handleClaimsChange = () => undefined;
    this.#socket?.close();
    this.#socket = undefined;
  }
}

/** An empty value removes an attribute. */
export function mergeAttributes(
  current: Readonly<Record<string, string>>,
  changes: Readonly<Record<string, string>>,
): Record<string, string> {
  return Object.fromEntries(Object.entries({ ...current, ...changes }).filter(([, value]) => value !== ''));
}
