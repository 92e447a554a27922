import { ENDING_ROWS } from './ending-rows.ts';
import { transition } from './transition-table.ts';
import type { TurnCommand, TurnEvent, TurnState } from './turn.ts';
import {
  answerDueInSilence,
  done,
  ENDED,
  furtherDueAndQuiet,
  furtherDueInSilence,
  greetingDue,
  LIVE,
  mayWait,
  measure,
  nothing,
  OVER_BECAUSE,
  on,
  playing,
  quiet,
  settle,
  silenced,
  silent,
  type TurnRow,
  takeText,
  UNSTARTED_BECAUSE,
  undecided,
  userSpeaks,
  utteranceWasCut,
  whenToTellEngine,
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
      because: 'The engine is ready, and answers what was typed meanwhile.',
    },
    nothing([...LIVE, ...ENDED], 'An engine starts once; one that was closed meanwhile stays closed.'),
  ]),

  ...on('consumer_ready', [
    {
      from: ['listening'],
      when: greetingDue,
      to: 'greeting',
      set: () => ({ greetingDue: false }),
      do: { ask_greeting: () => ({}) },
      because: 'The user is here and hears us.',
    },
    nothing(['starting'], UNSTARTED_BECAUSE),
    nothing(LIVE, 'The user has spoken first, or was greeted before.'),
    nothing(ENDED, OVER_BECAUSE),
  ]),

  ...on('text_received', [
    {
      from: ['starting'],
      when: mayWait,
      set: ({ waitingTexts }, { text }) => ({ waitingTexts: [...waitingTexts, text], greetingDue: false }),
      because: 'The text waits until the engine can read it.',
    },
    {
      from: ['starting'],
      do: { refuse_text: () => ({}) },
      because: 'Too many texts wait already; the user is told that this one was not read.',
    },
    {
      from: LIVE,
      to: 'thinking',
      set: (state) => ({ ...silenced(state), answerDue: true, greetingDue: false, shown: 'thinking' }),
      do: { stop_speech: (state) => ({ by: 'text', engine: whenToTellEngine(state) }), ...takeText },
      because: 'A typed text is a turn of its own: it stops the answer before it and cancels a hang-up.',
    },
    nothing(ENDED, OVER_BECAUSE),
  ]),

  ...on('speech_started', [
    {
      from: LIVE,
      when: playing,
      to: 'interrupted',
      set: (state) => ({ ...silenced(state), greetingDue: false, shown: 'listening' }),
      do: { stop_speech: (state, { by }) => ({ by, engine: whenToTellEngine(state) }) },
      because: 'The user interrupts: the avatar is silent at once, and a hang-up is cancelled.',
    },
    {
      from: ['thinking', 'speaking'],
      to: 'listening',
      set: () => ({ shown: 'listening' }),
      because: 'The user goes on speaking; the answer to what was said before may still come.',
    },
    {
      from: ['hanging_up'],
      to: 'listening',
      set: () => ({ greetingDue: false, shown: 'listening' }),
      because: 'The user has more to say: the hang-up is cancelled, and a goodbye on its way is heard.',
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
    nothing(ENDED, OVER_BECAUSE),
  ]),

  ...on('speech_ended', [
    {
      from: ['listening', 'interrupted'],
      when: answerDueInSilence,
      to: 'thinking',
      set: () => ({ shown: 'thinking' }),
      do: measure,
      because: 'The engine already worked on an answer while the user spoke.',
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
      because: 'The engine already worked on an answer while the user spoke.',
    },
    {
      from: ['starting', ...LIVE],
      do: measure,
      because: 'The time of the turn counts from here; the engine says what comes of it.',
    },
    nothing(ENDED, OVER_BECAUSE),
  ]),

  ...on('interrupt_requested', [
    {
      from: ['listening'],
      set: (state) => silenced(state),
      do: { stop_speech: () => ({ by: 'request', engine: 'tell' }) },
      because: 'It also ends what cannot be heard, such as the call of a tool.',
    },
    {
      from: LIVE,
      to: 'interrupted',
      set: (state) => ({ ...silenced(state), shown: 'listening' }),
      do: { stop_speech: () => ({ by: 'request', engine: 'tell' }) },
      because: 'The client of the user asked for silence, and a hang-up is cancelled.',
    },
    nothing(['starting'], UNSTARTED_BECAUSE),
    nothing(ENDED, OVER_BECAUSE),
  ]),

  ...on('participant_lost', [
    {
      from: ['hanging_up'],
      when: done,
      because: 'There is nothing to stop, and the hang-up stands.',
    },
    {
      from: LIVE,
      to: 'listening',
      set: (state) => ({ ...silenced(state), shown: 'listening' }),
      do: { stop_speech: (state) => ({ by: 'absence', engine: whenToTellEngine(state) }) },
      because: 'The user is gone and would not hear it.',
    },
    {
      from: ['closing', 'failed'],
      set: (state) => ({ ...silenced(state), shown: 'listening' }),
      do: { stop_speech: ({ name }) => ({ by: 'absence', engine: name === 'failed' ? 'leave' : 'if_cut' }) },
      because: 'The user is gone and would not hear it.',
    },
    nothing(['starting', 'closed'], 'There is nothing to stop.'),
  ]),

  ...on('utterance_audible', [
    nothing(LIVE, 'The utterance was interrupted just before.', utteranceWasCut),
    {
      from: ['hanging_up'],
      set: () => ({ answerDue: false, shown: 'speaking' }),
      do: { record_audible: (_, { utteranceId }) => ({ utteranceId, greeting: false }) },
      because: 'The goodbye is heard first.',
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
    nothing(['starting', 'closed'], UNSTARTED_BECAUSE),
  ]),

  ...on('utterance_played', [
    {
      from: LIVE,
      when: playing,
      set: withoutPlayed,
      do: settle,
      because: 'A further utterance follows.',
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
      because: 'Speech cancels the hang-up, a remark does not: it is not known yet which of both it is.',
    },
    {
      from: ['hanging_up'],
      to: 'closing',
      set: (state, event) => ({ ...withoutPlayed(state, event), shown: 'listening' }),
      do: { ...settle, end_conversation: () => ({}) },
      because: 'The agent has been heard and hangs up.',
    },
    {
      from: ['thinking', 'speaking'],
      when: furtherDueInSilence,
      to: 'thinking',
      set: (state, event) => ({ ...withoutPlayed(state, event), shown: 'thinking' }),
      do: settle,
      because: 'The engine works on more, for instance on the result of a tool.',
    },
    {
      from: ['listening', 'interrupted'],
      when: furtherDueAndQuiet,
      to: 'thinking',
      set: (state, event) => ({ ...withoutPlayed(state, event), shown: 'thinking' }),
      do: settle,
      because: 'The engine works on more.',
    },
    {
      from: ['listening', 'interrupted'],
      set: withoutPlayed,
      do: settle,
      because: 'It is already the turn of the user.',
    },
    {
      from: ['greeting', 'thinking', 'speaking'],
      to: 'listening',
      set: (state, event) => ({ ...withoutPlayed(state, event), shown: 'listening' }),
      do: settle,
      because: 'Everything was said; it is the turn of the user.',
    },
    {
      from: ['closing', 'failed'],
      set: (state, event) => ({
        ...withoutPlayed(state, event),
        ...(!event.playing && { shown: 'listening' as const }),
      }),
      do: settle,
      because: 'The last words are recorded.',
    },
    {
      from: ['starting', 'closed'],
      do: settle,
      because: 'Its last sample was on its way and could not be stopped any more: it is recorded.',
    },
  ]),

  ...on('engine_thinking', [
    {
      from: ['listening', 'interrupted', 'thinking'],
      when: quiet,
      to: 'thinking',
      set: () => ({ answerDue: true, shown: 'thinking' }),
      because: 'The engine has taken up what the user said.',
    },
    {
      from: ['greeting', 'hanging_up'],
      when: quiet,
      set: () => ({ answerDue: true, shown: 'thinking' }),
      because: 'The engine prepares the greeting, or the goodbye.',
    },
    {
      from: LIVE,
      set: () => ({ answerDue: true }),
      because: 'The engine already works on an answer while the user still speaks.',
    },
    nothing(['starting'], UNSTARTED_BECAUSE),
    nothing(ENDED, OVER_BECAUSE),
  ]),

  ...on('engine_unanswered', [
    {
      from: ['greeting', 'thinking'],
      when: silent,
      to: 'listening',
      set: () => ({ answerDue: false, shown: 'listening' }),
      because: 'The engine has nothing to say; it is the turn of the user.',
    },
    {
      from: ['hanging_up'],
      when: silent,
      set: () => ({ answerDue: false, shown: 'listening' }),
      do: { await_farewell: () => ({}) },
      because: 'The engine says no goodbye; the hang-up stands.',
    },
    {
      from: LIVE,
      set: () => ({ answerDue: false }),
      because: 'Nothing follows what is being said.',
    },
    nothing(['starting'], UNSTARTED_BECAUSE),
    nothing(ENDED, OVER_BECAUSE),
  ]),

  ...on('utterance_started', [
    nothing(LIVE, 'Interrupted speech is never resumed.', utteranceWasCut),
    { from: LIVE, set: withBegun, because: 'An interruption before its first sound is to cut it, too.' },
    nothing(['starting'], UNSTARTED_BECAUSE),
    nothing(ENDED, OVER_BECAUSE),
  ]),

  ...on('audio_received', [
    nothing(LIVE, 'Interrupted speech is never resumed.', utteranceWasCut),
    {
      from: LIVE,
      set: withBegun,
      do: { play_audio: (_, { audio }) => ({ audio }) },
      because: 'The state changes when it can be heard.',
    },
    nothing(['starting'], UNSTARTED_BECAUSE),
    nothing(ENDED, 'Nothing new is said at the end: not the result of a tool either.'),
  ]),

  ...on('words_received', [
    nothing(LIVE, 'Interrupted speech is never resumed.', utteranceWasCut),
    {
      from: LIVE,
      set: withBegun,
      do: { add_words: (_, { type: __, ...words }) => words },
      because: 'The words belong to sound that came or comes.',
    },
    nothing(['starting'], UNSTARTED_BECAUSE),
    nothing(ENDED, OVER_BECAUSE),
  ]),

  ...on('utterance_finished', [
    nothing([...LIVE, 'closing'], 'It is over already.', utteranceWasCut),
    {
      from: [...LIVE, 'closing'],
      do: { finish_utterance: (_, { utteranceId }) => ({ utteranceId }) },
      because: 'The playout knows now where it ends.',
    },
    nothing(['starting'], UNSTARTED_BECAUSE),
    nothing(['failed', 'closed'], 'What the engine had begun is not played to its end.'),
  ]),

  ...on('engine_reported', [
    {
      from: ['starting', ...LIVE, 'closing'],
      do: { record_report: (_, { report }) => ({ report }) },
      because: 'Transcripts, calls of tools, emotions and warnings are recorded; the turn does not change.',
    },
    nothing(['failed', 'closed'], 'The engine has no part in this any more.'),
  ]),

  ...ENDING_ROWS,
];

/** Returns the next state, and the commands in order. */
export function nextTurn(state: TurnState, event: TurnEvent): [TurnState, TurnCommand[]] {
  return transition(TURN_TABLE, state, event);
}
