export { VisavisApiError, VisavisConnectionError } from '@visavis/client';
export { AvatarAudioOutput, type AvatarAudioOutputOptions } from './avatar-audio-output.ts';
export {
  AvatarSession,
  type AvatarSessionOptions,
  type LiveKitCredentials,
  type OpenedRoom,
} from './avatar-session.ts';
export type { Participant, ServiceAddress } from './service/session-service.ts';
export { VisavisError } from './service/visavis-error.ts';
