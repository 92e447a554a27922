import { ParticipantPermission, TrackSource } from '@livekit/protocol';
import type { VideoGrant } from 'livekit-server-sdk';

/** Returns a participant's permissions. Absent grants allow, as in LiveKit, except changing one's own metadata. */
export function permissionOf(grant: VideoGrant): ParticipantPermission {
  return new ParticipantPermission({
    canPublish: grant.canPublish ?? true,
    canPublishSources: grant.canPublishSources ?? [],
    canPublishData: grant.canPublishData ?? true,
    canSubscribe: grant.canSubscribe ?? true,
    canUpdateMetadata: grant.canUpdateOwnMetadata ?? false,
    hidden: grant.hidden ?? false,
    recorder: grant.recorder ?? false,
    agent: grant.agent ?? false,
  });
}

/** Returns the token grants for these permissions. @param original the participant's other grants */
export function grantOf(permission: ParticipantPermission, original: VideoGrant): VideoGrant {
  return {
    ...original,
    canPublish: permission.canPublish,
    canPublishSources: permission.canPublishSources.length > 0 ? permission.canPublishSources : undefined,
    canPublishData: permission.canPublishData,
    canSubscribe: permission.canSubscribe,
    canUpdateOwnMetadata: permission.canUpdateMetadata,
    hidden: permission.hidden,
    recorder: permission.recorder,
    agent: permission.agent,
  } as VideoGrant;
}

export function mayPublish(permission: ParticipantPermission, source: TrackSource): boolean {
  if (!permission.canPublish) return false;
  const sources = permission.canPublishSources;
  return sources.length === 0 || (source !== TrackSource.UNKNOWN && sources.includes(source));
}
