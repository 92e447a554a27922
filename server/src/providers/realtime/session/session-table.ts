/**
 * A session with a provider as a pure function. Two parts change independently: the connection, and the answer that is
 * due to the user. `ProviderSession` executes the commands.
 */
import type { Transition } from './session-conditions.ts';
import type { SessionCommand, SessionContext, SessionEvent, SessionState } from './session-states.ts';
import { ANSWER, CONNECTION } from './session-transitions.ts';

/**
 * Applies one event to both parts; without a matching transition nothing changes. The commands are executed in order,
 * after the state has changed.
 */
export function nextSession(
  state: SessionState,
  event: SessionEvent,
  context: SessionContext,
): { state: SessionState; commands: SessionCommand[] } {
  // Events that were already in transit may arrive after the end of the conversation.
  if (state.connection === 'closed' && event !== 'close') return { state, commands: [] };
  let next = state;
  const commands: SessionCommand[] = [];
  const events = [event];
  for (let current = events.shift(); current; current = events.shift()) {
    for (const region of [
      { name: 'connection', table: CONNECTION },
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
        if (command === 'leave') events.push('left');
      }
    }
  }
  return { state: next, commands };
}
