/**
 * A session with a provider as a pure function. Three parts change independently: the connection in use, the spare
 * connection, and the answer that is due to the user. `ProviderSession` carries out the commands.
 */
import type { Transition } from './session-conditions.ts';
import type { SessionCommand, SessionContext, SessionEvent, SessionState } from './session-states.ts';
import { ANSWER, CONNECTION, SPARE } from './session-transitions.ts';

const RAISED: Partial<Record<SessionCommand, SessionEvent>> = {
  leave: 'left',
  open_spare: 'spare_wanted',
  take_spare: 'spare_taken',
};

/**
 * Applies one event to all three parts; without a matching transition nothing changes. Commands are carried out in
 * order, after the state has changed.
 */
export function nextSession(
  state: SessionState,
  event: SessionEvent,
  context: SessionContext,
): { state: SessionState; commands: SessionCommand[] } {
  // Events that were already in flight may arrive after the end of the conversation.
  if (state.connection === 'closed' && event !== 'close') return { state, commands: [] };
  let next = state;
  const commands: SessionCommand[] = [];
  const events = [event];
  for (let current = events.shift(); current; current = events.shift()) {
    for (const region of [
      { name: 'connection', table: CONNECTION },
      { name: 'spare', table: SPARE },
      { name: 'answer', table: ANSWER },
    ] as const) {
      const before = next;
      const found = (region.table as readonly Transition<string>[]).find(
        ({ from, on, when }) =>
          on === current && from.includes(before[region.name]) && (when?.holds(before, context) ?? true),
      );
      if (!found) continue;
      next = { ...before, ...found.set?.(before, context), [region.name]: found.to };
      for (const command of found.commands ?? []) {
        commands.push(command);
        const raised = RAISED[command];
        if (raised) events.push(raised);
      }
    }
  }
  return { state: next, commands };
}
