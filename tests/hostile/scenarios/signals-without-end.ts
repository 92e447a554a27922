import assert from 'node:assert/strict';
import { AddTrackRequest, SignalRequest, UpdateSubscription } from '@livekit/protocol';
import {
  converse,
  type JoinableConversation,
  startOfAnother,
  startOwn,
  TENANTS_ENV,
} from '../../support/hostile/conversations.ts';
import { floodSignals } from '../../support/hostile/flood-signals.ts';
import { defineScenario } from '../../support/hostile/scenario.ts';

const QUESTIONS = 3;

interface Given {
  mine: JoinableConversation[];
  other: JoinableConversation;
  [name: string]: JoinableConversation | JoinableConversation[];
}

interface Outcome {
  answers: number;
  /** Times that a flooding client was put out. */
  endings: number;
  [name: string]: number;
}

const trackSids = Array.from({ length: 20_000 }, (_, track) => `TR_unknown${track}`);
const MESSAGES = [
  new SignalRequest({
    message: { case: 'subscription', value: new UpdateSubscription({ trackSids, subscribe: true }) },
  }),
  new SignalRequest({
    message: { case: 'addTrack', value: new AddTrackRequest({ cid: 'x', name: 'n'.repeat(300_000) }) },
  }),
].map((request) => request.toBinary());

export const scenario = defineScenario<Given, Outcome>({
  title: 'while one tenant floods signalling connections, the conversation of another goes on',
  env: TENANTS_ENV,
  memoryMiB: 600,
  openAfter: 40,
  async prepare(service) {
    return {
      mine: [await startOwn(service), await startOwn(service)],
      other: await startOfAnother(service),
    };
  },
  async attack({ given }) {
    let isOver = false;
    const floods = given.mine.map((seat) => floodSignals(seat, MESSAGES, () => isOver));
    const answers = await converse(given.other, QUESTIONS);
    isOver = true;
    const endings = (await Promise.all(floods)).reduce((sum, count) => sum + count, 0);
    return { answers, endings };
  },
  check({ answers, endings }) {
    assert.equal(answers, QUESTIONS);
    assert.ok(endings > 0, 'nobody was put out');
  },
});
