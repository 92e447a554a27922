import type { Participant } from './participant.ts';

/** Whether `participant` may receive a track of `owner`, by its token and by the owner's wish. */
export function maySubscribe(participant: Participant, owner: Participant, trackSid: string): boolean {
  if (participant === owner || !participant.permission.canSubscribe) return false;
  const wish = owner.subscriptionPermission;
  if (wish === undefined || wish.allParticipants) return true;
  return wish.trackPermissions.some(
    (entry) =>
      (entry.participantIdentity === participant.identity || entry.participantSid === participant.sid) &&
      (entry.allTracks || entry.trackSids.includes(trackSid)),
  );
}
