import { ENDING_ROWS } from './ending-rows.ts';
import type { TurnCommand, TurnEvent, TurnState } from './turn.ts';
import {
  answerDueInSilence,
  cutAll,
  done,
  ENDED,
  furtherDueAndQuiet,
  furtherDueInSilence,
  greetingDue,
  LIVE,
  mayWait,
  measure,
  noChange,
  notification,
  OVER_BECAUSE,
  on,
  playing,
  quiet,
  sendText,
  settle,
  silent,
  type TurnRow,
  transition,
  UNSTARTED_BECAUSE,
  undecided,
  userSpeaks,
  utteranceWasCut,
  withBegun,
  withoutPlayed,
} from './turn-rows.ts';

/** Every transition of a hosted conversation. The first row that matches applies. */
export const TURN_TABLE: readonly TurnRow[] = [
  ...on('engine_started', [
    {
      from: ['starting'],
      to: 'listening',
      set: () => ({ shown: 'listening', waitingTexts: [] }),
      do: { send_waiting_texts: ({ waitingTexts }) => ({ texts: waitingTexts }) },
      because: 'The engine is ready and answers the texts that were typed in the meantime.',
    },
    noChange([...LIVE, ...ENDED], 'An engine starts only once; a closed one stays closed.'),
  ]),

  ...on('consumer_ready', [
    {
      from: ['listening'],
      when: greetingDue,
      to: 'greeting',
      set: () => ({ greetingDue: false }),
      do: { ask_greeting: () => ({}) },
      because: 'The user is present and receives the audio.',
    },
    noChange(['starting'], UNSTARTED_BECAUSE),
    noChange(LIVE, 'The user spoke first or was already greeted.'),
    noChange(ENDED, OVER_BECAUSE),
  ]),

  ...on('text_received', [
    {
      from: ['starting'],
      when: mayWait,
      set: ({ waitingTexts }, { text }) => ({ waitingTexts: [...waitingTexts, text], greetingDue: false }),
      because: 'The text waits until the engine is ready.',
    },
    {
      from: ['starting'],
      do: { refuse_text: () => ({}) },
      because: 'Too many texts are waiting; the user learns that this one was refused.',
    },
    {
      from: LIVE,
      to: 'thinking',
      set: (state) => ({ ...cutAll(state), answerDue: true, greetingDue: false, shown: 'thinking' }),
      do: { stop_speech: (state) => ({ by: 'text', engine: notification(state) }), ...sendText },
      because: 'A typed text starts a new turn: it stops the current answer and cancels a hang-up.',
    },
    noChange(ENDED, OVER_BECAUSE),
  ]),

  ...on('speech_started', [
    {
      from: LIVE,
      when: playing,
      to: 'interrupted',
      set: (state) => ({ ...cutAll(state), greetingDue: false, shown: 'listening' }),
      do: { stop_speech: (state, { by }) => ({ by, engine: notification(state) }) },
      because: 'The user interrupts: the avatar stops speaking, and a hang-up is cancelled.',
    },
    {
      from: ['thinking', 'speaking'],
      to: 'listening',
      set: () => ({ shown: 'listening' }),
      because: 'The user continues to speak; the answer to the previous speech may still follow.',
    },
    {
      from: ['hanging_up'],
      to: 'listening',
      set: () => ({ greetingDue: false, shown: 'listening' }),
      because: 'The user speaks again: the hang-up is cancelled, and a goodbye that follows is played.',
    },
    {
      from: ['greeting', 'listening', 'interrupted'],
      set: () => ({ greetingDue: false, shown: 'listening' }),
      because: 'The user speaks, and there is nothing to stop.',
    },
    {
      from: ['starting'],
      set: () => ({ greetingDue: false }),
      because: 'A user who speaks first needs no greeting.',
    },
    noChange(ENDED, OVER_BECAUSE),
  ]),

  ...on('speech_ended', [
    {
      from: ['listening', 'interrupted'],
      when: answerDueInSilence,
      to: 'thinking',
      set: () => ({ shown: 'thinking' }),
      do: measure,
      because: 'The engine began to work on an answer while the user spoke.',
    },
    {
      from: ['interrupted'],
      to: 'listening',
      set: () => ({ shown: 'listening' }),
      do: measure,
      because: 'The user has finished the interruption; the engine will answer it.',
    },
    {
      from: ['hanging_up'],
      when: answerDueInSilence,
      set: () => ({ shown: 'thinking' }),
      do: measure,
      because: 'The engine began to work on an answer while the user spoke.',
    },
    {
      from: ['starting', ...LIVE],
      do: measure,
      because: 'The latency of the turn is measured from here; the engine decides what follows.',
    },
    noChange(ENDED, OVER_BECAUSE),
  ]),

  ...on('interrupt_requested', [
    {
      from: ['listening'],
      set: (state) => cutAll(state),
      do: { stop_speech: () => ({ by: 'request', engine: 'tell' }) },
      because: 'The request also stops work that is not audible, such as a tool call.',
    },
    {
      from: LIVE,
      to: 'interrupted',
      set: (state) => ({ ...cutAll(state), shown: 'listening' }),
      do: { stop_speech: () => ({ by: 'request', engine: 'tell' }) },
      because: 'The client of the user requested silence; a hang-up is cancelled.',
    },
    noChange(['starting'], UNSTARTED_BECAUSE),
    noChange(ENDED, OVER_BECAUSE),
  ]),

  ...on('participant_lost', [
    {
      from: ['hanging_up'],
      when: done,
      because: 'There is nothing to stop; the avatar still hangs up.',
    },
    {
      from: LIVE,
      to: 'listening',
      set: (state) => ({ ...cutAll(state), shown: 'listening' }),
      do: { stop_speech: (state) => ({ by: 'absence', engine: notification(state) }) },
      because: 'The user has left and would not hear the speech.',
    },
    {
      from: ['closing', 'failed'],
      set: (state) => ({ ...cutAll(state), shown: 'listening' }),
      do: { stop_speech: ({ name }) => ({ by: 'absence', engine: name === 'failed' ? 'leave' : 'if_cut' }) },
      because: 'The user has left and would not hear the speech.',
    },
    noChange(['starting', 'closed'], 'There is nothing to stop.'),
  ]),

  ...on('utterance_audible', [
    noChange(LIVE, 'The utterance was interrupted just before it began.', utteranceWasCut),
    {
      from: ['hanging_up'],
      set: () => ({ answerDue: false, shown: 'speaking' }),
      do: { record_audible: (_, { utteranceId }) => ({ utteranceId, greeting: false }) },
      because: 'The goodbye begins.',
    },
    {
      from: LIVE,
      to: 'speaking',
      set: ({ answerDue }, { isWait = false }) => ({ answerDue: answerDue && isWait, shown: 'speaking' }),
      do: { record_audible: ({ name }, { utteranceId }) => ({ utteranceId, greeting: name === 'greeting' }) },
      because: 'The answer begins.',
    },
    {
      from: ['closing', 'failed'],
      set: () => ({ shown: 'speaking' }),
      do: { record_audible: (_, { utteranceId }) => ({ utteranceId, greeting: false }) },
      because: 'The last sentence was queued before the end, or it is the apology.',
    },
    noChange(['starting', 'closed'], UNSTARTED_BECAUSE),
  ]),

  ...on('utterance_played', [
    {
      from: LIVE,
      when: playing,
      set: withoutPlayed,
      do: settle,
      because: 'Another utterance follows.',
    },
    {
      from: ['hanging_up'],
      when: userSpeaks,
      to: 'listening',
      set: (state, event) => ({ ...withoutPlayed(state, event), shown: 'listening' }),
      do: settle,
      because: 'The user speaks: the hang-up is cancelled.',
    },
    {
      from: ['hanging_up'],
      when: undecided,
      set: (state, event) => ({ ...withoutPlayed(state, event), shown: 'listening' }),
      do: { ...settle, await_farewell: () => ({}) },
      because: 'Speech cancels the hang-up, a remark does not; which one it is, is not known yet.',
    },
    {
      from: ['hanging_up'],
      to: 'closing',
      set: (state, event) => ({ ...withoutPlayed(state, event), shown: 'listening' }),
      do: { ...settle, end_conversation: () => ({}) },
      because: 'The last utterance was played, and the agent hangs up.',
    },
    {
      from: ['thinking', 'speaking'],
      when: furtherDueInSilence,
      to: 'thinking',
      set: (state, event) => ({ ...withoutPlayed(state, event), shown: 'thinking' }),
      do: settle,
      because: 'The engine is working on another answer, for example on the result of a tool.',
    },
    {
      from: ['listening', 'interrupted'],
      when: furtherDueAndQuiet,
      to: 'thinking',
      set: (state, event) => ({ ...withoutPlayed(state, event), shown: 'thinking' }),
      do: settle,
      because: 'The engine is working on another answer.',
    },
    {
      from: ['listening', 'interrupted'],
      set: withoutPlayed,
      do: settle,
      because: "It is already the user's turn.",
    },
    {
      from: ['greeting', 'thinking', 'speaking'],
      to: 'listening',
      set: (state, event) => ({ ...withoutPlayed(state, event), shown: 'listening' }),
      do: settle,
      because: "All utterances were played; it is the user's turn.",
    },
    {
      from: ['closing', 'failed'],
      set: (state, event) => ({
        ...withoutPlayed(state, event),
        ...(!event.playing && { shown: 'listening' as const }),
      }),
      do: settle,
      because: 'The last spoken words are recorded.',
    },
    {
      from: ['starting', 'closed'],
      do: settle,
      because: 'The last sample was already sent and could not be stopped; the utterance is recorded.',
    },
  ]),

  ...on('engine_thinking', [
    {
      from: ['listening', 'interrupted', 'thinking'],
      when: quiet,
      to: 'thinking',
      set: () => ({ answerDue: true, shown: 'thinking' }),
      because: 'The engine works on an answer.',
    },
    {
      from: ['greeting', 'hanging_up'],
      when: quiet,
      set: () => ({ answerDue: true, shown: 'thinking' }),
      because: 'The engine prepares the greeting or the goodbye.',
    },
    {
      from: LIVE,
      set: () => ({ answerDue: true }),
      because: 'The engine already works on an answer while the user still speaks.',
    },
    noChange(['starting'], UNSTARTED_BECAUSE),
    noChange(ENDED, OVER_BECAUSE),
  ]),

  ...on('engine_unanswered', [
    {
      from: ['greeting', 'thinking'],
      when: silent,
      to: 'listening',
      set: () => ({ answerDue: false, shown: 'listening' }),
      because: "The engine has no answer; it is the user's turn.",
    },
    {
      from: ['hanging_up'],
      when: silent,
      set: () => ({ answerDue: false, shown: 'listening' }),
      do: { await_farewell: () => ({}) },
      because: 'The engine says no goodbye; the avatar still hangs up.',
    },
    {
      from: LIVE,
      set: () => ({ answerDue: false }),
      because: 'No answer follows the current utterance.',
    },
    noChange(['starting'], UNSTARTED_BECAUSE),
    noChange(ENDED, OVER_BECAUSE),
  ]),

  ...on('utterance_started', [
    noChange(LIVE, 'Interrupted speech is never resumed.', utteranceWasCut),
    {
      from: LIVE,
      set: withBegun,
      because: 'An interruption before the first sound must cut the utterance too.',
    },
    noChange(['starting'], UNSTARTED_BECAUSE),
    noChange(ENDED, OVER_BECAUSE),
  ]),

  ...on('audio_received', [
    noChange(LIVE, 'Interrupted speech is never resumed.', utteranceWasCut),
    {
      from: LIVE,
      set: withBegun,
      do: { play_audio: (_, { audio }) => ({ audio }) },
      because: 'The state changes when the speech becomes audible.',
    },
    noChange(['starting'], UNSTARTED_BECAUSE),
    noChange(ENDED, 'Nothing new is spoken while the conversation ends, not even the result of a tool.'),
  ]),

  ...on('words_received', [
    noChange(LIVE, 'Interrupted speech is never resumed.', utteranceWasCut),
    {
      from: LIVE,
      set: withBegun,
      do: { add_words: (_, { type: __, ...words }) => words },
      because: 'The words belong to audio that has arrived or will arrive.',
    },
    noChange(['starting'], UNSTARTED_BECAUSE),
    noChange(ENDED, OVER_BECAUSE),
  ]),

  ...on('utterance_finished', [
    noChange([...LIVE, 'closing'], 'The utterance was already interrupted.', utteranceWasCut),
    {
      from: [...LIVE, 'closing'],
      do: {
        finish_utterance: (_, { utteranceId, spokenText }) => ({
          utteranceId,
          ...(spokenText !== undefined && { spokenText }),
        }),
      },
      because: 'The playout now knows where the speech ends.',
    },
    noChange(['starting'], UNSTARTED_BECAUSE),
    noChange(['failed', 'closed'], 'An utterance that the engine had begun is not played to its end.'),
  ]),

  ...on('engine_reported', [
    {
      from: ['starting', ...LIVE, 'closing'],
      do: { record_report: (_, { report }) => ({ report }) },
      because: 'Transcripts, tool calls, emotions and warnings are recorded; the turn does not change.',
    },
    noChange(['failed', 'closed'], 'The engine no longer takes part.'),
  ]),

  ...ENDING_ROWS,
];

/** Returns the next state, and the commands in order. */
export function nextTurn(state: TurnState, event: TurnEvent): [TurnState, TurnCommand[]] {
  return transition(TURN_TABLE, state, event);
}
