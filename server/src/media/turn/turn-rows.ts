/** What a row of `turn-table.ts` is, and the conditions, changes and commands that rows share. */
import type { TurnCommand, TurnEvent, TurnEventType, TurnState, TurnStateName } from './turn.ts';

/** A condition of a row; the documentation shows its `words`. */
interface When {
  words: string;
  holds(state: TurnState, event: TurnEvent): boolean;
}

/** A transition: the state before, the event, the state after, the commands, and the reason. */
export interface TurnRow<Event = TurnEvent> {
  from: readonly TurnStateName[];
  on: TurnEventType;
  /** The row applies only under this condition. */
  when?: When;
  /** If absent, the state keeps its name. */
  to?: TurnStateName;
  /** Returns the other fields of the state that change. */
  set?: (state: TurnState, event: Event) => Partial<TurnState>;
  /** Builds each command from the event and the state before the transition, in the order of the keys. */
  do?: {
    [Type in TurnCommand['type']]?: (
      state: TurnState,
      event: Event,
    ) => Omit<Extract<TurnCommand, { type: Type }>, 'type'>;
  };
  because: string;
}

/**
 * Pure. Applies the first row that matches; the table has one for every state and event (its test proves that). Returns
 * the next state, and the commands in order.
 */
export function transition(
  rows: readonly TurnRow[],
  state: TurnState,
  event: TurnEvent,
): [TurnState, TurnCommand[]] {
  const row = rows.find(
    ({ from, on: type, when }) =>
      type === event.type && from.includes(state.name) && (when?.holds(state, event) ?? true),
  );
  if (!row) throw new Error(`no transition from "${state.name}" on "${event.type}"`);
  const next = { ...state, ...(row.to && { name: row.to }), ...row.set?.(state, event) };
  const commands = Object.entries(row.do ?? {}).map(([type, build]) => ({ type, ...build(state, event) }));
  return [next, commands as TurnCommand[]];
}

type EventOf<Type extends TurnEventType> = Extract<TurnEvent, { type: Type }>;

/** Maximum number of texts that wait while the engine starts. */
const MAX_WAITING_TEXTS = 20;
/** How many interrupted utterances are remembered; a provider is never further behind. */
const MAX_CUT_UTTERANCES = 50;

/** States in which the user can be answered: started, and neither ending nor failed. */
export const LIVE = ['greeting', 'listening', 'thinking', 'speaking', 'interrupted', 'hanging_up'] as const;
export const ENDED = ['closing', 'failed', 'closed'] as const;

export const playing: When = { words: 'sound is playing', holds: (_, event) => event.playing };
export const silent: When = { words: 'nothing is playing', holds: (_, event) => !event.playing };
export const userSpeaks: When = { words: 'the user speaks', holds: (_, event) => event.userSpeaks };
export const undecided: When = {
  words: 'the user may have begun to speak',
  holds: (_, event) => event.undecided,
};
export const quiet: When = {
  words: 'neither user nor avatar speaks',
  holds: (_, event) => !event.playing && !event.userSpeaks,
};
export const answerDueInSilence: When = {
  words: 'an answer is due, nothing is playing',
  holds: (state, event) => state.answerDue && !event.playing,
};
export const active: When = {
  words: 'an answer is due or playing',
  holds: (state, event) => state.answerDue || event.playing,
};
export const done: When = {
  words: 'nothing is due or playing',
  holds: (state, event) => !active.holds(state, event),
};
export const greetingDue: When = {
  words: 'the user was not greeted and has not spoken',
  holds: (state) => state.greetingDue,
};
export const mayWait: When = {
  words: `fewer than ${MAX_WAITING_TEXTS} texts wait`,
  holds: (state) => state.waitingTexts.length < MAX_WAITING_TEXTS,
};
export const utteranceWasCut: When = {
  words: 'the utterance was interrupted',
  holds: (state, event) => 'utteranceId' in event && state.cutUtterances.includes(event.utteranceId),
};
export const furtherDueAndQuiet: When = {
  words: 'a further answer is due, neither user nor avatar speaks',
  holds: (state, event) => quiet.holds(state, event) && dueAfter(state, event),
};
export const furtherDueInSilence: When = {
  words: 'a further answer is due, nothing is playing',
  holds: (state, event) => !event.playing && dueAfter(state, event),
};

/**
 * Whether an answer is still due after the event. An utterance without audio, because no voice can pronounce it, is an
 * answer too.
 */
function dueAfter(state: TurnState, event: TurnEvent): boolean {
  return state.answerDue && !(event.type === 'utterance_played' && event.playedMs === 0);
}

/** Marks all utterances that have begun as cut; no answer is due any more. */
export function cutAll(state: TurnState): Partial<TurnState> {
  const cutUtterances = [...state.cutUtterances, ...state.begunUtterances].slice(-MAX_CUT_UTTERANCES);
  return { answerDue: false, begunUtterances: [], cutUtterances };
}

/**
 * Returns when an interruption must be reported to the engine: always while it works on an answer, which has to stop
 * even if none of it was played; otherwise only if something was cut.
 */
export const notification = ({ answerDue, name }: TurnState) =>
  answerDue || name === 'greeting' ? ('tell' as const) : ('if_cut' as const);

export function withBegun(state: TurnState, { utteranceId }: { utteranceId: string }): Partial<TurnState> {
  if (state.begunUtterances.includes(utteranceId)) return {};
  return { begunUtterances: [...state.begunUtterances, utteranceId] };
}

export function withoutPlayed(state: TurnState, event: EventOf<'utterance_played'>): Partial<TurnState> {
  const begunUtterances = state.begunUtterances.filter((id) => id !== event.utteranceId);
  return { begunUtterances, answerDue: dueAfter(state, event) };
}

export const settle = {
  settle_utterance: (_: TurnState, { utteranceId, text }: EventOf<'utterance_played'>) => ({
    utteranceId,
    text,
  }),
};
export const measure = {
  measure_speech_end: (_: TurnState, { trailingMs }: EventOf<'speech_ended'>) => ({ trailingMs }),
};
export const sendText = {
  record_text: (_: TurnState, { text }: EventOf<'text_received'>) => ({ text }),
  send_text: (_: TurnState, { text }: EventOf<'text_received'>) => ({ text }),
};

/** Creates the rows of one event, so that their functions know its type. */
export function on<Type extends TurnEventType>(
  type: Type,
  rows: readonly Omit<TurnRow<EventOf<Type>>, 'on'>[],
): TurnRow[] {
  return rows.map((row) => ({ ...row, on: type }) as unknown as TurnRow);
}

/** Creates a row for states in which the event changes nothing. */
export const noChange = (from: readonly TurnStateName[], because: string, when?: When) => ({
  from,
  ...(when && { when }),
  because,
});

export const OVER_BECAUSE = 'The conversation is ending or the engine has failed: events are ignored.';
export const UNSTARTED_BECAUSE = 'An engine that has not started has nothing to say.';
