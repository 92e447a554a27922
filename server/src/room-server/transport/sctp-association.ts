import { randomUUID } from 'node:crypto';
import { Event, type RTCDtlsTransport, RTCSctpTransport } from 'werift';

type Sctp = RTCSctpTransport['sctp'];

/** What a data channel needs of SCTP. */
export interface SctpAssociation {
  /** Feeds a packet that came over DTLS. Malformed packets are ignored. */
  receive(packet: Buffer): void;
  send(streamId: number, payloadProtocol: number, message: Buffer, ordered: boolean): void;
  /** Bytes accepted by `send` and not yet given to the network. */
  readonly queuedBytes: number;
  /** Bytes of unfinished messages held for the peer. */
  readonly reassemblyBytes: number;
  close(): void;
}

export interface SctpHandlers {
  readonly transmit: (packet: Buffer) => Promise<void>;
  readonly handleOpen: () => void;
  readonly handleMessage: (streamId: number, payloadProtocol: number, message: Buffer) => void;
  readonly handleReset: (streamIds: readonly number[]) => void;
  readonly handleClose: () => void;
}

/** `a=sctp-port`; libwebrtc, Firefox and pion all use it. */
export const sctpPort = 5000;

const receiveWindowBytes = 1024 * 1024;

/**
 * werift's SCTP without its data channels, as the passive side. Quirks of werift 0.24.4 that shape this file:
 *  - SCTP itself is not exported; RTCSctpTransport makes one around anything shaped like its DTLS transport.
 *  - Its packet handler is asynchronous and throws on garbage: call it ourselves and catch.
 *  - Abandoning a message (partial reliability) abandons the oldest message in flight instead, perhaps a reliable
 *    one: nothing is ever abandoned here. Callers drop lossy messages before they are queued.
 */
export function createSctpAssociation(handlers: SctpHandlers): SctpAssociation {
  const carrier = new RTCSctpTransport(sctpPort);
  const dtls = {
    id: randomUUID(),
    iceTransport: { role: 'controlled' },
    onStateChange: new Event(),
    dataReceiver: () => undefined,
    sendData: handlers.transmit,
  };
  carrier.setDtlsTransport(dtls as unknown as RTCDtlsTransport);
  const sctp: Sctp = carrier.sctp;
  sctp.onReceive.allUnsubscribe();
  sctp.onReconfigStreams.allUnsubscribe();
  sctp.onSackReceived = () => Promise.resolve();
  sctp.onReceive.subscribe(handlers.handleMessage);
  sctp.onReconfigStreams.subscribe(handlers.handleReset);
  sctp.stateChanged.connected.subscribe(handlers.handleOpen);
  sctp.stateChanged.closed.subscribe(handlers.handleClose);
  sctp.isServer = true;
  const ignore = () => undefined;
  sctp.start(sctpPort).catch(ignore);
  const internals = sctp as unknown as {
    handleData(packet: Buffer): Promise<void>;
    advertisedRwnd: number;
  };
  return {
    receive: (packet) => void internals.handleData(packet).catch(ignore),
    send: (streamId, payloadProtocol, message, ordered) =>
      void sctp.send(streamId, payloadProtocol, message, { ordered }).catch(ignore),
    get queuedBytes() {
      // Messages are cut into chunks of 1200 bytes.
      return sctp.outboundQueue.length * 1200;
    },
    get reassemblyBytes() {
      return receiveWindowBytes - internals.advertisedRwnd;
    },
    close: () => void sctp.stop().catch(ignore),
  };
}
