import { type Commands, type Condition, type Row, transition } from '../turn/transition-table.ts';

/** The turn in a conversation with the caller's own agent: the agent decides, we play and report. */
export type RemoteStateName = 'listening' | 'speaking' | 'closing' | 'closed';

export interface RemoteTurnState {
  readonly name: RemoteStateName;
  /** The state that the face shows. The agent itself publishes its state to the room. */
  readonly shown: 'listening' | 'speaking';
  /** Ids of the segments of speech that have not been reported to the agent, oldest first. */
  readonly openSegments: readonly string[];
}

export const FIRST_REMOTE_STATE: RemoteTurnState = {
  name: 'listening',
  shown: 'listening',
  openSegments: [],
};

export type RemoteHappening =
  /** A stream of speech begins. */
  | { type: 'segment_opened'; segmentId: string }
  /** The stream cannot be played. */
  | { type: 'segment_refused'; segmentId: string }
  | { type: 'audio_received'; segmentId: string; pcm: Int16Array; sampleRate: number }
  | { type: 'segment_ended'; segmentId: string }
  | { type: 'segment_audible'; segmentId: string }
  | { type: 'segment_played'; segmentId: string; playedMs: number }
  /** The segment was stopped after `playedMs`. */
  | { type: 'segment_cut'; segmentId: string; playedMs: number }
  /** The agent asks for silence. */
  | { type: 'clear_requested' }
  | { type: 'agent_lost' }
  | { type: 'finish_requested' }
  | { type: 'close_requested' };

export type RemoteEvent = RemoteHappening & { playing: boolean };
type EventType = RemoteEvent['type'];
type EventOf<Type extends EventType> = Extract<RemoteEvent, { type: Type }>;

export type RemoteCommand =
  /** Plays speech that has arrived. */
  | { type: 'play_audio'; segmentId: string; pcm: Int16Array; sampleRate: number }
  | { type: 'finish_segment'; segmentId: string }
  | { type: 'report_started'; segmentId: string }
  /** Exactly one for each segment, except for dropped ones. */
  | { type: 'report_finished'; segmentId: string; playedMs: number; interrupted: boolean }
  /** Silence now; `segment_cut` follows for every segment that was not played to its end. */
  | { type: 'stop_speech' }
  /** Silence now, without reports. */
  | { type: 'drop'; segmentIds: readonly string[] };

type RemoteRow = Row<RemoteTurnState, RemoteEvent, RemoteCommand>;
type When = Condition<RemoteTurnState, RemoteEvent>;

const OPEN = ['listening', 'speaking', 'closing'] as const;
const known: When = {
  words: 'the segment has not been reported',
  holds: (state, event) => 'segmentId' in event && state.openSegments.includes(event.segmentId),
};
const knownAndLast: When = {
  words: 'the segment has not been reported, nothing else is playing',
  holds: (state, event) => known.holds(state, event) && !event.playing,
};
const silent: When = { words: 'nothing is playing', holds: (_, event) => !event.playing };

const without = ({ openSegments }: RemoteTurnState, id: string) => ({
  openSegments: openSegments.filter((each) => each !== id),
});
const finished = {
  report_finished: (_: RemoteTurnState, { segmentId, playedMs }: EventOf<'segment_played'>) => ({
    segmentId,
    playedMs,
    interrupted: false,
  }),
};

type RowOf<Type extends EventType> = Omit<
  Row<RemoteTurnState, EventOf<Type>, RemoteCommand>,
  'on' | 'when' | 'do'
> & { when?: When; do?: Commands<RemoteTurnState, EventOf<Type>, RemoteCommand> };

function on<Type extends EventType>(type: Type, rows: readonly RowOf<Type>[]): RemoteRow[] {
  return rows.map((row) => ({ ...row, on: type }) as unknown as RemoteRow);
}

const nothing = (from: readonly RemoteStateName[], because: string) => ({ from, because });
const REPORTED = 'The segment was already cleared, dropped or reported.';
const OVER = 'The conversation is over.';

/** Every transition of a conversation with the caller's agent. The first row that matches state and event applies. */
export const REMOTE_TURN_TABLE: readonly RemoteRow[] = [
  ...on('segment_opened', [
    {
      from: OPEN,
      set: ({ openSegments }, { segmentId }) => ({ openSegments: [...openSegments, segmentId] }),
      because: 'The agent waits for a report of every segment.',
    },
    nothing(['closed'], OVER),
  ]),
  ...on('segment_refused', [
    {
      from: OPEN,
      when: known,
      set: (state, { segmentId }) => without(state, segmentId),
      do: { report_finished: (_, { segmentId }) => ({ segmentId, playedMs: 0, interrupted: true }) },
      because: 'Without a report, the agent would wait forever.',
    },
    nothing([...OPEN, 'closed'], REPORTED),
  ]),
  ...on('audio_received', [
    {
      from: OPEN,
      when: known,
      do: { play_audio: (_, { segmentId, pcm, sampleRate }) => ({ segmentId, pcm, sampleRate }) },
      because: 'The state changes when the speech becomes audible.',
    },
    nothing(
      [...OPEN, 'closed'],
      'The rest of a cleared stream is read and discarded, as the protocol requires.',
    ),
  ]),
  ...on('segment_ended', [
    {
      from: OPEN,
      when: known,
      do: { finish_segment: (_, { segmentId }) => ({ segmentId }) },
      because: 'The playout now knows where the speech ends.',
    },
    nothing([...OPEN, 'closed'], REPORTED),
  ]),
  ...on('segment_audible', [
    {
      from: ['listening', 'speaking'],
      when: known,
      to: 'speaking',
      set: () => ({ shown: 'speaking' }),
      do: { report_started: (_, { segmentId }) => ({ segmentId }) },
      because: 'The agent learns when its speech begins to play.',
    },
    {
      from: ['closing'],
      when: known,
      set: () => ({ shown: 'speaking' }),
      do: { report_started: (_, { segmentId }) => ({ segmentId }) },
      because: 'The last sentence was queued before the end.',
    },
    nothing([...OPEN, 'closed'], REPORTED),
  ]),
  ...on('segment_played', [
    {
      from: ['listening', 'speaking'],
      when: knownAndLast,
      to: 'listening',
      set: (state, { segmentId }) => ({ ...without(state, segmentId), shown: 'listening' }),
      do: finished,
      because: 'All speech of the agent was played.',
    },
    {
      from: OPEN,
      when: known,
      set: (state, { segmentId, playing }) => ({
        ...without(state, segmentId),
        ...(!playing && { shown: 'listening' as const }),
      }),
      do: finished,
      because: 'The segment was played to its end; another one follows, or the conversation ends.',
    },
    {
      from: ['listening', 'speaking'],
      when: silent,
      to: 'listening',
      set: () => ({ shown: 'listening' }),
      because: REPORTED,
    },
    nothing([...OPEN, 'closed'], REPORTED),
  ]),
  ...on('clear_requested', [
    {
      from: ['listening', 'speaking'],
      to: 'listening',
      set: () => ({ shown: 'listening' }),
      do: { stop_speech: () => ({}) },
      because:
        'The agent asks for silence: playback stops, and the agent learns how much of each segment was heard.',
    },
    {
      from: ['closing'],
      set: () => ({ shown: 'listening' }),
      do: { stop_speech: () => ({}) },
      because: 'The last sentence can be interrupted too.',
    },
    nothing(['closed'], OVER),
  ]),
  ...on('segment_cut', [
    {
      from: OPEN,
      when: known,
      set: (state, { segmentId }) => without(state, segmentId),
      do: { report_finished: (_, { segmentId, playedMs }) => ({ segmentId, playedMs, interrupted: true }) },
      because: 'Each stopped segment is reported; one that was still queued counts as not heard.',
    },
    nothing([...OPEN, 'closed'], REPORTED),
  ]),
  ...on('agent_lost', [
    {
      from: ['listening', 'speaking'],
      to: 'listening',
      set: () => ({ openSegments: [], shown: 'listening' }),
      do: { drop: ({ openSegments }) => ({ segmentIds: openSegments }) },
      because: 'A replacement agent gets no reports about the speech of the previous one.',
    },
    {
      from: ['closing'],
      set: () => ({ openSegments: [], shown: 'listening' }),
      do: { drop: ({ openSegments }) => ({ segmentIds: openSegments }) },
      because: 'There is no agent to report to.',
    },
    nothing(['closed'], OVER),
  ]),
  ...on('finish_requested', [
    {
      from: ['listening', 'speaking'],
      to: 'closing',
      because: 'The time is up: the current sentence may finish.',
    },
    nothing(['closing', 'closed'], 'The conversation is already ending.'),
  ]),
  ...on('close_requested', [
    {
      from: OPEN,
      to: 'closed',
      set: () => ({ openSegments: [] }),
      do: { drop: ({ openSegments }) => ({ segmentIds: openSegments }) },
      because: OVER,
    },
    nothing(['closed'], 'The conversation is already over.'),
  ]),
];

/** Returns the next state, and the commands to execute, in order. */
export function nextRemoteTurn(
  state: RemoteTurnState,
  event: RemoteEvent,
): [RemoteTurnState, RemoteCommand[]] {
  return transition(REMOTE_TURN_TABLE, state, event);
}
