import { MICROPHONE_MESSAGES } from '../../microphone.ts';

const { refused, framed, missing, lost, insecure, not_understood } = MICROPHONE_MESSAGES;

/** The element's own texts, with placeholders such as `{name}`. Other languages have the same keys. */
export const en = {
  start: 'Start the conversation',
  talk: 'Talk with {name}',
  calling: 'Calling {name}…',
  callingAgain: '{name} cannot be seen yet. Calling once more…',
  microphoneUse: 'Your browser asks for the microphone; without one you can type.',
  mute: 'Mute',
  unmute: 'Unmute',
  interrupt: 'Interrupt',
  hangUp: 'Hang up',
  captions: 'Captions',
  settings: 'Microphone and loudspeaker',
  microphone: 'Microphone',
  speaker: 'Loudspeaker',
  systemDefault: 'System default',
  chooseDevice: 'Choose one',
  microphoneReplaced: 'The microphone is gone; {name} is used now.',
  typeOrSpeak: 'Type, or just speak',
  typeOrUnmute: 'Type, or unmute to speak',
  typeOnly: 'Type your message',
  send: 'Send',
  message: 'Your message',
  transcript: 'Transcript',
  interrupted: 'interrupted',
  playSound: 'Your browser has blocked the sound: click to hear.',
  over: 'The conversation is over',
  again: 'Talk again',
  download: 'Download the transcript',
  rate: 'How was it?',
  rateUp: 'Good',
  rateDown: 'Not good',
  rateComment: 'A word about it, if you like',
  ratingThanks: 'Thank you!',
  you: 'You',
  close: 'Close',
  avatar: 'The avatar',
  latency: '{ms} ms to answer',
  latencyHint: 'From your text, or the end of your speech, to the first sound of the answer',
  offline: 'offline demo voice',
  reconnecting: 'The connection dropped. Reconnecting…',
  noSource: 'This page does not say whom to call.',
  notSent: 'The message could not be sent.',
  tooLong: 'The message has {length} characters; {most} can be sent.',
  notInterrupted: 'The avatar did not hear the interruption.',
  deviceFailed: 'This device cannot be used.',
  endingSoon: 'The conversation ends in {seconds} seconds.',
  states: {
    initializing: 'getting ready',
    listening: 'listening',
    ready: 'ready',
    thinking: 'thinking',
    speaking: 'speaking',
    reconnecting: 'reconnecting',
  },
  level: 'Level of the microphone',
  recognition: 'Speech recognition',
  understood: 'Understood.',
  notUnderstood: 'Something was heard, but no words were understood.',
  youAreMuted: 'You are muted.',
  thisMachine: 'a model on this service’s own machine',
  thisBrowser: 'this browser',
  offered:
    'Speech recognition is not available here: please type. {name} has its own, which may send what you say to its maker.',
  consentStored: 'Your agreement is kept in this browser, so that you are asked once.',
  useBrowser: 'Let {name} listen',
  browserFailed: '{name} cannot recognise speech here: please type.',
  refusedTypeOnly: 'The microphone is not allowed for this page; you can type.',
  microphones: { refused, framed, missing, lost, insecure, not_understood },
  missing: {
    avatar: 'The avatar did not join.',
    picture: 'The picture of the avatar did not arrive.',
  },
  endings: {
    hung_up: 'You hung up.',
    stopped: 'The conversation was stopped.',
    consumer_left: 'You left the conversation.',
    max_duration: 'The time of this conversation is up.',
    never_joined: 'Nobody joined in time.',
    idle: 'It was quiet for a long time.',
    provider_error: 'The provider of the agent failed.',
    avatar_error: 'The avatar failed.',
    host_unreachable: 'The avatar lost its connection to the room.',
    shutdown: 'The service is shutting down.',
    crashed: 'Something broke in the service.',
    quota: 'The quota of the organization is used up.',
    opened_elsewhere: 'The conversation was opened in another window.',
    connection_lost: 'The connection was lost, and the service did not answer again.',
  },
};

/** Codes of errors and warnings that are translated. An English page shows the English messages of the service. */
export type ServiceMessage =
  | 'service_ending'
  | 'fallback'
  | 'provider'
  | 'input'
  | 'not_sent'
  | 'unreachable'
  | 'refused'
  | 'rate_limited'
  | 'quota_exceeded'
  | 'concurrency_limit'
  | 'capacity'
  | 'internal';

export type Texts = typeof en & { serviceMessages?: Record<ServiceMessage, string> };
