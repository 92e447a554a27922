import type { EngineCore } from '../../../engines/engine-core.ts';
import type { ProviderError, ProviderName } from '../../provider-error.ts';
import type { ConnectionRequest, OpeningConnection } from './provider-connection.ts';
import type { SessionContext } from './session-states.ts';

/** The part of a session that differs between vendors: the messages, and what the vendor's engine has in progress. */
export interface ProviderProtocol {
  /** Returns the address of a connection and its first message. `handle` identifies a saved state to resume. */
  request(handle: string | undefined): ConnectionRequest | Promise<ConnectionRequest>;
  /** Handles a message of the connection in use (`isCurrent`), or of one that is being opened. */
  receive(message: Record<string, unknown>, connection: OpeningConnection, isCurrent: boolean): void;
  /** Encodes the user's audio: mono, 24 kHz. Returns `undefined` if it is too short to be sent. */
  encodeSound(pcm: Int16Array): object | undefined;
  /** Returns true while the provider would refuse audio; it is buffered meanwhile. */
  holdsSound?(): boolean;
  /** Returns what would be interrupted if the connection were lost now. */
  inProgress(): SessionContext['inProgress'];
  /** The connection is lost or about to be replaced: drop what is in progress on it. */
  onDisconnected(): void;
  /** Sends the history to a new connection. `resumed`: the provider restored a saved state there. */
  replay(connection: { isFirst: boolean; resumed: boolean }): void;
  /** Called after `replay` and the buffered audio. `answerLost`: the answer that is due must be requested again. */
  adopted(answerLost: boolean): void;
  /** Whether nobody speaks and no answer is due. Required if connections expire. */
  isPause?(): boolean;
  /** Called when the connection was refused. Returns true if the next request asks for less: try again at once. */
  isNegotiable?(error: unknown): boolean;
  /** Whether this close means that the provider has ended the conversation. */
  isHangUp?(error: ProviderError): boolean;
  onHangUp?(): void;
  /** Whether the provider is allowed not to answer the last turn. */
  mayStaySilent?(): boolean;
  /** The provider has not answered the last turn. */
  onUnanswered?(): void;
}

export interface ProviderSessionOptions {
  core: EngineCore;
  provider: ProviderName;
  /** Removed from every message. */
  secret?: string | undefined;
  /** How long the first connection is attempted; by default as long as users wait in silence. */
  openingMs?: number | undefined;
  /** The longest wait for the next part of an answer. */
  patienceMs: number;
  /** Silence is sent after this long without audio from the user; absent if the provider does not need it. */
  keepAliveMs?: number;
  protocol: ProviderProtocol;
}
