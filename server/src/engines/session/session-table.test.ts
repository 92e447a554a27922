import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  NEW_SESSION,
  type SessionCommand,
  type SessionContext,
  type SessionEvent,
  type SessionState,
} from './session-states.ts';
import { nextSession } from './session-table.ts';
import { ANSWER, GIVE_UP_MS, LINE, RESTORING_DELAYS_MS, SPARE, STABLE_MS } from './session-transitions.ts';

const CONTEXT: SessionContext = {
  nowMs: 0,
  spareAllowed: true,
  underWay: 'nothing',
  silenceAllowed: false,
};
const UNREACHABLE = { kind: 'unreachable', retryable: true } as const;
const REFUSED = { kind: 'auth', retryable: false } as const;

/** A session as its interpreter would run it, without sockets: what is under way outside is kept, and what came of it. */
class Model {
  state: SessionState = NEW_SESSION;
  readonly commands: SessionCommand[] = [];
  readonly pending = new Set<'attempt' | 'connection' | 'closing' | 'spare' | 'watch' | 'patience'>();
  nowMs = 0;
  answersAskedAgain = 0;

  readonly spareAllowed: boolean;

  constructor(spareAllowed = true) {
    this.spareAllowed = spareAllowed;
  }

  send(event: SessionEvent, told: Partial<SessionContext> = {}): SessionCommand[] {
    const context = { ...CONTEXT, spareAllowed: this.spareAllowed, nowMs: this.nowMs, ...told };
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
    if (command === 'close_line') pending.add('closing');
    if (command === 'open_spare') pending.add('spare');
    if (command === 'start_watch') pending.add('watch').delete('patience');
    if (command === 'start_patience') pending.add('patience').delete('watch');
    if (command === 'stop_watch') for (const timer of ['watch', 'patience'] as const) pending.delete(timer);
    if (command === 'close_all' || command === 'hang_up') pending.clear();
    if (command === 'adopt' || command === 'take_spare') {
      if (this.state.answer === 'lost') this.answersAskedAgain++;
      return this.send('adopted');
    }
    return [];
  }
}

function opened(spareAllowed = true): Model {
  const model = new Model(spareAllowed);
  model.send('open');
  model.send('attempt_due');
  model.send('opened');
  model.pending.clear();
  return model;
}

describe('the line', () => {
  it('is tried three times at the start, and refused at once where a repetition cannot help', () => {
    const model = new Model();
    expect(model.send('open')).toEqual(['schedule_attempt']);
    for (let attempt = 1; attempt < 3; attempt++) {
      expect(model.send('attempt_due')).toEqual(['connect']);
      expect(model.send('open_failed', { error: UNREACHABLE })).toEqual(['schedule_attempt']);
    }
    model.send('attempt_due');
    expect(model.send('open_failed', { error: UNREACHABLE })).toEqual(['refuse']);
    expect(model.state.line).toBe('closed');

    const refused = new Model();
    refused.send('open');
    refused.send('attempt_due');
    expect(refused.send('open_failed', { error: REFUSED })).toEqual(['refuse']);
  });

  it('is restored, six times in a row at most and not for longer than the limit', () => {
    const model = opened();
    expect(model.send('lost', { error: UNREACHABLE })).toEqual(['leave', 'tell_lost', 'schedule_attempt']);
    for (let attempt = 1; attempt < RESTORING_DELAYS_MS.length; attempt++) {
      model.send('attempt_due');
      expect(model.send('open_failed', { error: UNREACHABLE })).toEqual(['schedule_attempt']);
    }
    model.send('attempt_due');
    expect(model.send('open_failed', { error: UNREACHABLE })).toEqual(['fail']);

    const slow = opened();
    slow.send('lost', { error: UNREACHABLE });
    slow.send('attempt_due');
    slow.nowMs = GIVE_UP_MS + 1;
    expect(slow.send('open_failed', { error: UNREACHABLE })).toEqual(['fail']);
  });

  it('has fresh attempts after it held, and ends where line after line is lost', () => {
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

  it('is not restored where the key is refused or the provider has hung up', () => {
    expect(opened().send('lost', { error: REFUSED })).toEqual(['fail']);
    expect(opened().send('lost', { error: UNREACHABLE, hungUp: true })).toEqual(['hang_up']);
  });

  it('is changed beside the old one, in a pause', () => {
    const model = opened();
    expect(model.send('expiry_near')).toEqual(['look_for_pause']);
    expect(model.send('pause')).toEqual(['open_spare']);
    expect(model.send('pause')).toEqual([]);
    expect(model.send('spare_opened')).toEqual(['look_for_pause']);
    expect(model.send('pause')).toEqual(['leave', 'take_spare']);
    expect(model.state).toMatchObject({ line: 'open', spare: 'none' });
  });

  it('is changed without a pause when the time is up, and what is under way is asked for again', () => {
    const model = opened();
    model.send('expiry_near');
    expect(model.send('expiry_reached', { underWay: 'answer' })).toEqual(['open_spare']);
    expect(model.state.line).toBe('overdue');
    expect(model.send('spare_opened', { underWay: 'answer' })).toEqual(['leave', 'take_spare']);
    expect(model.answersAskedAgain).toBe(1);
  });

  it('is closed before the next one is opened where a provider allows only one', () => {
    const model = opened(false);
    model.send('expiry_near');
    expect(model.send('pause')).toEqual(['leave', 'close_line']);
    expect(model.state.line).toBe('restoring');
    expect(model.send('attempt_due')).toEqual(['connect']);
  });

  it('takes the spare line where it is lost while that is ready', () => {
    const model = opened();
    model.send('expiry_near');
    model.send('pause');
    model.send('spare_opened');
    model.send('lost', { error: UNREACHABLE });
    expect(model.send('attempt_due')).toEqual(['take_spare']);
    expect(model.state).toMatchObject({ line: 'open', spare: 'none' });
  });
});

describe('the answer that is owed', () => {
  it('is asked for again on the next line, where it was due or being said', () => {
    for (const underWay of ['nothing', 'answer'] as const) {
      const model = opened();
      if (underWay === 'nothing') model.send('asked');
      model.send('lost', { error: UNREACHABLE, underWay });
      expect(model.state.answer).toBe('lost');
      model.send('attempt_due');
      model.send('opened');
      expect(model.answersAskedAgain).toBe(1);
      expect(model.state.answer).toBe('none');
    }
  });

  it('is not asked for where the sentence of the user is heard again, or where they went on', () => {
    const heardAgain = opened();
    heardAgain.send('asked');
    heardAgain.send('lost', { error: UNREACHABLE, underWay: 'user_speech' });
    expect(heardAgain.state.answer).toBe('none');

    const model = opened();
    model.send('asked');
    model.send('lost', { error: UNREACHABLE });
    model.send('superseded');
    expect(model.state.answer).toBe('none');
  });

  it('costs a silent provider its line, and the second time in a row the conversation', () => {
    const model = opened();
    model.send('asked');
    expect(model.send('silent')).toEqual(['cut_line']);
    model.send('lost', { error: UNREACHABLE });
    model.send('attempt_due');
    model.send('opened');
    model.send('asked');
    expect(model.send('silent')).toEqual(['fail_silent']);
    expect(model.state.line).toBe('closed');
  });

  it('is forgiven where something came in between, or where the provider may stay silent', () => {
    const model = opened();
    model.send('asked');
    model.send('silent');
    model.send('lost', { error: UNREACHABLE });
    model.send('attempt_due');
    model.send('opened');
    model.send('asked');
    model.send('answered');
    model.send('asked');
    expect(model.send('silent')).toEqual(['cut_line']);

    const allowed = opened();
    allowed.send('asked');
    expect(allowed.send('silent', { silenceAllowed: true })).toEqual(['tell_unanswered']);
  });

  it('is asked for later where the provider asked for patience, unless the user goes on', () => {
    const model = opened();
    expect(model.send('postponed')).toEqual(['start_patience']);
    expect(model.send('patience_over')).toEqual(['repeat_request']);
    model.send('postponed');
    expect(model.send('superseded')).toEqual(['stop_watch']);
    expect(model.send('patience_over')).toEqual([]);
  });
});

describe('the tables', () => {
  it.each([
    ['line', LINE, NEW_SESSION.line],
    ['spare', SPARE, NEW_SESSION.spare],
    ['answer', ANSWER, NEW_SESSION.answer],
  ] as const)('reach every state of the %s, and leave every one but closed', (_name, table, first) => {
    const rows: readonly { from: readonly string[]; to: string }[] = table;
    const states = new Set(rows.flatMap(({ from, to }) => [...from, to]));
    const reached = new Set<string>([first]);
    for (let before = 0; before !== reached.size; ) {
      before = reached.size;
      for (const { from, to } of rows) if (from.some((state) => reached.has(state))) reached.add(to);
    }
    expect(reached).toEqual(states);
    for (const state of states) {
      const leads = rows.some(({ from, to }) => from.includes(state) && to !== state);
      expect(leads, state).toBe(state !== 'closed');
    }
  });

  it('keep their promises in every order of events', () => {
    const ENDINGS = ['refuse', 'fail', 'fail_silent', 'hang_up'];
    fc.assert(
      fc.property(fc.boolean(), fc.array(fc.nat(), { maxLength: 120 }), (spareAllowed, choices) => {
        const model = new Model(spareAllowed);
        for (const choice of choices) step(model, choice);
        const { line } = model.state;
        const endings = model.commands.filter((command) => ENDINGS.includes(command));
        expect(endings.length).toBeLessThanOrEqual(1);
        if (endings.length > 0) expect(line).toBe('closed');
      }),
      { seed: 20_261_122, numRuns: 3000 },
    );
  });
});

/** One thing that can happen now; what must hold after it. */
function step(model: Model, choice: number): void {
  const { pending } = model;
  const isConnected = ['open', 'expiring', 'overdue'].includes(model.state.line);
  const underWay = (['nothing', 'answer', 'user_speech'] as const)[choice % 3]!;
  const error = choice % 5 === 0 ? REFUSED : UNREACHABLE;
  const happens: (() => SessionCommand[])[] = [
    () => model.send('asked'),
    () => model.send('answered'),
    () => model.send('settled'),
    () => model.send('superseded'),
    () => model.send('postponed'),
    () => model.send('expiry_near'),
    () => model.send('expiry_reached', { underWay }),
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
  whenPending('spare', () => model.send('spare_opened', { underWay }));
  whenPending('spare', () => model.send('spare_failed'));
  whenPending('watch', () => model.send('silent', { silenceAllowed: choice % 7 === 0 }));
  whenPending('patience', () => model.send('patience_over'));
  if (model.state.line === 'unopened') happens.push(() => model.send('open'));
  if (isConnected) happens.push(() => model.send('lost', { error, underWay, hungUp: choice % 11 === 0 }));
  if (model.state.spare === 'ready') happens.push(() => model.send('spare_lost'));
  if (choice % 40 === 0) happens.push(() => model.send('close'));
  model.nowMs += choice % 4000;
  const before = model.state;
  const commands = happens[(choice >>> 3) % happens.length]!();
  const { line, answer, spare } = model.state;

  if (before.line === 'closed') expect(commands.filter((command) => command !== 'close_all')).toEqual([]);
  if (commands.includes('connect') || commands.includes('adopt')) expect(isConnected).toBe(false);
  if (line === 'closed') return;
  // No state is held without something that leads out of it.
  const attempts = [...pending].filter((name) => ['attempt', 'connection', 'closing'].includes(name));
  expect(attempts).toHaveLength(line === 'opening' || line === 'restoring' ? 1 : 0);
  expect(pending.has('spare')).toBe(spare === 'opening');
  expect(pending.has('watch')).toBe(answer === 'due');
  expect(pending.has('patience')).toBe(answer === 'postponed');
  // An answer that was lost is asked for again as soon as there is a line; only a line that is about to be cut may wait.
  if (answer === 'lost' && before.answer !== 'lost' && !commands.includes('cut_line'))
    expect(line).toBe('restoring');
}
