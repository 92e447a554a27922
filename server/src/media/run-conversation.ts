import type { ConversationPlan } from '@visavis/contracts';
import { guardClock } from '../lib/guard-clock.ts';
import { steadyClock } from '../lib/steady-clock.ts';
import { Steps } from '../lib/steps.ts';
import type { ConversationDeps } from './conversation-deps.ts';
import type { Ending } from './life/ending.ts';
import { LiveConversation, type LiveNeeds, messageOf } from './live-conversation.ts';
import { Reporter } from './reporter.ts';

/** A step whose undoing takes longer is abandoned. */
const UNDO_STEP_MS = 3000;

/**
 * The steps of a conversation's start, in order; its end undoes them backwards. The face is drawn and the provider called
 * while the room is entered. After the last step events drive the conversation.
 */
const LIVE_STEPS = Steps.from<Omit<LiveNeeds, 'framePhase' | 'tracks'>>()
  .step(
    'take a frame phase',
    ({ deps }) => ({ place: deps.framePhases.take() }),
    ({ place }) => place?.release(),
  )
  .step(
    'create the tracks',
    ({ deps, plan }) => ({ tracks: deps.createTracks(plan.video) }),
    ({ tracks }) => tracks?.close(),
  )
  .step('create the parts', ({ place, ...needs }) => ({
    live: new LiveConversation({ ...needs, framePhase: place.phase }),
  }))
  .step(
    'start the pictures',
    ({ live }) => live.runner.start(),
    ({ live }) => live.runner.stop(),
  )
  .step(
    'open the face',
    ({ live }) => void live.face.show(),
    ({ live }) => live.face.close(),
  )
  .step(
    'follow the load of the machine',
    ({ live }) => ({ following: live.followLoad() }),
    ({ following }) => following?.leave(),
  )
  .step(
    'connect to the room',
    ({ live }) => ({ connected: live.connect() }),
    ({ live }) => live.room.leave(),
  )
  .step(
    'register the farewell',
    () => undefined,
    async ({ live, ending }) => live.room.sendEvent({ type: 'ended', reason: (await ending.came).reason }),
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
  .step('handle the participants who are present', ({ live }) => live.meetParticipants())
  .step('record the first frame', ({ live }) => live.recordFirstFrame());

/**
 * The live half of a conversation. Resolves when everything is cleaned up and the end is reported, which happens exactly
 * once, whatever fails. `ending` also lets others end it.
 */
export async function runConversation(
  plan: ConversationPlan,
  deps: ConversationDeps,
  ending: Ending,
): Promise<void> {
  // The machine's clock may be corrected meanwhile, and the reported duration is what is charged.
  const steady = steadyClock(deps.clock);
  const reporter = new Reporter(steady, deps.emit);
  // Other conversations run in this process: an error that this one throws in a timer ends only this one.
  const clock = guardClock(steady, (error) => {
    deps.log.error({ err: error }, 'a conversation failed');
    ending.because('avatar_error', messageOf(error));
  });
  const steps = LIVE_STEPS.begin({ plan, deps, clock, ending, reporter });
  try {
    await Promise.race([steps.forward(() => ending.hasCome), ending.came]);
  } catch (error) {
    if (!ending.hasCome) deps.log.error({ err: error }, 'the conversation could not go on');
    ending.because('avatar_error', messageOf(error));
  }
  const { reason, detail, at } = await ending.came;
  for (const { step, error } of await steps.back(UNDO_STEP_MS)) {
    deps.log.warn({ err: error, step }, 'a step of the start could not be undone');
  }
  reporter.ended(reason, detail, at);
}
