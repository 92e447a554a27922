import type { Hearing, MicrophoneStatus } from './conversation-events.ts';

type Told = MicrophoneStatus | 'offered' | 'not_understood';

/**
 * Returns what to tell the user: a microphone is useless if nothing understands it, but its loss is always reported.
 */
export function whatToTell(status: MicrophoneStatus, hearing: Hearing): Told {
  if (status === 'off' || status === 'lost') return status;
  if (hearing === 'nobody') return 'not_understood';
  return hearing === 'offered' && (status === 'on' || status === 'muted') ? 'offered' : status;
}

export const MICROPHONE_WORDS: Record<Told, string> = {
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

/** Returns why the browser granted no microphone. */
export function whyNoMicrophone(error: unknown): 'missing' | 'refused' | 'framed' {
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
