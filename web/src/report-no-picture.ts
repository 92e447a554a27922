import type { RemoteParticipant, Room } from 'livekit-client';
import { HEARS_ATTRIBUTE, NO_PICTURE_RPC, ON_BEHALF_ATTRIBUTE } from './room-protocol.ts';

export const findAvatar = ({ remoteParticipants }: Room): RemoteParticipant | undefined =>
  [...remoteParticipants.values()].find(
    ({ attributes }) => attributes[HEARS_ATTRIBUTE] || attributes[ON_BEHALF_ATTRIBUTE],
  );

/** Tells the avatar that its video did not arrive. Never rejects. @returns whether it ends the conversation now */
export async function reportNoPicture(
  { localParticipant }: Room,
  avatar: RemoteParticipant | undefined,
): Promise<boolean> {
  if (!avatar) return false;
  const call = { destinationIdentity: avatar.identity, method: NO_PICTURE_RPC, payload: '' };
  const answer = await localParticipant
    .performRpc({ ...call, responseTimeout: 10_000 })
    .catch(() => undefined);
  return answer === 'ok';
}
