import { getJobContext, log, voice } from '@livekit/agents';
import { Room } from '@livekit/rtc-node';
import type { StartedSession } from '@visavis/client';
import { AvatarAudioOutput } from './avatar-audio-output.ts';
import { mintAvatarToken } from './service/avatar-token.ts';
import {
  type Participant,
  type ServiceAddress,
  type SessionRequest,
  SessionService,
} from './service/session-service.ts';
import { VisavisError } from './service/visavis-error.ts';

const JOIN_TIMEOUT_MS = 30_000;

export interface AvatarSessionOptions extends ServiceAddress {
  /** Id of an avatar or a character of the organization; default `VISAVIS_AVATAR_ID`, or else the newest avatar. */
  avatarId?: string;
  /** Alternatively an inline avatar: a built-in face by its `identity`, or a picture as `refImage`. */
  avatar?: { identity?: string; name?: string; refImage?: string };
  /** The name of the session in the service's lists. */
  name?: string;
  /** Seconds after which the service ends the session. */
  maxDuration?: number;
  /** Your client that the session is for; see the service's API. */
  client?: string;
  /** The avatar's identity in your own LiveKit room; default `visavis-avatar`. */
  avatarParticipantIdentity?: string;
  avatarParticipantName?: string;
  /** Sample rate of the speech sent to the avatar, in Hz; default: the rate of the agent's voice. */
  sampleRate?: number;
}

/** By default from the worker's job, or else from `LIVEKIT_URL`, `LIVEKIT_API_KEY`, `LIVEKIT_API_SECRET`. */
export interface LiveKitCredentials {
  livekitUrl?: string;
  livekitApiKey?: string;
  livekitApiSecret?: string;
}

/** A room of the service that the agent has joined. */
export interface OpenedRoom {
  room: Room;
  /** The address and the token for your front end, with which the consumer connects. */
  serverUrl: string;
  consumerAccessToken: string | undefined;
}

/**
 * Gives a LiveKit agent a Visavis avatar, which speaks what the agent says in the agent's LiveKit room (`start`), or in
 * a room of the service (`openRoom`, then `start`). Start it before the `AgentSession`.
 */
export class AvatarSession extends voice.AvatarSession {
  readonly #options: AvatarSessionOptions;
  readonly #service: SessionService;
  #avatarIdentity: string;
  #serviceRoom: OpenedRoom | undefined;
  #audioOutput: AvatarAudioOutput | undefined;
  #sessionId: string | undefined;

  /** @throws VisavisError if there is no API key */
  constructor(options: AvatarSessionOptions = {}) {
    super();
    this.#options = options;
    this.#service = new SessionService(options);
    this.#avatarIdentity = options.avatarParticipantIdentity ?? 'visavis-avatar';
  }

  override get avatarIdentity(): string {
    return this.#avatarIdentity;
  }

  override get provider(): string {
    return 'visavis';
  }

  /** The session's id in the service, once it has started. */
  get sessionId(): string | undefined {
    return this.#sessionId;
  }

  /**
   * Opens a room of the service and joins it as the agent. You need no LiveKit server.
   * @throws VisavisApiError if the service refuses, VisavisConnectionError if it does not respond
   */
  async openRoom({
    agent = { identity: 'agent' },
    consumer,
  }: {
    agent?: Participant;
    consumer?: Participant;
  } = {}): Promise<OpenedRoom> {
    const started = await this.#startSession({
      remoteAgentConnectingIdentity: agent,
      ...(consumer && { consumerIdentity: consumer }),
    });
    const { session, consumerAccessToken, remoteAgentAccessToken } = started;
    this.#avatarIdentity = session.avatar!.identity;
    const room = new Room();
    try {
      await room.connect(session.host.serverUrl, remoteAgentAccessToken!, {
        autoSubscribe: true,
        dynacast: false,
      });
    } catch (cause) {
      await this.#stopSession();
      throw new VisavisError(`The room at ${session.host.serverUrl} could not be joined: ${String(cause)}`, {
        cause,
      });
    }
    this.#serviceRoom = { room, serverUrl: session.host.serverUrl, consumerAccessToken };
    return this.#serviceRoom;
  }

  /**
   * Brings the avatar into the room and makes it the agent's voice.
   * @throws VisavisError if a credential is missing, VisavisApiError if the service refuses, VisavisConnectionError if
   * it does not respond
   */
  override async start(
    agentSession: voice.AgentSession,
    room: Room,
    credentials: LiveKitCredentials = {},
  ): Promise<void> {
    await super.start(agentSession, room);
    try {
      if (this.#serviceRoom?.room !== room) await this.#joinAgentRoom(room, credentials);
    } catch (error) {
      await this._rollbackStart();
      throw error;
    }
    this.#audioOutput = new AvatarAudioOutput({
      room,
      avatarIdentity: this.#avatarIdentity,
      onWarning: (message) => log().warn({ sessionId: this.#sessionId }, message),
      ...(this.#options.sampleRate !== undefined && { sampleRate: this.#options.sampleRate }),
    });
    agentSession.output.audio = this.#audioOutput;
    // Nobody awaits this: the agent's speech waits by itself until the avatar has joined. So a failure is logged.
    this.waitForJoin().catch((error: unknown) =>
      log().error({ sessionId: this.#sessionId }, (error as Error).message),
    );
  }

  /** @throws VisavisError after `timeout` milliseconds, with the reason if the service knows it */
  override async waitForJoin({ timeout = JOIN_TIMEOUT_MS }: { timeout?: number | null } = {}): Promise<void> {
    try {
      await super.waitForJoin({ timeout });
    } catch (cause) {
      throw new VisavisError(`The avatar did not join the room: ${await this.#reasonForAbsence()}`, {
        cause,
      });
    }
  }

  override async aclose(): Promise<void> {
    this.#audioOutput?.release();
    await this.#stopSession();
    await super.aclose();
    await this.#serviceRoom?.room.disconnect();
    this.#serviceRoom = undefined;
  }

  async #joinAgentRoom(room: Room, credentials: LiveKitCredentials): Promise<void> {
    const job = getJobContext(false);
    const livekitUrl = credentials.livekitUrl ?? job?.info.url ?? process.env.LIVEKIT_URL;
    const apiKey = credentials.livekitApiKey ?? job?.info.apiKey ?? process.env.LIVEKIT_API_KEY;
    const apiSecret = credentials.livekitApiSecret ?? job?.info.apiSecret ?? process.env.LIVEKIT_API_SECRET;
    if (!livekitUrl || !apiKey || !apiSecret) {
      throw new VisavisError(
        'The avatar needs a token for your LiveKit room: set LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET, ' +
          'or pass livekitUrl, livekitApiKey and livekitApiSecret to start().',
      );
    }
    const agentIdentity = room.localParticipant?.identity;
    if (!room.isConnected || !room.name || !agentIdentity) {
      throw new VisavisError(
        'The agent is not in its room yet: await ctx.connect() before you start the avatar.',
      );
    }
    const accessToken = await mintAvatarToken({
      apiKey,
      apiSecret,
      room: room.name,
      identity: this.#avatarIdentity,
      name: this.#options.avatarParticipantName ?? this.#avatarIdentity,
      agentIdentity,
    });
    await this.#startSession({
      host: { serverUrl: livekitUrl, accessToken },
      remoteAgentConnectingIdentity: { identity: agentIdentity },
    });
  }

  async #startSession(
    roomFields: Pick<SessionRequest, 'host' | 'remoteAgentConnectingIdentity' | 'consumerIdentity'>,
  ): Promise<StartedSession> {
    const { avatar, name = 'LiveKit agent', maxDuration, client } = this.#options;
    const avatarId = this.#options.avatarId ?? process.env.VISAVIS_AVATAR_ID;
    const started = await this.#service.start({
      name,
      avatar: avatar ?? { id: avatarId || (await this.#service.newestAvatarId()) },
      ...roomFields,
      ...(maxDuration !== undefined && { maxDuration }),
      ...(client !== undefined && { client }),
    });
    this.#sessionId = started.session.id;
    return started;
  }

  async #stopSession(): Promise<void> {
    if (this.#sessionId === undefined) return;
    const sessionId = this.#sessionId;
    await this.#service
      .stop(sessionId)
      .catch((error: unknown) => log().warn({ sessionId, error }, 'the avatar session could not be stopped'));
  }

  async #reasonForAbsence(): Promise<string> {
    if (this.#sessionId === undefined) return 'its session was not started.';
    try {
      const { status, endReason } = await this.#service.read(this.#sessionId);
      if (status === 'running') return 'it has not arrived yet.';
      return `its session ended (${endReason ?? status}).`;
    } catch (error) {
      return (error as Error).message;
    }
  }
}
