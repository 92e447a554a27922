/** A state machine as a list of rows: the state before, the event, the state after, the commands, and the reason. */

/** A condition of a row; the documentation shows its `words`. */
export interface Condition<State, Event> {
  words: string;
  holds(state: State, event: Event): boolean;
}

/** Builds each command of a row from the event and the state before the transition, in the order of the keys. */
export type Commands<State, Event, Command extends { type: string }> = {
  [Type in Command['type']]?: (state: State, event: Event) => Omit<Extract<Command, { type: Type }>, 'type'>;
};

export interface Row<
  State extends { name: string },
  Event extends { type: string },
  Command extends { type: string },
> {
  from: readonly State['name'][];
  on: Event['type'];
  /** The row applies only under this condition. */
  when?: Condition<State, Event>;
  /** If absent, the state keeps its name. */
  to?: State['name'];
  /** Returns the other fields of the state that change. */
  set?: (state: State, event: Event) => Partial<State>;
  do?: Commands<State, Event, Command>;
  because: string;
}

/** Returns the first row that matches. The table has one for every state and event (its test proves that). */
export function findRow<
  State extends { name: string },
  Event extends { type: string },
  Command extends { type: string },
>(rows: readonly Row<State, Event, Command>[], state: State, event: Event): Row<State, Event, Command> {
  const row = rows.find(
    ({ from, on, when }) =>
      on === event.type && from.includes(state.name) && (!when || when.holds(state, event)),
  );
  if (!row) throw new Error(`no transition from "${state.name}" on "${event.type}"`);
  return row;
}

/** Pure. Returns the next state, and the commands in order. */
export function transition<
  State extends { name: string },
  Event extends { type: string },
  Command extends { type: string },
>(rows: readonly Row<State, Event, Command>[], state: State, event: Event): [State, Command[]] {
  const row = findRow(rows, state, event);
  const next: State = { ...state, ...(row.to && { name: row.to }), ...row.set?.(state, event) };
  const commands = Object.entries(row.do ?? {}).map(([type, build]) => ({
    type,
    ...(build as (state: State, event: Event) => object)(state, event),
  }));
  return [next, commands as unknown as Command[]];
}
