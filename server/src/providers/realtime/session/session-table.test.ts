import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OPENING_DELAYS_MS, RESTORING_DELAYS_MS, STABLE_MS } from './session-conditions.ts';
import {
  NEW_SESSION,
  type SessionCommand,
  type SessionContext,
  type SessionEvent,
  type SessionState,
} from './session-states.ts';
import { nextSession } from './session-table.ts';

const CONTEXT: SessionContext = { nowMs: 0, openingMs: 10_000, inProgress: 'nothing', silenceAllowed: false };
const UNREACHABLE = { kind: 'unreachable', retryable: true } as const;
const REFUSED = { kind: 'auth', retryable: false } as const;

/** Runs a session as its interpreter does, but without sockets, and records what is pending and the results. */
class Model {
  state: SessionState = NEW_SESSION;
  readonly commands: SessionCommand[] = [];
  readonly pending = new Set<'attempt' | 'connection' | 'closing' | 'watch' | 'patience'>();
  nowMs = 0;

  send(event: SessionEvent, told: Partial<SessionContext> = {}): SessionCommand[] {
    const context = { ...CONTEXT, nowMs: this.nowMs, ...told };
    const { state, commands } = nextSession(this.state, event, context);
    this.state = state;
    const all = [...commands];
    for (const command of commands) all.push(...this.#carryOut(command));
    this.commands.push(...commands);
    return all;
  }

  #carryOut(command: SessionCommand): SessionCommand[] {
    const { pending } = this;
    if (command === 'schedule_attempt') pending.add('attempt');
    if (command === 'connect') pending.add('connection');
    if (command === 'close_connection') pending.add('closing');
    if (command === 'start_watch') pending.add('watch').delete('patience');
    if (command === 'start_wait') pending.add('patience').delete('watch');
    if (command === 'stop_watch') for (const timer of ['watch', 'patience'] as const) pending.delete(timer);
    if (command === 'close_all' || command === 'hang_up') pending.clear();
    return command === 'adopt' ? this.send('adopted') : [];
  }
}

function opened(): Model {
  const model = new Model();
  model.send('open');
  model.send('attempt_due');
  model.send('opened');
  model.pending.clear();
  return model;
}

it('the connection: gets new attempts after it was stable, and ends the conversation when one connection after another is lost', () => {
  const model = opened();
  const lose = () => {
    const commands = model.send('lost', { error: UNREACHABLE });
    model.send('attempt_due');
    model.send('opened');
    return commands;
  };
  for (let loss = 0; loss < 20; loss++) {
    model.nowMs += STABLE_MS + 1;
    expect(lose()).toContain('schedule_attempt');
  }
  for (let loss = 1; loss < RESTORING_DELAYS_MS.length; loss++) lose();
  expect(lose()).toEqual(['fail']);
});

it('the connection: is replaced ever more rarely if each new one expires at once', () => {
  const model = opened();
  const delays = Array.from({ length: RESTORING_DELAYS_MS.length + 2 }, () => {
    expect([...model.send('expiry_near'), ...model.send('pause')]).toContain('close_connection');
    const delayMs = RESTORING_DELAYS_MS[model.state.attempts - 1];
    model.send('attempt_due');
    model.send('opened');
    return delayMs;
  });
  const longest = RESTORING_DELAYS_MS.at(-1);
  expect(delays).toEqual([...RESTORING_DELAYS_MS, longest, longest]);
});

it.each([
  ['refuses at once', 0, 10_000, 5],
  ['refuses at once, and another model stands in', 0, 5_000, 4],
  ['does not answer', 5_000, 10_000, 2],
])(
  'the first connection, to a vendor that %s: is tried as long as the user waits',
  (_, takesMs, openingMs, most) => {
    const model = new Model();
    model.send('open');
    let attempts = 0;
    for (let commands: SessionCommand[] = []; !commands.includes('refuse'); ) {
      attempts++;
      model.send('attempt_due');
      model.nowMs += takesMs;
      commands = model.send('open_failed', { error: UNREACHABLE, openingMs });
      model.nowMs += OPENING_DELAYS_MS[attempts] ?? 0;
    }
    expect(attempts).toBe(most);
  },
);

it('the tables: hold the invariants for random orders of events', () => {
  const ENDINGS = ['refuse', 'fail', 'fail_silent', 'hang_up'];
  fc.assert(
    fc.property(fc.array(fc.nat(), { maxLength: 120 }), (choices) => {
      const model = new Model();
      for (const choice of choices) step(model, choice);
      const { connection } = model.state;
      const endings = model.commands.filter((command) => ENDINGS.includes(command));
      expect(endings.length).toBeLessThanOrEqual(1);
      if (endings.length > 0) expect(connection).toBe('closed');
    }),
    { seed: 20_261_122, numRuns: 1000 },
  );
});

/** Sends one event that is possible now, then checks the invariants. */
function step(model: Model, choice: number): void {
  const { pending } = model;
  const isConnected = ['open', 'expiring'].includes(model.state.connection);
  const inProgress = (['nothing', 'answer', 'user_speech'] as const)[choice % 3]!;
  const error = choice % 5 === 0 ? REFUSED : UNREACHABLE;
  const happens: (() => SessionCommand[])[] = [
    () => model.send('asked'),
    () => model.send('answered'),
    () => model.send('settled'),
    () => model.send('superseded'),
    () => model.send('postponed'),
    () => model.send('expiry_near'),
    () => model.send('expiry_reached', { inProgress }),
    () => model.send('pause'),
  ];
  const whenPending = (name: Parameters<typeof pending.has>[0], send: () => SessionCommand[]) => {
    if (!pending.has(name)) return;
    happens.push(() => {
      pending.delete(name);
      return send();
    });
  };
  whenPending('attempt', () => model.send('attempt_due'));
  whenPending('closing', () => model.send('attempt_due'));
  whenPending('connection', () => model.send('opened'));
  whenPending('connection', () => model.send('open_failed', { error }));
  whenPending('watch', () => model.send('silent', { silenceAllowed: choice % 7 === 0, inProgress }));
  whenPending('patience', () => model.send('wait_over'));
  if (model.state.connection === 'unopened') happens.push(() => model.send('open'));
  if (isConnected) happens.push(() => model.send('lost', { error, inProgress, hungUp: choice % 11 === 0 }));
  if (choice % 40 === 0) happens.push(() => model.send('close'));
  model.nowMs += choice % 4000;
  const before = model.state;
  const commands = happens[(choice >>> 3) % happens.length]!();
  const { connection, answer } = model.state;

  if (before.connection === 'closed')
    expect(commands.filter((command) => command !== 'close_all')).toEqual([]);
  if (commands.includes('connect') || commands.includes('adopt')) expect(isConnected).toBe(false);
  if (connection === 'closed') return;
  // Every state has something pending that leads out of it.
  const attempts = [...pending].filter((name) => ['attempt', 'connection', 'closing'].includes(name));
  expect(attempts).toHaveLength(connection === 'opening' || connection === 'restoring' ? 1 : 0);
  expect(pending.has('watch')).toBe(answer === 'due' || answer === 'coming');
  expect(pending.has('patience')).toBe(answer === 'postponed');
  // A lost answer is requested again as soon as there is a connection, unless that connection is about to be cut.
  if (answer === 'lost' && before.answer !== 'lost' && !commands.includes('cut_connection'))
    expect(connection).toBe('restoring');
}
