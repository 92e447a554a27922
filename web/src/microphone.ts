import type { Hearing, MicrophoneStatus } from './conversation-events.ts';

type MicrophoneMessageKey = MicrophoneStatus | 'offered' | 'not_understood';

/** Returns the key of the message to show. A microphone is useless if nothing understands it; its loss is always shown. */
export function messageKeyOf(status: MicrophoneStatus, hearing: Hearing): MicrophoneMessageKey {
  if (status === 'off' || status === 'lost') return status;
  if (hearing === 'nobody') return 'not_understood';
  return hearing === 'offered' && (status === 'on' || status === 'muted') ? 'offered' : status;
}

export const MICROPHONE_MESSAGES: Record<MicrophoneMessageKey, string> = {
  off: '',
  on: '',
  muted: '',
  refused: 'The microphone is not allowed for this page; you can type, or allow it in the address bar.',
  framed: 'The page around this one does not share the microphone; you can type.',
  missing: 'No microphone was found; you can type.',
  lost: 'The microphone is gone; you can type, or choose another one.',
  insecure:
    'Browsers give no microphone to a page on plain http: type here, or open the page over https or on localhost to speak.',
  offered:
    'Speech recognition is not available here: please type, or allow that of your browser, which may be a service elsewhere.',
  not_understood: 'Speech recognition is not available here: please type.',
};

/** Returns the status of the microphone after `getUserMedia` has failed. */
export function statusOfError(error: unknown): 'missing' | 'refused' | 'framed' {
  const { name } = error as Partial<Error>;
  if (name !== 'NotAllowedError' && name !== 'SecurityError') return 'missing';
  return mayUseMicrophone() ? 'refused' : 'framed';
}

/** Whether the embedding pages allow this one to ask; true if the browser cannot tell. */
function mayUseMicrophone(): boolean {
  const { featurePolicy } = (globalThis.document ?? {}) as {
    featurePolicy?: { allowsFeature(name: string): boolean };
  };
  return featurePolicy?.allowsFeature('microphone') ?? true;
}
