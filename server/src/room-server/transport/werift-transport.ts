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
import { HandshakeRetransmissions } from './handshake-retransmissions.ts';
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
 * Limits for an unvalidated path (as in RFC 9000, 8): whoever can sign a check can forge its source address. They
 * suffice for a call's first seconds, then for its audio. Data may exceed them a little: it includes the challenge.
 */
const UNVALIDATED_BYTES_PER_SECOND = 16 * 1024;
const UNVALIDATED_BYTES_AT_ONCE = 256 * 1024;
const UNVALIDATED_DATA_BYTES = 64 * 1024;

interface SrtpPair {
  readonly send: SrtpContext;
  readonly receive: SrtpContext;
}

/**
 * The transport of one peer connection, over one path: ICE-lite on the shared media ports, werift's DTLS in the server
 * role, and our SRTP and SCTP. The peer always connects to us, so that no timer or retransmission of ours delays the
 * first packet. Only packets from an address that has passed a signed STUN check arrive here.
 */
export class WeriftTransport extends EventEmitter<TransportEvents> implements IceEndpoint {
  readonly channels: DataChannels;
  readonly #router: PacketRouter;
  readonly #work: PacketWork;
  readonly #certificate: DtlsCertificate;
  readonly #addresses: readonly MediaAddress[];
  readonly #credentials: { fragment: string; password: string }[] = [];
  readonly #dtls: DtlsServer;
  readonly #receiveDtls: (record: Buffer) => void;
  readonly #retransmissions = new HandshakeRetransmissions();
  readonly #silenceTimer: NodeJS.Timeout;
  #fingerprints: readonly string[] = [];
  #isHandshakeDone = false;
  #handshakePackets = 0;
  #path: NetworkPath | undefined;
  /** The path of the handshake, or the latest one over which the peer returned our challenge (an SCTP heartbeat). */
  #validatedPath: NetworkPath | undefined;
  #challenge = Buffer.alloc(0);
  readonly #unvalidatedLimit = new RateGate(UNVALIDATED_BYTES_PER_SECOND, UNVALIDATED_BYTES_AT_ONCE);
  #lastReceivedAt = performance.now();
  #startedAt = 0;
  #isSilent = false;
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
    const transport = {
      type: 'ice',
      closed: false,
      address: { address: '', family: '', port: 0 },
      onData: () => undefined,
      send: (packet: Buffer) => {
        this.#retransmissions.record(packet);
        this.#send(packet, UNVALIDATED_DATA_BYTES);
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
    // The constructor of DtlsServer has set `onData`.
    this.#receiveDtls = (record) => (transport.onData as (packet: Buffer) => void)(record);
    this.channels = new DataChannels(
      (packet) => (this.#currentState === 'closed' ? Promise.resolve() : this.#dtls.send(packet)),
      (reason) => this.close(reason),
      this.guard,
      backlog,
    );
    this.channels.on('established', () => this.#challengePath());
    this.channels.on('heartbeatAck', (content) => {
      if (content.equals(this.#challenge)) this.#validatedPath = this.#path;
    });
    this.#dtls.onConnect.subscribe(() => {
      this.#isHandshakeDone = true;
      // Media may be faster than signalling: the answer with the fingerprint may still be in transit.
      if (this.#fingerprints.length > 0) this.guard(() => this.#verifyPeer());
    });
    this.#dtls.onError.subscribe((error) => {
      if (this.#currentState === 'new') this.close(`DTLS handshake failed: ${String(error)}`);
    });
    this.#dtls.onData.subscribe((packet) =>
      this.guard(() => {
        this.#recordReceived();
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
    return this.#isSilent;
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
    if (this.#isHandshakeDone) this.#verifyPeer();
  }

  passwordOf(localFragment: string): string | undefined {
    return this.#credentials.find((entry) => entry.fragment === localFragment)?.password;
  }

  handleCheck(path: NetworkPath, nominated: boolean): void {
    this.#recordReceived();
    if (this.#startedAt === 0) this.#startedAt = this.#lastReceivedAt;
    // The controlling side nominates a path. Until it does, the first checked path carries the DTLS handshake.
    if (this.#path === undefined) this.#path = this.#validatedPath = path;
    else if (nominated && path !== this.#path) this.#moveTo(path);
  }

  #moveTo(path: NetworkPath): void {
    this.#path = path;
    // If the path changes during the handshake, neither path is validated.
    if (this.#currentState === 'new') this.#validatedPath = undefined;
    this.#challenge = randomBytes(16);
    this.#challengePath();
  }

  #challengePath(): void {
    if (this.#path !== this.#validatedPath) this.channels.sendHeartbeat(this.#challenge);
  }

  #recordReceived(): void {
    this.#lastReceivedAt = performance.now();
    if (!this.#isSilent) return;
    this.#isSilent = false;
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
    if (this.#retransmissions.classify(packet) === 'retransmission') {
      for (const datagram of this.#retransmissions.takeFlight()) this.#send(datagram, UNVALIDATED_DATA_BYTES);
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

  /** Sends one RTP packet; drops it if not connected. @param header with its extensions */
  sendRtp(header: Buffer, payload: Buffer): void {
    // Encrypted even if it is not sent, because a packet's index is derived from the previous one.
    if (this.#srtp !== undefined) this.#sendMedia(this.#srtp.send.protectRtp(header, payload));
  }

  sendRtcp(compound: Buffer): void {
    if (this.#srtp !== undefined) this.#sendMedia(this.#srtp.send.protectRtcp(compound));
  }

  #sendMedia(packet: Buffer): void {
    if (!this.#isSilent) this.#send(packet, 0);
  }

  /** @param spareBytes by how much it may exceed the limit of an unvalidated path */
  #send(packet: Buffer, spareBytes: number): void {
    if (this.#path !== this.#validatedPath) {
      if (this.#unvalidatedLimit.left + spareBytes < packet.length) return;
      this.#unvalidatedLimit.charge(packet.length);
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
    this.#router.removePaths(this);
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
      this.#receiveDtls(record.bytes);
    } catch {
      // werift throws on a malformed record.
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
      this.#recordReceived();
      this.emit('rtcp', compound);
      return;
    }
    const plain = srtp.receive.unprotectRtp(packet);
    if (plain === undefined) return;
    this.#recordReceived();
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
    this.#challengePath();
    if (!this.#isSilent && now - this.#lastReceivedAt > SILENT_AFTER_MS) {
      this.#isSilent = true;
      this.emit('silent', true);
    }
  }
}

/** Whether it is RTP or RTCP, by the first byte (RFC 7983). */
const isMedia = (packet: Buffer): boolean => packet[0]! >= 128 && packet[0]! < 192;
