import { EventEmitter } from 'node:events';
import { type Guard, unguarded } from '../../lib/guard.ts';
import { SctpAssociation } from './sctp-association.ts';

/** The memory used by data that awaits delivery to all receivers in the rooms of one owner. */
export interface Backlog {
  bytes: number;
}

export interface DataChannelsEvents {
  /** A message on a channel. Text arrives as its UTF-8 bytes. */
  message: [label: string, message: Buffer];
  /** The association is established. */
  established: [];
  /** The peer has answered a heartbeat of ours, with its content. */
  heartbeatAck: [content: Buffer];
}

interface Channel {
  readonly id: number;
  readonly label: string;
  readonly ordered: boolean;
  open: boolean;
}

export interface ChannelDeclaration {
  readonly label: string;
  readonly ordered: boolean;
  /** `0` requests no retransmissions, as LiveKit's `_lossy` does; undefined means reliable. */
  readonly maxRetransmits?: number;
}

const payloadProtocol = { control: 50, string: 51, binary: 53, stringEmpty: 56, binaryEmpty: 57 } as const;
const control = { ack: 0x02, open: 0x03 } as const;

const MAX_CHANNELS = 16;
/** The maximum number of openings per connection. Each is answered, and the peer may never acknowledge answers. */
const MAX_OPENINGS = 1_000;
const MAX_LABEL_BYTES = 256;
const MAX_EARLY_BYTES = 1024 * 1024;
/** The memory that Node uses for a message besides its bytes. */
const MESSAGE_OVERHEAD_BYTES = 200;
const MAX_REASSEMBLY_BYTES = 4 * 1024 * 1024;

/** Data channels (RFC 8831) and their establishment protocol (RFC 8832) over one SCTP association. */
export class DataChannels extends EventEmitter<DataChannelsEvents> {
  readonly #sctp: SctpAssociation;
  readonly #byId = new Map<number, Channel>();
  readonly #byLabel = new Map<string, Channel>();
  readonly #declared: ChannelDeclaration[] = [];
  readonly #fail: (reason: string) => void;
  /** The owner's backlog, in which the bytes held here are included. */
  readonly backlog: Backlog;
  #countedBytes = 0;
  #established = false;
  #closed = false;
  #openings = 0;
  #early: { label: string; message: Buffer }[] = [];
  #earlyBytes = 0;
  /** We are always the DTLS server, which uses odd stream ids. */
  #nextId = 1;

  constructor(
    transmit: (packet: Buffer) => Promise<void>,
    fail: (reason: string) => void,
    guard: Guard = unguarded,
    backlog: Backlog = { bytes: 0 },
  ) {
    super();
    this.backlog = backlog;
    this.#fail = fail;
    this.#sctp = new SctpAssociation({
      transmit,
      guard,
      handleOpen: () => {
        this.#established = true;
        for (const declaration of this.#declared.splice(0)) this.#openChannel(declaration);
        this.emit('established');
      },
      handleHeartbeatAck: (content) => this.emit('heartbeatAck', content),
      handleMessage: (id, protocol, message) => this.#handleMessage(id, protocol, message),
      handleReset: (ids) => {
        for (const id of ids) this.#removeChannel(id);
      },
      handleClose: () => {
        this.#established = false;
        this.#byId.clear();
        this.#byLabel.clear();
      },
    });
  }

  /** Opens a channel as soon as the association is established. */
  declare(declaration: ChannelDeclaration): void {
    if (this.#established) this.#openChannel(declaration);
    else this.#declared.push(declaration);
  }

  receive(packet: Buffer): void {
    this.#sctp.receive(packet);
    this.#updateBacklog();
    if (this.#sctp.reassemblyBytes > MAX_REASSEMBLY_BYTES)
      this.#fail('the peer sent more data than the receive window allows');
  }

  isOpen(label: string): boolean {
    return this.#byLabel.get(label)?.open === true;
  }

  get queuedBytes(): number {
    return this.#sctp.queuedBytes;
  }

  /** Memory of the messages that the peer has not acknowledged, in bytes. */
  get heldBytes(): number {
    return this.#earlyBytes + this.#sctp.heldBytes;
  }

  /** Milliseconds for which data has been pending while the peer acknowledged nothing. */
  get unacknowledgedMs(): number {
    return this.#sctp.unacknowledgedMs;
  }

  /** Sends a heartbeat, if the association is established. The peer returns the content. */
  sendHeartbeat(content: Buffer): void {
    this.#sctp.sendHeartbeat(content);
  }

  /** Sends on a channel. The message is dropped if the channel is not open. */
  send(label: string, message: Buffer): void {
    const channel = this.#byLabel.get(label);
    if (channel?.open === true) this.#sendOn(channel, message);
  }

  /** Sends on a channel, or holds the message (within limits) until the channel opens. */
  sendOnceOpen(label: string, message: Buffer): void {
    if (this.isOpen(label)) this.send(label, message);
    else if (this.#earlyBytes + memoryBytes(message) <= MAX_EARLY_BYTES && !this.#closed) {
      this.#early.push({ label, message });
      this.#earlyBytes += memoryBytes(message);
      this.#updateBacklog();
    }
  }

  close(): void {
    this.#closed = true;
    this.#early = [];
    this.#earlyBytes = 0;
    this.#established = false;
    this.#declared.length = 0;
    this.#sctp.close();
    this.#updateBacklog();
    this.removeAllListeners();
  }

  #sendOn({ id, ordered }: Channel, message: Buffer): void {
    // SCTP cannot carry an empty message: a zero byte with its own protocol number stands for it.
    if (message.length === 0) this.#sctp.send(id, payloadProtocol.binaryEmpty, Buffer.alloc(1), ordered);
    else this.#sctp.send(id, payloadProtocol.binary, message, ordered);
    this.#updateBacklog();
  }

  #updateBacklog(): void {
    const { heldBytes } = this;
    this.backlog.bytes += heldBytes - this.#countedBytes;
    this.#countedBytes = heldBytes;
  }

  #sendEarly(channel: Channel): void {
    const due = this.#early.filter(({ label }) => label === channel.label);
    this.#early = this.#early.filter(({ label }) => label !== channel.label);
    for (const { message } of due) {
      this.#earlyBytes -= memoryBytes(message);
      this.#sendOn(channel, message);
    }
  }

  #openChannel(declaration: ChannelDeclaration): void {
    const channel = { id: this.#nextId, label: declaration.label, ordered: declaration.ordered, open: false };
    this.#nextId += 2;
    this.#byId.set(channel.id, channel);
    this.#byLabel.set(channel.label, channel);
    const label = Buffer.from(declaration.label);
    const message = Buffer.alloc(12 + label.length);
    message[0] = control.open;
    message[1] = (declaration.ordered ? 0 : 0x80) | (declaration.maxRetransmits === undefined ? 0 : 1);
    message.writeUInt32BE(declaration.maxRetransmits ?? 0, 4);
    message.writeUInt16BE(label.length, 8);
    label.copy(message, 12);
    this.#sctp.send(channel.id, payloadProtocol.control, message, true);
  }

  #removeChannel(id: number): void {
    const channel = this.#byId.get(id);
    if (channel === undefined) return;
    this.#byId.delete(id);
    if (this.#byLabel.get(channel.label) === channel) this.#byLabel.delete(channel.label);
  }

  #handleMessage(id: number, protocol: number, message: Buffer): void {
    if (protocol === payloadProtocol.control) {
      this.#handleControl(id, message);
      return;
    }
    const channel = this.#byId.get(id);
    if (channel === undefined) return;
    const empty = protocol === payloadProtocol.stringEmpty || protocol === payloadProtocol.binaryEmpty;
    this.emit('message', channel.label, empty ? Buffer.alloc(0) : message);
  }

  #handleControl(id: number, message: Buffer): void {
    if (message[0] === control.ack) {
      const channel = this.#byId.get(id);
      if (channel === undefined || channel.open) return;
      channel.open = true;
      this.#sendEarly(channel);
      return;
    }
    if (message[0] !== control.open || message.length < 12) return;
    if (++this.#openings > MAX_OPENINGS) {
      this.#fail('the peer opened too many data channels');
      return;
    }
    const labelBytes = message.readUInt16BE(8);
    if (labelBytes > MAX_LABEL_BYTES || message.length < 12 + labelBytes) return;
    if (!this.#byId.has(id)) {
      if (this.#byId.size >= MAX_CHANNELS) return;
      const label = message.toString('utf8', 12, 12 + labelBytes);
      const channel = { id, label, ordered: (message[1]! & 0x80) === 0, open: true };
      this.#byId.set(id, channel);
      this.#byLabel.set(label, channel);
      this.#sctp.send(id, payloadProtocol.control, Buffer.from([control.ack]), true);
      this.#sendEarly(channel);
      return;
    }
    this.#sctp.send(id, payloadProtocol.control, Buffer.from([control.ack]), true);
  }
}

const memoryBytes = (message: Buffer) => MESSAGE_OVERHEAD_BYTES + message.length;
