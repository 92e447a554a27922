/** What the console says, in English. Other languages are files beside this one, of the type `Texts`. */
export const en = {
  close: 'Close',
  conversation: {
    timeline: 'Timeline',
  },
  outdated: {
    mine: 'Save mine anyway',
    theirs: 'Show theirs',
    avatar: 'Somebody has saved this avatar since you opened it.',
  },
  tryIt: {
    conversation: (name: string) => `Console: ${name}`,
    you: 'You',
  },
  characters: {
    title: 'Characters',
    about:
      'A face, a voice and a brain, for conversations of the API’s version 3. Avatars are the same thing for version 1.',
    add: 'New character',
    find: 'Find a character',
    none: 'No character yet',
    noneYet: 'Make one from a picture, or from one of the built-in people.',
  },
  characterForm: {
    title: 'Character',
    newTitle: 'New character',
    name: 'Name',
    description: 'In a few words',
    brain: 'What it says',
    instructions: 'Who it is and how it behaves',
    instructionsExample: 'You are the guide of the harbour museum. You answer in two sentences at most.',
    instructionsHelp: 'Instructions for the model. {{name}} is replaced by a variable of the conversation.',
    greeting: 'Greeting',
    greetingHelp: 'What it says first.',
    knowledge: 'Answers from',
    noKnowledge: 'no documents',
    tools: 'Tools it may use',
    voiceGroup: 'Model and voice',
    voice: 'Voice',
    noVoice: 'the first voice of the organization',
    remote: 'Agent at ElevenLabs',
    remoteHelp: 'Its id there; it has a voice and instructions of its own. Empty: Google Gemini Live.',
    memory: 'Remembers what a user told it before',
    search: 'May search the web',
    save: 'Save',
    make: 'Make the character',
    saved: (name: string) => `${name} is saved.`,
    faceFirst: 'Choose a face first.',
    remove: 'Delete',
    outdated: 'Somebody has saved this character since you opened it.',
    try: 'Try it',
    saveFirst: 'You talk with what is saved: save to hear your changes.',
    tryLater: 'Once it is saved, you talk with it here.',
  },
  person: {
    mute: 'Nobody speaks for it yet.',
  },
  voiceSample: {
    button: 'Listen',
    label: (voice: string) => `Listen to the voice ${voice}`,
  },
  erasure: {
    cancel: 'Keep it',
    confirm: 'Erase for good',
    done: 'Done',
    forGood: 'This goes for good:',
    usage: 'Seconds and charges stay in the sums of usage, without a name.',
    receipt: (id: string, at: string) =>
      `Receipt ${id}, ${at}. Keep it if you must prove the erasure: the service does not.`,
    lines: (count: number) => `${amount(count, 'line')} of transcripts`,
    memories: (count: number) => amount(count, 'memory', 'memories'),
    deliveries: (count: number) => `${amount(count, 'delivery', 'deliveries')} of webhooks`,
    conversations: (count: number) => amount(count, 'conversation'),
    events: (count: number) => amount(count, 'event'),
    unsent: 'deliveries of webhooks about them, unsent ones too',
    user: {
      button: 'Erase everything of this user',
      title: (user: string) => `Erase everything of ${user}?`,
      done: (user: string) => `${user} is erased`,
      withClient: (client: string) => `This goes for good, as far as it was with the client ${client}:`,
      withAll: 'This goes for good, with every client:',
      conversations: (count: number | undefined) =>
        `${count === undefined ? 'all conversations' : amount(count, 'conversation')}, with their transcripts and timelines`,
      running: (count: number) => `of these, ${count} that run now: they are stopped first`,
      memories: (count: number | undefined) =>
        `${count === undefined ? 'all memories' : amount(count, 'memory', 'memories')} of avatars`,
    },
    conversation: {
      button: 'Erase',
      title: (name: string) => `Erase the conversation “${name}”?`,
      done: 'The conversation is erased',
      transcript: (count: number) => `its transcript of ${amount(count, 'line')}`,
      timeline: (count: number) => `its timeline of ${amount(count, 'event')}, with all latencies`,
      memories: 'what its avatar remembers of it, also in conversations that run now',
      deliveries: 'deliveries of webhooks about it, unsent ones too',
    },
  },
};

function amount(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}
