import {
  done,
  ENDED,
  LIVE,
  nothing,
  OVER_BECAUSE,
  on,
  silenced,
  type TurnRow,
  UNSTARTED_BECAUSE,
  undecided,
  userSpeaks,
  whenToTellEngine,
} from './turn-rows.ts';

/** How a hosted conversation ends: a part of `turn-table.ts`. */
export const ENDING_ROWS: readonly TurnRow[] = [
  ...on('end_requested', [
    {
      from: ['greeting', 'listening', 'thinking', 'speaking', 'interrupted'],
      to: 'hanging_up',
      do: { await_farewell: () => ({}) },
      because: 'The agent wants to hang up; a goodbye may be on its way.',
    },
    nothing(['hanging_up'], 'It was asked for before.'),
    nothing(['starting'], UNSTARTED_BECAUSE),
    nothing(ENDED, OVER_BECAUSE),
  ]),

  ...on('farewell_over', [
    {
      from: ['hanging_up'],
      when: userSpeaks,
      to: 'listening',
      set: () => ({ shown: 'listening' }),
      because: 'The user speaks: the hang-up is cancelled.',
    },
    {
      from: ['hanging_up'],
      when: undecided,
      do: { await_farewell: () => ({}) },
      because: 'It is not known yet whether the user speaks.',
    },
    {
      from: ['hanging_up'],
      when: done,
      to: 'closing',
      do: { end_conversation: () => ({}) },
      because: 'No goodbye came, or it was heard before.',
    },
    nothing(['hanging_up'], 'The goodbye is heard first; its end ends the conversation.'),
    nothing(
      ['starting', 'greeting', 'listening', 'thinking', 'speaking', 'interrupted', ...ENDED],
      'The user went on, so the hang-up was cancelled.',
    ),
  ]),

  ...on('engine_failed', [
    {
      from: ['starting', ...LIVE],
      to: 'failed',
      do: { report_failure: (_, { message }) => ({ message }) },
      because: 'Nothing more comes of the engine: the conversation says so and ends.',
    },
    {
      from: ['closing'],
      do: { log_failure: (_, { message }) => ({ message }) },
      because: 'The conversation ends already, for the reason that came first.',
    },
    nothing(['failed', 'closed'], 'It failed before, or is not needed any more.'),
  ]),

  ...on('apology_due', [
    {
      from: ['failed'],
      set: (state) => ({ ...silenced(state), shown: 'listening' }),
      do: { stop_speech: () => ({ by: 'end', engine: 'leave' }) },
      because: 'The rest of a broken answer must not delay the apology.',
    },
    nothing(['starting', ...LIVE, 'closing', 'closed'], 'There is nothing to apologise for.'),
  ]),

  ...on('finish_requested', [
    {
      from: ['starting', ...LIVE],
      to: 'closing',
      because: 'The time is up: the sentence being said may end.',
    },
    nothing(ENDED, 'It ends already.'),
  ]),

  ...on('sentence_over', [
    {
      from: ['closing', 'failed'],
      set: (state) => ({ ...silenced(state), shown: 'listening' }),
      do: {
        stop_speech: (state) => ({
          by: 'end',
          engine: state.name === 'failed' ? 'leave' : whenToTellEngine(state),
        }),
      },
      because: 'The sentence has ended, or took too long.',
    },
    nothing(['starting', ...LIVE, 'closed'], 'Only an end lets a sentence finish.'),
  ]),

  ...on('close_requested', [
    {
      from: ['starting', ...LIVE, 'closing', 'failed'],
      to: 'closed',
      set: silenced,
      do: {
        stop_speech: (state) => ({
          by: 'end',
          engine: state.name === 'failed' ? 'leave' : whenToTellEngine(state),
        }),
      },
      because: 'The conversation is over.',
    },
    nothing(['closed'], 'It is over already.'),
  ]),
];
