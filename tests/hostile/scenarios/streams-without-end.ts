import assert from 'node:assert/strict';
import { Room, RoomEvent } from '@livekit/rtc-node';
import {
  converse,
  type JoinableConversation,
  startBoth,
  TENANTS_ENV,
  type TwoConversations,
} from '../../support/hostile/conversations.ts';
import { defineScenario } from '../../support/hostile/scenario.ts';

const QUESTIONS = 3;
const STREAMS = 20_000;
/** The maximum number of log lines: one for each stream that breaks off, and a few more. */
const MAX_LINES = 200;

interface Outcome {
  begun: number;
  answers: number;
  [name: string]: number;
}

/** Begins text streams without ending any, and transcribes a missing track. @returns how many streams it began */
async function flood({ serverUrl, token, avatar }: JoinableConversation): Promise<number> {
  const room = new Room();
  let isOut = false;
  const out = new Promise<void>((resolve) => {
    room.on(RoomEvent.Disconnected, () => {
      isOut = true;
      resolve();
    });
  });
  await room.connect(serverUrl, token, { autoSubscribe: true, dynacast: false });
  const own = room.localParticipant!;
  const segments = [{ id: '1', text: 'x', startTime: 0n, endTime: 0n, final: true, language: '' }];
  for (const trackSid of ['', 'none'])
    await own.publishTranscription({ participantIdentity: avatar, trackSid, segments });
  let begun = 0;
  while (begun < STREAMS && !isOut) {
    const batch = Array.from({ length: 50 }, () => own.streamText({ topic: 'lk.chat' }));
    await Promise.race([Promise.allSettled(batch), out]);
    begun += batch.length;
  }
  await room.disconnect();
  return begun;
}

export const scenario = defineScenario<TwoConversations, Outcome>({
  title:
    'a participant that starts endless text streams is removed, while the conversation of another tenant continues',
  env: TENANTS_ENV,
  memoryMiB: 600,
  openAfter: 40,
  // LiveKit's SDK logs this for streams whose sender was disconnected.
  expectedErrors: /error reading stream/,
  prepare: startBoth,
  async attack({ given }) {
    const [begun, answers] = await Promise.all([flood(given.mine), converse(given.other, QUESTIONS)]);
    return { begun, answers };
  },
  check({ begun, answers }, { output }) {
    assert.equal(answers, QUESTIONS);
    assert.ok(begun < STREAMS / 10, `${begun} streams were begun`);
    const lines = output.split('\n').filter((line) => line.startsWith('{"level":40'));
    assert.ok(lines.length < MAX_LINES, `${lines.length} warnings`);
    assert.equal(lines.filter((line) => line.includes('too many unfinished streams')).length <= 1, true);
  },
});
