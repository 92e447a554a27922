import { AccessToken, type AccessTokenOptions, RoomServiceClient, type VideoGrant } from 'livekit-server-sdk';
import { DEADLINE_MS } from './deadlines.ts';

/** A LiveKit-compatible server under test: the embedded one, or LiveKit itself. */
export interface RoomTarget {
  /** `ws://…` */
  readonly url: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

export function mintToken(
  target: RoomTarget,
  room: string,
  identity: string,
  grant: Partial<VideoGrant> = {},
  { kind, ...options }: AccessTokenOptions & { kind?: 'agent' | undefined } = {},
): Promise<string> {
  const token = new AccessToken(target.apiKey, target.apiSecret, {
    identity,
    name: identity,
    ttl: 3600,
    ...options,
  });
  if (kind) token.kind = kind;
  token.addGrant({ roomJoin: true, room, canUpdateOwnMetadata: true, ...grant });
  return token.toJwt();
}

export function roomService(target: RoomTarget): RoomServiceClient {
  return new RoomServiceClient(target.url.replace(/^ws/, 'http'), target.apiKey, target.apiSecret);
}

/** Waits for a condition. @throws Error naming `what`, after `timeoutMs` */
export async function until(
  what: string,
  accept: () => boolean | Promise<boolean>,
  timeoutMs = DEADLINE_MS,
): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (!(await accept())) {
    if (Date.now() > deadline) throw new Error(`timed out waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}
