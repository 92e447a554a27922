/** Pages of the operator of the service. */
export const organizations = {
  title: 'Organizations',
  about:
    'Each organization has its own avatars, knowledge, conversations and keys. It sees nothing of the others.',
  add: 'New organization',
  none: 'None yet',
  noneYet: 'Type a name above to make the first one.',
  keyName: 'made by the operator',
  plans: { free: 'free', paid: 'paid' },
  since: (at: string) => `since ${at}`,
  limits: (atOnce: number, longest: string) => `${atOnce} at a time, up to ${longest}`,
  unlimited: 'no monthly limit',
  monthly: (time: string) => `${time} a month`,
  stored: (bytes: string) => `${bytes} of storage`,
  makeKey: 'Make a key',
  newKey: (organization: string) => `The new key of ${organization}`,
  everything: (organization: string) => `${organization}, with its avatars, documents and conversations,`,
};

export const models = {
  title: 'Speech',
  about:
    'With these models, avatars hear and speak on this machine, without an API key. A model that you add works from the next conversation on.',
  folder: (folder: string) => `The models are in \`${folder}\`.`,
  command: (command: string) => `You can also add them at a terminal: \`${command}\``,
  purposes: {
    runtime: 'Needed by all others',
    turns: 'End of a turn',
    'speech-recognition': 'Speech recognition',
    voice: 'Voice',
  },
  missing: {
    both: 'Without an API key, avatars cannot hear yet and have a plain voice.',
    voice: 'Without an API key, avatars have a plain voice.',
    hearing: 'Without an API key, avatars cannot hear yet.',
  },
  suggested: (size: string) => `The suggested models need ${size}.`,
  addSuggested: (models: readonly string[]) => `Add ${models.join(' and ')}`,
  /** As suggested. */
  names: { voice: 'a natural voice', 'speech-recognition': 'speech recognition' },
  failed: 'The download failed',
  stopped: 'The download was stopped',
  kept: (models: readonly string[]) =>
    `The service keeps what it has of ${models.join(', ')}. Add it again to continue the download.`,
  progress: (received: string, all: string) => `${received} of ${all}`,
  downloading: (model: string, progress: string) => `Downloading ${model} · ${progress}`,
  downloaded: (progress: string) => `Downloaded: ${progress}`,
  intact: 'Its files are as they were installed.',
  verify: 'Verify',
  verifyOf: (model: string) => `Verify ${model}`,
  addOf: (model: string) => `Add ${model}`,
  resume: 'Continue',
  resumeOf: (model: string) => `Continue the download of ${model}`,
  remove: 'Remove',
  removeOf: (model: string) => `Remove ${model}`,
  damaged: 'damaged',
  installed: 'installed',
  partial: (received: string) => `${received} of it`,
  unavailable: 'not for this machine',
  absent: 'not installed',
  manyLanguages: 'many languages',
};
