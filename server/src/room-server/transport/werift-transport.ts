import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { DtlsServer } from 'werift';
import type { Guard } from '../../lib/guard.ts';
import { RateGate } from '../../lib/rate-gate.ts';
import { type PacketWork, uncountedWork } from '../media-work.ts';
import { provesCertificate } from './certificate-verify.ts';
import { type Backlog, DataChannels } from './data-channels.ts';
import { type DtlsCertificate, matchesFingerprint } from './dtls-certificate.ts';
import { contentType, type DtlsRecord, readRecords } from './dtls-records.ts';
import { HandshakeRepeats } from './handshake-repeats.ts';
import type { MediaAddress } from './media-ports.ts';
import type { IceEndpoint, NetworkPath, PacketRouter } from './packet-router.ts';
import type { LocalTransportParameters, TransportEvents, TransportState } from './peer-transport.ts';
import { MASTER_KEY_BYTES, masterSaltBytes, SrtpContext, type SrtpProfile, srtpProfile } from './srtp.ts';

/** libwebrtc checks its path at least every 2.5 s; a path without checks for this long is dead. */
const SILENT_AFTER_MS = 10_000;
const SILENCE_CHECK_MS = 1_000;
const DTLS_TIMEOUT_MS = 20_000;
/** A handshake takes ten. werift keeps the fragments of incomplete messages, and signs for every ClientHello. */
const MAX_HANDSHAKE_PACKETS = 200;
/**
 * Limits for an address that has not proved that it receives: whoever signs a check can name any. They suffice for a
 * call's first seconds, then for its audio. Data may exceed them a little, as it includes the request for proof.
 */
const UNPROVEN_BYTES_PER_SECOND = 16 * 1024;
const UNPROVEN_BYTES_AT_ONCE = 256 * 1024;
const UNPROVEN_DATA_BYTES = 64 * 1024;

interface SrtpPair {
  readonly send: SrtpContext;
  readonly receive: SrtpContext;
}

/**
 * One peer connection below the level of SDP, over one path, which is all that the room server knows of WebRTC's
 * transports. ICE-lite over the shared media ports, werift's DTLS on the server side, and our SRTP and SCTP. The peer
 * always connects to us, so that no timer or retransmission of ours delays the first packet. Only packets from an
 * address that has passed a signed STUN check arrive here.
 */
export class WeriftTransport extends EventEmitter<TransportEvents> implements IceEndpoint {
  readonly channels: DataChannels;
  readonly #router: PacketRouter;
  readonly #work: PacketWork;
  readonly #certificate: DtlsCertificate;
  readonly #addresses: readonly MediaAddress[];
  readonly #credentials: { fragment: string; password: string }[] = [];
  readonly #dtls: DtlsServer;
  readonly #inbox: { onData: (packet: Buffer) => void };
  readonly #repeats = new HandshakeRepeats();
  readonly #silenceTimer: NodeJS.Timeout;
  #fingerprints: readonly string[] = [];
  #handshaken = false;
  #handshakePackets = 0;
  #path: NetworkPath | undefined;
  /** The path of the handshake, or the latest one over which the peer returned an echo request of ours. */
  #provenPath: NetworkPath | undefined;
  #question = Buffer.alloc(0);
  readonly #unproven = new RateGate(UNPROVEN_BYTES_PER_SECOND, UNPROVEN_BYTES_AT_ONCE);
  #heardAt = performance.now();
  #startedAt = 0;
  #quiet = false;
  #srtp: SrtpPair | undefined;
  #currentState: TransportState = 'new';

  constructor(
    router: PacketRouter,
    certificate: DtlsCertificate,
    addresses: readonly MediaAddress[],
    { work = uncountedWork, backlog }: { work?: PacketWork; backlog?: Backlog } = {},
  ) {
    super();
    this.#work = work;
    this.#router = router;
    this.#certificate = certificate;
    this.#addresses = addresses;
    this.#inbox = { onData: () => undefined };
    const transport = {
      type: 'ice',
      closed: false,
      address: { address: '', family: '', port: 0 },
      onData: () => undefined,
      send: (packet: Buffer) => {
        this.#repeats.record(packet);
        this.#send(packet, UNPROVEN_DATA_BYTES);
        return Promise.resolve();
      },
      close: () => Promise.resolve(),
    };
    this.#dtls = new DtlsServer({
      cert: certificate.certPem,
      key: certificate.keyPem,
      signatureHash: certificate.signatureHash,
      transport,
      srtpProfiles: [srtpProfile.aeadAes128Gcm, srtpProfile.aes128CmSha1_80],
      extendedMasterSecret: true,
      certificateRequest: true,
    });
    // The constructor of DtlsServer has set its handler here.
    this.#inbox.onData = (packet) => (transport.onData as (packet: Buffer) => void)(packet);
    this.channels = new DataChannels(
      (packet) => (this.#currentState === 'closed' ? Promise.resolve() : this.#dtls.send(packet)),
      (reason) => this.close(reason),
      this.guard,
      backlog,
    );
    this.channels.on('established', () => this.#askForProof());
    this.channels.on('echo', (content) => {
      if (content.equals(this.#question)) this.#provenPath = this.#path;
    });
    this.#dtls.onConnect.subscribe(() => {
      this.#handshaken = true;
      // Media may be faster than signalling: the answer with the fingerprint may still be in transit.
      if (this.#fingerprints.length > 0) this.guard(() => this.#verifyPeer());
    });
    this.#dtls.onError.subscribe((error) => {
      if (this.#currentState === 'new') this.close(`DTLS handshake failed: ${String(error)}`);
    });
    this.#dtls.onData.subscribe((packet) =>
      this.guard(() => {
        this.#noteHeard();
        this.channels.receive(packet);
      }),
    );
    this.#silenceTimer = setInterval(() => this.guard(() => this.#checkSilence()), SILENCE_CHECK_MS);
    this.restartIce();
  }

  get state(): TransportState {
    return this.#currentState;
  }

  /** Whether it is connected but nothing has arrived for a while. */
  get silent(): boolean {
    return this.#quiet;
  }

  local(): LocalTransportParameters {
    const { fragment, password } = this.#credentials.at(-1)!;
    return { fragment, password, fingerprint: this.#certificate.fingerprint, addresses: this.#addresses };
  }

  /** Creates new local credentials for an ICE restart. The old ones stay valid until the peer uses the new ones. */
  restartIce(): void {
    const created = { fragment: randomBytes(6).toString('hex'), password: randomBytes(18).toString('hex') };
    this.#credentials.push(created);
    this.#router.register(created.fragment, this);
    while (this.#credentials.length > 2) this.#router.unregister(this.#credentials.shift()!.fragment);
  }

  /** @param fingerprints the certificates that the peer announced, as in `a=fingerprint` */
  setRemoteFingerprints(fingerprints: readonly string[]): void {
    this.#fingerprints = fingerprints;
    if (this.#handshaken) this.#verifyPeer();
  }

  passwordOf(localFragment: string): string | undefined {
    return this.#credentials.find((entry) => entry.fragment === localFragment)?.password;
  }

  handleCheck(path: NetworkPath, nominated: boolean): void {
    this.#noteHeard();
    if (this.#startedAt === 0) this.#startedAt = this.#heardAt;
    // The controlling side nominates a path. Until it does, the first checked path carries the DTLS handshake.
    if (this.#path === undefined) this.#path = this.#provenPath = path;
    else if (nominated && path !== this.#path) this.#moveTo(path);
  }

  #moveTo(path: NetworkPath): void {
    this.#path = path;
    // A handshake that changes its path proves neither of them.
    if (this.#currentState === 'new') this.#provenPath = undefined;
    this.#question = randomBytes(16);
    this.#askForProof();
  }

  #askForProof(): void {
    if (this.#path !== this.#provenPath) this.channels.askForEcho(this.#question);
  }

  #noteHeard(): void {
    this.#heardAt = performance.now();
    if (!this.#quiet) return;
    this.#quiet = false;
    this.emit('silent', false);
  }

  readonly guard: Guard = (work) => {
    try {
      work();
    } catch (error) {
      this.emit('fault', error);
      this.close(`work failed: ${String(error)}`);
    }
  };

  handlePacket(packet: Buffer): void {
    if (this.#currentState === 'closed') return;
    const kind = isMedia(packet) ? 'media' : 'data';
    this.#work.run(kind, () => this.guard(() => this.#readPacket(packet)));
  }

  #readPacket(packet: Buffer): void {
    const first = packet[0]!;
    if (isMedia(packet)) {
      if (this.#srtp !== undefined) this.#handleMedia(this.#srtp, packet);
      return;
    }
    if (first < 20 || first > 63) return;
    if (this.#repeats.classify(packet) === 'repeat') {
      for (const datagram of this.#repeats.takeFlight()) this.#send(datagram, UNPROVEN_DATA_BYTES);
      return;
    }
    if (this.#currentState === 'new' && ++this.#handshakePackets > MAX_HANDSHAKE_PACKETS) {
      this.close('the peer sent too many packets in the DTLS handshake');
      return;
    }
    for (const record of readRecords(packet)) {
      // The previous record may have closed us.
      if (this.state === 'closed') return;
      this.#handleRecord(record);
    }
  }

  /** Sends one RTP packet. `header` ends where the payload begins. Dropped silently if not connected. */
  sendRtp(header: Buffer, payload: Buffer): void {
    // Encrypted even if it is not sent, because a packet's index is derived from the previous one.
    if (this.#srtp !== undefined) this.#sendMedia(this.#srtp.send.protectRtp(header, payload));
  }

  sendRtcp(compound: Buffer): void {
    if (this.#srtp !== undefined) this.#sendMedia(this.#srtp.send.protectRtcp(compound));
  }

  #sendMedia(packet: Buffer): void {
    if (!this.#quiet) this.#send(packet, 0);
  }

  /** @param spareBytes by how much it may exceed the limit of an unproven path */
  #send(packet: Buffer, spareBytes: number): void {
    if (this.#path !== this.#provenPath) {
      if (this.#unproven.left + spareBytes < packet.length) return;
      this.#unproven.charge(packet.length);
    }
    this.#path?.send(packet);
  }

  close(reason: string): void {
    if (this.#currentState === 'closed') return;
    this.#currentState = 'closed';
    clearInterval(this.#silenceTimer);
    this.channels.close();
    this.#srtp = undefined;
    for (const { fragment } of this.#credentials) this.#router.unregister(fragment);
    this.#router.forget(this);
    this.emit('closed', reason);
    this.removeAllListeners();
  }

  /**
   * Keeps forgeable records from werift: on any ClientHello it renegotiates and forgets its keys, and it takes alerts
   * and records of unknown types for the end of the connection, without having decrypted them.
   */
  #handleRecord(record: DtlsRecord): void {
    const connected = this.#currentState === 'connected';
    switch (record.contentType) {
      case contentType.alert:
        if (connected && this.#isGenuine(record)) this.close('the peer closed the DTLS connection');
        return;
      case contentType.handshake:
      case contentType.changeCipherSpec:
        if (connected) return;
        break;
      case contentType.applicationData:
        break;
      default:
        return;
    }
    try {
      this.#inbox.onData(record.bytes);
    } catch {
      // The record is malformed inside.
    }
  }

  #isGenuine({ contentType: type, epoch, sequenceNumber, fragment, bytes }: DtlsRecord): boolean {
    const protocolVersion = { major: bytes[1]!, minor: bytes[2]! };
    const recordLayerHeader = { contentType: type, protocolVersion, epoch, sequenceNumber };
    try {
      this.#dtls.cipher.decryptPacket({ recordLayerHeader, fragment } as Parameters<
        DtlsServer['cipher']['decryptPacket']
      >[0]);
      return epoch > 0;
    } catch {
      return false;
    }
  }

  #handleMedia(srtp: SrtpPair, packet: Buffer): void {
    const type = packet[1]!;
    // RTCP packet types are between 192 and 223 (RFC 5761 §4).
    if (type >= 192 && type <= 223) {
      const compound = srtp.receive.unprotectRtcp(packet);
      if (compound === undefined) return;
      this.#noteHeard();
      this.emit('rtcp', compound);
      return;
    }
    const plain = srtp.receive.unprotectRtp(packet);
    if (plain === undefined) return;
    this.#noteHeard();
    this.emit('rtp', plain);
  }

  #verifyPeer(): void {
    if (this.#currentState !== 'new') return;
    const certificate = this.#dtls.remoteCertificate;
    if (certificate === undefined || !matchesFingerprint(certificate, this.#fingerprints)) {
      this.close('the certificate of the peer does not match the announced fingerprint');
      return;
    }
    if (!provesCertificate(this.#dtls.dtls.sortedHandshakeCache, certificate)) {
      this.close('the peer did not prove that it owns its certificate');
      return;
    }
    const profile = this.#dtls.srtp.srtpProfile as SrtpProfile | undefined;
    if (profile !== undefined) {
      const keys = this.#dtls.extractSessionKeys(MASTER_KEY_BYTES, masterSaltBytes(profile));
      this.#srtp = {
        send: new SrtpContext(profile, keys.localKey, keys.localSalt, 'send'),
        receive: new SrtpContext(profile, keys.remoteKey, keys.remoteSalt, 'receive'),
      };
    }
    this.#currentState = 'connected';
    this.emit('connected');
  }

  #checkSilence(): void {
    const now = performance.now();
    if (this.#currentState === 'new') {
      if (this.#startedAt !== 0 && now - this.#startedAt > DTLS_TIMEOUT_MS)
        this.close('the DTLS handshake did not finish in time');
      return;
    }
    this.#askForProof();
    if (!this.#quiet && now - this.#heardAt > SILENT_AFTER_MS) {
      this.#quiet = true;
      this.emit('silent', true);
    }
  }
}

/** Whether it is RTP or RTCP, by the first byte (RFC 7983). */
const isMedia = (packet: Buffer): boolean => packet[0]! >= 128 && packet[0]! < 192;
