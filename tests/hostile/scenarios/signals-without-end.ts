import assert from 'node:assert/strict';
import { AddTrackRequest, SessionDescription, SignalRequest, UpdateSubscription } from '@livekit/protocol';
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
  /** How often the attackers were disconnected, for each kind of message. */
  endings: number[];
  [name: string]: number | number[];
}

const trackSids = Array.from({ length: 20_000 }, (_, track) => `TR_unknown${track}`);
/** A session description with a single section of 406 kB. */
const sdp = [
  'v=0',
  'o=- 1 1 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  'c=IN IP4 0.0.0.0',
  ...Array.from({ length: 14_000 }, (_, at) => `a=extmap:${at} urn:of:nobody:${at}`),
  '',
].join('\r\n');
const FLOODS = (
  [
    [
      { case: 'subscription', value: new UpdateSubscription({ trackSids, subscribe: true }) },
      { case: 'addTrack', value: new AddTrackRequest({ cid: 'x', name: 'n'.repeat(300_000) }) },
    ],
    [{ case: 'offer', value: new SessionDescription({ type: 'offer', sdp: sdp.slice(0, 406_000) }) }],
  ] satisfies SignalRequest['message'][][]
).map((messages) => messages.map((message) => new SignalRequest({ message }).toBinary()));

export const scenario = defineScenario<Given, Outcome>({
  title:
    'while one tenant floods signalling connections, and is removed each time, the conversation of another continues',
  env: TENANTS_ENV,
  memoryMiB: 600,
  openAfter: 40,
  async prepare(service) {
    return {
      mine: await Promise.all(FLOODS.map(() => startOwn(service))),
      other: await startOfAnother(service),
    };
  },
  async attack({ given }) {
    let isOver = false;
    const floods = given.mine.map((seat, at) => floodSignals(seat, FLOODS[at]!, () => isOver));
    const answers = await converse(given.other, QUESTIONS);
    isOver = true;
    return { answers, endings: await Promise.all(floods) };
  },
  check({ answers, endings }) {
    assert.equal(answers, QUESTIONS);
    assert.ok(
      endings.every((count) => count > 0),
      'somebody was not put out',
    );
  },
});
