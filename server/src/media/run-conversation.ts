import type { ConversationPlan } from '@visavis/contracts';
import type { Clock } from '../lib/clock.ts';
import { type Guard, guardClock } from '../lib/guard.ts';
import { messageOf } from '../lib/message-of.ts';
import { UndoableSteps } from '../lib/undoable-steps.ts';
import type { ConversationDeps } from './conversation-deps.ts';
import type { Ending } from './life/ending.ts';
import { LiveConversation, type LiveNeeds } from './live-conversation.ts';
import { Reporter } from './reporter.ts';

/** A start that takes longer is reported to the operator, because somebody waits for the avatar. */
const SLOW_START_MS = 10_000;
/** A step whose undoing takes longer is abandoned. */
const UNDO_STEP_MS = 3000;

/**
 * The steps that start a conversation, in order; its end undoes them in reverse. The face is opened and the provider
 * called while the room is being entered. After the last step, events drive the conversation.
 */
const LIVE_STEPS = UndoableSteps.from<Omit<LiveNeeds, 'framePhase' | 'tracks'>>()
  .step(
    'reserve a drawing slot',
    ({ deps }) => ({ place: deps.framePhases.take() }),
    ({ place }) => place?.release(),
  )
  .step(
    'create the tracks',
    ({ deps, plan }) => ({ tracks: deps.createTracks(plan.video) }),
    ({ tracks }) => tracks?.close(),
  )
  .step('set up the conversation', ({ place, ...needs }) => ({
    live: new LiveConversation({ ...needs, framePhase: place.phase }),
  }))
  .step(
    'start the video',
    ({ live }) => live.runner.start(),
    ({ live }) => live.runner.stop(),
  )
  .step(
    'open the face',
    ({ live, plan }) => {
      if (!plan.voiceOnly) void live.face.show();
    },
    ({ live }) => live.face.close(),
  )
  .step(
    'follow the load of the machine',
    ({ live, plan }) => ({ following: plan.voiceOnly ? undefined : live.followLoad() }),
    ({ following }) => following?.leave(),
  )
  .step(
    'connect to the room',
    ({ live }) => ({ connected: live.connect() }),
    async ({ live, reporter }) => {
      reporter.isLeaving = true;
      reporter.isLeaving = !(await live.room.leave());
    },
  )
  .step(
    'prepare the goodbye to the page',
    () => undefined,
    async ({ live, ending }) => live.room.sendEvent({ type: 'ended', reason: (await ending.ended).reason }),
  )
  .step(
    'start the session',
    ({ live }) => live.startSession(),
    ({ live }) => live.session.close(),
  )
  .step('wait for the room', ({ connected }) => connected)
  .step('publish the tracks', ({ live }) => live.publish())
  .step(
    'set the deadlines',
    ({ live }) => live.deadlines.opened(),
    ({ live }) => live.deadlines.close(),
  )
  .step(
    'handle the participants who are present',
    ({ live }) => live.admitParticipants(),
    ({ live }) => live.audience?.close(),
  )
  .step('record the first frame', ({ live, plan }) => (plan.voiceOnly ? undefined : live.recordFirstFrame()));

/**
 * Runs the live half of a conversation. Resolves when everything is cleaned up and the end is reported, which happens
 * exactly once, whatever fails. `ending` also lets others end it.
 */
export async function runConversation(
  plan: ConversationPlan,
  deps: ConversationDeps,
  ending: Ending,
): Promise<void> {
  // The machine's clock may be corrected meanwhile, and the reported duration is what is charged.
  const steady = steadyClock(deps.clock);
  const reporter = new Reporter(steady, deps.emit);
  // Other conversations run in this process: an error in one of this conversation's callbacks must end only this one.
  const guard: Guard = (work) => {
    try {
      work();
    } catch (error) {
      deps.log.error(
        { event: 'conversation.callback_failed', err: error },
        'a callback of a conversation threw an error; the conversation ends',
      );
      ending.end('avatar_error', messageOf(error));
    }
  };
  const clock = guardClock(steady, guard);
  const steps = LIVE_STEPS.begin({ plan, deps, clock, guard, ending, reporter });
  const cancel = clock.after(SLOW_START_MS, () =>
    deps.log.warn(
      { event: 'conversation.start_slow', step: steps.latest },
      'the avatar has not joined yet: its start is waiting for the step in the field "step"',
    ),
  );
  try {
    await Promise.race([steps.forward(() => ending.hasEnded), ending.ended]);
  } catch (error) {
    if (!ending.hasEnded)
      deps.log.error(
        { event: 'conversation.start_failed', err: error, step: steps.latest },
        'a step in the start of a conversation failed; the conversation ends',
      );
    ending.end('avatar_error', messageOf(error));
  }
  cancel();
  const { reason, detail, at } = await ending.ended;
  for (const { step, error } of await steps.back(UNDO_STEP_MS)) {
    deps.log.warn(
      { event: 'conversation.cleanup_failed', err: error, step },
      'the worker could not undo a step of a conversation that ended',
    );
  }
  reporter.ended(reason, detail, at);
}

/**
 * Returns a clock whose wall time advances with the monotonic clock from now on, so that differences between its times
 * are real durations.
 */
function steadyClock(clock: Clock): Clock {
  const offsetMs = clock.wall() - clock.now();
  return {
    now: () => clock.now(),
    wall: () => Math.round(offsetMs + clock.now()),
    after: (delayMs, callback) => clock.after(delayMs, callback),
  };
}
