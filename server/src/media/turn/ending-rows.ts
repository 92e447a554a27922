import {
  cutAll,
  done,
  ENDED,
  LIVE,
  noChange,
  notification,
  OVER_BECAUSE,
  on,
  type TurnRow,
  UNSTARTED_BECAUSE,
  undecided,
  userSpeaks,
} from './turn-rows.ts';

/** How a hosted conversation ends: a part of `turn-table.ts`. */
export const ENDING_ROWS: readonly TurnRow[] = [
  ...on('end_requested', [
    {
      from: ['greeting', 'listening', 'thinking', 'speaking', 'interrupted'],
      to: 'hanging_up',
      do: { await_farewell: () => ({}) },
      because: 'The agent hangs up; a goodbye may follow.',
    },
    noChange(['hanging_up'], 'The hang-up was already requested.'),
    noChange(['starting'], UNSTARTED_BECAUSE),
    noChange(ENDED, OVER_BECAUSE),
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
      because: 'Whether the user speaks is not known yet.',
    },
    {
      from: ['hanging_up'],
      when: done,
      to: 'closing',
      do: { end_conversation: () => ({}) },
      because: 'There was no goodbye, or it was already heard.',
    },
    noChange(['hanging_up'], 'The goodbye is played first; the conversation ends after it.'),
    noChange(
      ['starting', 'greeting', 'listening', 'thinking', 'speaking', 'interrupted', ...ENDED],
      'The user continued, so the hang-up was cancelled.',
    ),
  ]),

  ...on('engine_failed', [
    {
      from: ['starting', ...LIVE],
      to: 'failed',
      do: { report_failure: (_, { message }) => ({ message }) },
      because: 'The engine has failed: the conversation reports it and ends.',
    },
    {
      from: ['closing'],
      do: { log_failure: (_, { message }) => ({ message }) },
      because: 'The conversation is already ending; the first reason counts.',
    },
    noChange(['failed', 'closed'], 'The engine failed before, or is no longer needed.'),
  ]),

  ...on('apology_due', [
    {
      from: ['failed'],
      set: (state) => ({ ...cutAll(state), shown: 'listening' }),
      do: { stop_speech: () => ({ by: 'end', engine: 'leave' }) },
      because: 'The rest of a broken answer must not delay the apology.',
    },
    noChange(['starting', ...LIVE, 'closing', 'closed'], 'The engine has not failed.'),
  ]),

  ...on('finish_requested', [
    {
      from: ['starting', ...LIVE],
      to: 'closing',
      because: 'The time is up: the current sentence may finish.',
    },
    noChange(ENDED, 'The conversation is already ending.'),
  ]),

  ...on('sentence_over', [
    {
      from: ['closing', 'failed'],
      set: (state) => ({ ...cutAll(state), shown: 'listening' }),
      do: {
        stop_speech: (state) => ({
          by: 'end',
          engine: state.name === 'failed' ? 'leave' : notification(state),
        }),
      },
      because: 'The sentence has ended, or took too long.',
    },
    noChange(['starting', ...LIVE, 'closed'], 'A sentence is waited for only while the conversation ends.'),
  ]),

  ...on('close_requested', [
    {
      from: ['starting', ...LIVE, 'closing', 'failed'],
      to: 'closed',
      set: cutAll,
      do: {
        stop_speech: (state) => ({
          by: 'end',
          engine: state.name === 'failed' ? 'leave' : notification(state),
        }),
      },
      because: 'The conversation is over.',
    },
    noChange(['closed'], 'The conversation is already over.'),
  ]),
];
